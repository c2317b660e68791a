import { createHash, randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  existsSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseErrorFacts, type DatabaseLog } from '../errors.ts'
import { startWorker, type WorkerLink } from './worker-link.ts'

interface DirectoryLock {
  release(): void
}

/** Long enough for a contender that is taking a dead owner's lock over to have finished. */
const settleMs = 60
/** A socket's path may have 107 bytes on Linux and 103 on macOS; a random ending is added. */
const pathBytesMax = 90
const attemptsMax = 5

/**
 * Makes this process the directory's only owner, or rejects with a message that names the directory. Two PGlite
 * processes on one directory corrupt it without a word, and PGlite has no lock.
 *
 * The lock is a listening socket with a name in the directory: the kernel closes it however its owner dies, so
 * a lock that nobody answers is free, and no process id has to be trusted (containers share directories, not ids).
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  mkdirSync(directory, { recursive: true })
  const path = realpathSync(directory)
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 24)
  const lock =
    process.platform === 'win32'
      ? await lockPipe(`\\\\.\\pipe\\zync-${hash}`)
      : await lockSocket(join(path, '.lock'), join(tmpdir(), `zync-${hash}.lock`))
  if (lock) return lock
  throw new Error(`The data directory ${path} is already open in another process.`)
}

/** Windows drops a named pipe with its owner, and only one process can make it. */
async function lockPipe(pipe: string): Promise<DirectoryLock | undefined> {
  const server = await listen(pipe).catch(() => undefined)
  return server && { release: () => void server.close() }
}

/** Inside the directory where its path is short and its file system takes sockets, else beside the system's own. */
async function lockSocket(inside: string, outside: string): Promise<DirectoryLock | undefined> {
  if (Buffer.byteLength(inside) > pathBytesMax) return take(outside)
  try {
    return await take(inside)
  } catch (error) {
    if (!unsupportedCodes.has(codeOf(error))) throw error
    return take(outside)
  }
}

const unsupportedCodes = new Set(['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL', 'ENOSYS'])

/** Listens under a name of its own first, so that the lock's name never stands for a socket that is not live. */
async function take(address: string): Promise<DirectoryLock | undefined> {
  const own = `${address}.${randomUUID().slice(0, 8)}`
  const server = await listen(own)
  const inode = statSync(own).ino
  let claimed = false
  try {
    claimed = await claim(address, own)
  } finally {
    rmSync(own, { force: true })
    if (!claimed) server.close()
  }
  if (!claimed) return undefined
  return {
    release: () => {
      if (inodeOf(address) === inode) rmSync(address, { force: true })
      server.close()
    },
  }
}

/** True once the lock's name stands for our socket, false when a live owner has it. */
async function claim(address: string, own: string): Promise<boolean> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (tryLink(own, address)) {
      await pause(settleMs)
      return inodeOf(address) === inodeOf(own)
    }
    if (await isLive(address)) return false
    if ((await removeStale(address, `${own}.${attempt}`)) === 'live') return false
  }
  return false
}

/** Of several contenders one wins the rename. A live lock moved by a race gets its name back. */
async function removeStale(address: string, grave: string): Promise<'removed' | 'gone' | 'live'> {
  try {
    renameSync(address, grave)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'gone'
    throw error
  }
  const live = await isLive(grave)
  if (live) tryLink(grave, address)
  rmSync(grave, { force: true })
  return live ? 'live' : 'removed'
}

/** An atomic claim on a name: false when it is taken. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** Anything but a plain refusal counts as live: a full queue of connections, or another user's socket. */
function isLive(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(address)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))))
  })
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Stands in a data directory while a snapshot is brought into it: nobody may begin an empty database there. */
export const unfinishedRestore = '.restoring'

/** Where the snapshots of each night are, and what is made on the way to one. */
export function snapshotsIn(dataDir: string): string {
  return join(dataDir, 'snapshots')
}

export const snapshotEnding = '.tar.gz'
export const snapshotStagePrefix = '.stage-'

/** Removes what a death in the middle of a snapshot left: as much as the database, in a folder that nobody sees. */
export function sweepSnapshotStages(dataDir: string): void {
  const folder = snapshotsIn(dataDir)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const isLeft = name.startsWith(snapshotStagePrefix) || name.endsWith(`${snapshotEnding}.new`)
    if (!isLeft) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // What somebody else made stays theirs: it is no reason not to start.
    }
  }
}

/** The embedded database's engine, in its thread, and the lock on its directory. */
export interface EmbeddedEngine {
  readonly worker: WorkerLink
  readonly lock: DirectoryLock
}

/**
 * Starts the engine on `${dataDir}/db`. Rejects with a message for the operator when another process has the directory or it
 * cannot start; `onFatal` is called once if it can no longer keep data safe.
 */
export async function startEngine(
  dataDir: string,
  onFatal: (error: Error) => void,
): Promise<EmbeddedEngine> {
  if (existsSync(join(dataDir, unfinishedRestore))) {
    throw new Error(`A restore into ${dataDir} was cut short. Restore again before you start.`)
  }
  const lock = await lockDirectory(dataDir)
  const directory = join(dataDir, 'db')
  try {
    // Before the engine, which needs room on a disk that they may have filled.
    sweepSnapshotStages(dataDir)
    const script = new URL('./worker.ts', import.meta.url)
    return { worker: await startWorker({ script, directory, onFatal }), lock }
  } catch (cause) {
    lock.release()
    const { message } = databaseErrorFacts(cause)
    throw new Error(`The embedded database in ${directory} cannot start: ${message}`, { cause })
  }
}

/** Nothing that is acknowledged from here on would be safe: the process ends and starts anew. */
export function endUnsafe(log: FatalLog, error: Error): void {
  log.fatal(databaseErrorFacts(error), 'the database can no longer keep data safe')
  process.exit(1)
}

interface FatalLog extends DatabaseLog {
  fatal(details: object, message: string): void
}
