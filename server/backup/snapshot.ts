import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '#server/db/client.ts'
import { draftEnding } from '#server/ports/blobs/open.ts'
import { BackupError, writeArchive } from './archive.ts'

/** Whose data a snapshot is of. */
export interface SnapshotSource {
  readonly database: Pick<Database, 'copyFiles'>
  readonly dataDir: string
}

const ending = '.tar.gz'
const stagePrefix = '.stage-'

let last: Promise<unknown> = Promise.resolve()

/**
 * Writes the embedded database as it is at one moment, the files of people and the key that seals, into one file, while the
 * server runs. The database stands still while its files are copied, and no longer. Gives how many files it holds.
 */
export async function makeSnapshot(
  source: SnapshotSource,
  file: string,
  now: Date,
): Promise<number> {
  const mine = last.then(
    () => write(source, file, now),
    () => write(source, file, now),
  )
  last = mine
  return mine
}

async function write(
  { database, dataDir }: SnapshotSource,
  file: string,
  now: Date,
): Promise<number> {
  if (!database.copyFiles) {
    throw new BackupError(
      'Snapshots are of the embedded database: back PostgreSQL up by its tools.',
    )
  }
  if (await isThere(file)) throw new BackupError(`${file} is there already.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const folder = snapshotsIn(dataDir)
  const stage = join(folder, `${stagePrefix}${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepStages(folder)
  try {
    await database.copyFiles(stage)
    const { files } = await writeArchive(
      file,
      [
        { name: 'db', path: stage },
        // After the database: a file without its row costs room, a row without its file costs the file.
        // What is on its way there is nobody's yet.
        { name: 'blobs', path: join(dataDir, 'blobs'), withoutEnding: draftEnding },
        ...(await keysIn(dataDir)),
      ],
      now,
    )
    return Object.keys(files).length
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Makes the snapshot of a night and lets go of those of earlier nights but the newest few. */
export async function makeNightlySnapshot(
  source: SnapshotSource,
  now: Date,
  snapshotsMax: number,
): Promise<void> {
  const folder = snapshotsIn(source.dataDir)
  const file = join(folder, `zync-${now.toISOString().slice(0, 19).replaceAll(':', '')}${ending}`)
  await makeSnapshot(source, file, now)
  const names = (await readdir(folder)).filter((name) => /^zync-[\dT-]+\.tar\.gz$/.test(name))
  for (const name of names.toSorted().slice(0, -snapshotsMax)) await rm(join(folder, name))
}

function snapshotsIn(dataDir: string): string {
  return join(dataDir, 'snapshots')
}

/** What a death left behind; snapshots are made one after another. */
async function sweepStages(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const left = name.startsWith(stagePrefix) || name.endsWith(`${ending}.new`)
    if (left) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** The key of evidence is kept apart on purpose. */
async function keysIn(dataDir: string): Promise<{ name: string; path: string }[]> {
  const path = join(dataDir, 'sealing.key')
  return (await isThere(path)) ? [{ name: 'sealing.key', path }] : []
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
