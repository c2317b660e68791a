import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, type OpenDatabaseOptions, openDatabase } from '#server/db/client.ts'
import { unfinishedRestore } from '#server/db/embedded/start.ts'
import { schemaState } from '#server/db/migrate.ts'
import { serverEpoch } from '#server/db/schema/upkeep.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { BackupError, extractArchive, syncPath } from './archive.ts'

export type RestoreDeps = Pick<OpenDatabaseOptions, 'log' | 'onFatal'> & {
  readonly newId: () => string
}

/**
 * Brings a snapshot into a data directory that holds nothing, up to date with this build, as another life of its data: phones
 * send again what it has forgotten. It is unpacked and opened apart first, and the database comes to its place last; until then
 * no server starts there. Throws `BackupError`, and then the directory is as empty as before. Gives when it was made.
 */
export async function restoreSnapshot(
  deps: RestoreDeps,
  file: string,
  dataDir: string,
): Promise<string> {
  // A mistyped name changes nothing.
  await readSome(file)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await refuseForeign(dataDir)
  await clear(dataDir)
  const stage = join(dataDir, unfinishedRestore)
  await mkdir(stage, { mode: 0o700 })
  try {
    const { madeAt } = await extractArchive(file, stage)
    await bringUpToDate(deps, stage)
    await writeFile(join(stage, goingUp), '', { flush: true })
    await syncPath(stage)
    for (const name of parts) await moveUp(stage, dataDir, name)
    await syncPath(dataDir)
    // At one moment: a stage that has lost its mark to a kill would make strangers of the parts.
    await rename(stage, join(dataDir, finishedRestore))
    await rm(join(dataDir, finishedRestore), { recursive: true, force: true })
    return madeAt
  } catch (error) {
    await clear(dataDir)
    throw error
  }
}

/** In the order in which they come to their place: the database last. */
const parts = ['sealing.key', 'blobs', 'db']

/** Stands in the stage from the moment at which the parts come to their place. */
const goingUp = 'going-up'

/** The stage of a restore that is done, until it is deleted: in nobody's way. */
const finishedRestore = '.restored'

async function readSome(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.read(Buffer.alloc(1), 0, 1)
  } finally {
    await handle.close()
  }
}

/** What a killed restore has brought to its place is cleared by the next one; what stood there before, or came later, is not. */
async function refuseForeign(dataDir: string): Promise<void> {
  const names = await readdir(dataDir)
  const restored = partsOf(dataDir)
  const ours = [unfinishedRestore, finishedRestore, ...restored]
  if (names.every((name) => ours.includes(name))) return
  const unpacking = names.includes(unfinishedRestore) && restored.length === 0
  throw new BackupError(
    `${dataDir} is not empty: a restore overwrites nothing. Move it away, or name another DATA_DIR.${
      unpacking ? ` To start with what is there, delete ${join(dataDir, unfinishedRestore)}.` : ''
    }`,
  )
}

/** The names under which a killed restore may have brought something up. */
function partsOf(dataDir: string): readonly string[] {
  return existsSync(join(dataDir, unfinishedRestore, goingUp)) ? parts : []
}

/** The stage after the parts: it keeps servers away. */
async function clear(dataDir: string): Promise<void> {
  for (const name of [...partsOf(dataDir), unfinishedRestore, finishedRestore]) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Another life of the data: phones that knew an earlier one send again what it may have forgotten. */
export async function beginAnew({ orm }: Pick<Database, 'orm'>, epoch: string): Promise<void> {
  await orm.update(serverEpoch).set({ epoch })
}

async function bringUpToDate(deps: RestoreDeps, dataDir: string): Promise<void> {
  const { log, onFatal } = deps
  const database = await openDatabase({ dataDir, log, onFatal, unhurried: true })
  try {
    if ((await schemaState(database)).newer) {
      throw new BackupError(
        'The snapshot is of a later build than this one: restore it with that build. Nothing was restored.',
      )
    }
    await prepareDatabase(database)
    await beginAnew(database, deps.newId())
  } finally {
    await database.close()
  }
}

async function moveUp(stage: string, dataDir: string, name: string): Promise<void> {
  await rename(join(stage, name), join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    // A snapshot without files of people, or whose key is in the environment.
    if (error.code !== 'ENOENT' || name === 'db') throw error
  })
}
