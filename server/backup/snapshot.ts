import { createHash, randomUUID } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { access, mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Database } from '#server/db/client.ts'
import {
  snapshotEnding,
  snapshotsIn,
  snapshotStagePrefix,
  sweepSnapshotStages,
} from '#server/db/embedded/start.ts'
import type { Env } from '#server/env.ts'
import { draftEnding } from '#server/ports/blobs/open.ts'
import { nightHour, type Jobs } from '#server/ports/jobs/port.ts'
import { BackupError, writeArchive } from './archive.ts'

/** What an operator asks of the server that runs. */
const requestSchema = v.object({ do: v.literal('snapshot'), file: v.string() })
type Request = v.InferOutput<typeof requestSchema>
const replySchema = v.variant('status', [
  v.object({ status: v.literal('done'), files: v.number() }),
  v.object({ status: v.literal('failed'), why: v.string() }),
])
type Reply = v.InferOutput<typeof replySchema>

/** A socket's path may have 107 bytes on Linux and 103 on macOS. */
const pathBytesMax = 100
const requestBytesMax = 8_192

/**
 * Listens for the operator on a socket in the data directory, which its owner alone may enter; files that this process makes
 * are its owner's. Only the process that has locked the directory calls it. Gives what ends it.
 */
async function serveOperator(
  dataDir: string,
  answer: (request: Request) => Promise<Reply>,
): Promise<() => void> {
  const address = addressOf(dataDir)
  if (process.platform !== 'win32') rmSync(address, { force: true })
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.setEncoding('utf8').on('error', () => socket.destroy())
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.length > requestBytesMax) socket.destroy()
    })
    socket.on('end', () => {
      void replyTo(text, answer).then((reply) => socket.end(JSON.stringify(reply)))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address, resolve)
  })
  // Never the reason why a process stays.
  server.unref()
  return () => void server.close()
}

async function replyTo(text: string, answer: (request: Request) => Promise<Reply>): Promise<Reply> {
  try {
    return await answer(v.parse(requestSchema, JSON.parse(text)))
  } catch (error) {
    return { status: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}

/** Asks the server of a data directory; undefined where none runs. */
export async function askServer(dataDir: string, request: Request): Promise<Reply | undefined> {
  const socket = connect({ path: addressOf(dataDir), allowHalfOpen: true })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).once('connect', resolve)
    })
  } catch {
    return undefined
  }
  socket.end(JSON.stringify(request))
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
  return v.parse(replySchema, JSON.parse(text))
}

function addressOf(dataDir: string): string {
  const path = realpathSync(dataDir)
  const name = `zync-${createHash('sha256').update(path).digest('hex').slice(0, 24)}.admin`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inside = join(path, '.admin')
  return Buffer.byteLength(inside) > pathBytesMax ? join(tmpdir(), name) : inside
}

/** Whose data a snapshot is of. */
interface SnapshotSource {
  readonly database: Pick<Database, 'copyFiles'>
  readonly dataDir: string
}

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
  const stage = join(folder, `${snapshotStagePrefix}${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Snapshots are made one after another: what is there is of a death.
  sweepSnapshotStages(dataDir)
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
  const file = join(
    folder,
    `zync-${now.toISOString().slice(0, 19).replaceAll(':', '')}${snapshotEnding}`,
  )
  await makeSnapshot(source, file, now)
  const names = (await readdir(folder)).filter((name) => /^zync-[\dT-]+\.tar\.gz$/.test(name))
  for (const name of names.toSorted().slice(0, -snapshotsMax)) await rm(join(folder, name))
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

/** The snapshots of an embedded database: each night, and when the operator asks. Gives what ends the listening for them. */
export async function openBackups(deps: {
  readonly env: Pick<Env, 'dataDir' | 'snapshotsMax' | 'nightTimeZone'>
  readonly log: Logger
  readonly database: Database
  readonly jobs: Pick<Jobs, 'daily'>
}): Promise<(() => void) | undefined> {
  const { env, log, database, jobs } = deps
  const { dataDir, snapshotsMax, nightTimeZone } = env
  if (database.kind !== 'embedded') return undefined
  const source = { database, dataDir }
  if (snapshotsMax > 0) {
    const night = { hour: nightHour, timeZone: nightTimeZone }
    jobs.daily('snapshot', night, () => makeNightlySnapshot(source, new Date(), snapshotsMax))
  }
  try {
    return await serveOperator(dataDir, async ({ file }) => {
      const files = await makeSnapshot(source, file, new Date())
      return { status: 'done', files }
    })
  } catch (error) {
    // A file system without sockets: snapshots are made while the server is stopped.
    const reason = error instanceof Error ? error.message : undefined
    log.warn({ reason, address: join(dataDir, '.admin') }, 'nobody can ask for a snapshot now')
    return undefined
  }
}
