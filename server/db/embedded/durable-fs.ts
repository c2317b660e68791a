import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir, readFile, type FileHandle } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { rightsOfOthers } from '#server/data-directory.ts'

/** WASI's number for EIO, which PostgreSQL answers with a panic instead of an acknowledgement. */
const inputOutputError = 29

/** Where `pg_control` says whether the database was closed, and how it says so. */
const stateOffset = 16
const closedState = 1
/** The threads that node has for files. */
const syncedAtOnce = 4

type InitArguments = Parameters<NodeFS['init']>
type InitResult = ReturnType<NodeFS['init']>

/**
 * PGlite's directory on disk with a real fsync. PGlite as it comes has none: Emscripten's file system offers no
 * such operation, so PostgreSQL's calls succeed without doing anything and a power cut takes acknowledged rows.
 */
export class DurableFs extends NodeFS {
  /** How many times something was made safe on disk. */
  syncCount = 0
  /**
   * The first failure. PGlite swallows exceptions inside a query and would acknowledge the commit, so whoever runs
   * queries must look here before answering, and never answer again once it is set.
   */
  failure: Error | undefined
  private readonly syncFile: (descriptor: number) => void
  private readonly syncAside: (file: FileHandle) => Promise<void>
  private readonly directory: string
  /** Files that are on disk as they are, while the database starts: synced, and not changed since. */
  private readonly onDisk = new Set<string>()

  constructor(directory: string, syncFile?: (descriptor: number) => void) {
    super(directory)
    this.directory = resolve(directory)
    this.syncFile = syncFile ?? fsyncSync
    this.syncAside = syncFile ? async ({ fd }) => syncFile(fd) : (file) => file.sync()
  }

  /**
   * After a kill PostgreSQL syncs each of its thousand files at the start, one after another, which takes seconds on a busy
   * disk. They are synced here, several at once; what PostgreSQL then asks for is done already, unless it was changed meanwhile.
   */
  async syncLeftovers(): Promise<void> {
    if (await wasClosed(this.directory)) return
    const entries = await readdir(this.directory, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const takeTurns = async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) await this.syncOne(path)
    }
    await Promise.all(Array.from({ length: syncedAtOnce }, takeTurns))
  }

  /** The database has started: from here on every sync is a sync. */
  forgetLeftovers(): void {
    this.onDisk.clear()
  }

  /** What cannot be opened or synced here is left to PostgreSQL, which judges it. */
  private async syncOne(path: string): Promise<void> {
    const file = await open(path, 'r').catch(() => undefined)
    try {
      if (!file) return
      await this.syncAside(file)
      this.onDisk.add(path)
    } catch {
      return
    } finally {
      await file?.close()
    }
  }

  override async init(...[pglite, options]: InitArguments): InitResult {
    const result = await super.init(pglite, options)
    const preRun: unknown[] = (result.emscriptenOpts.preRun ??= [])
    preRun.push(({ NODEFS }: EmscriptenModule) => {
      this.installSync(NODEFS)
      this.noteChanges(NODEFS)
      keepPrivate(NODEFS)
    })
    return result
  }

  /** PGlite 0.5.16 keeps the operations here; the version is pinned, and the start-up self-test would notice. */
  private installSync(nodeFs: EmscriptenNodeFs): void {
    nodeFs.stream_ops.fsync = (stream) => {
      try {
        const path = nodeFs.realPath(stream.node)
        if (stream.nfd === undefined) this.syncDirectory(path)
        else if (!this.onDisk.has(path)) this.syncFile(stream.nfd)
        this.syncCount += 1
        return 0
      } catch (error) {
        this.failure ??= error instanceof Error ? error : new Error(String(error))
        return inputOutputError
      }
    }
  }

  /** A file that is written to, cut or takes another's name is not on disk any more. */
  private noteChanges(nodeFs: EmscriptenNodeFs): void {
    const { stream_ops: streams, node_ops: nodes } = nodeFs
    const changed = (node: unknown) => this.onDisk.delete(nodeFs.realPath(node))
    const { write, setattr: setOpen } = streams
    streams.write = (stream, ...rest) => {
      if (this.onDisk.size > 0) changed(stream.node)
      return write(stream, ...rest)
    }
    streams.setattr = (stream, attributes) => {
      changed(stream.node)
      setOpen(stream, attributes)
    }
    const { setattr, rename } = nodes
    nodes.setattr = (node, attributes) => {
      changed(node)
      setattr(node, attributes)
    }
    nodes.rename = (node, folder, name) => {
      changed(node)
      rename(node, folder, name)
      changed(node)
      this.onDisk.delete(join(nodeFs.realPath(folder), name))
    }
  }

  /** Makes a rename or a new file's name safe; Windows has no such call and does so by itself. */
  private syncDirectory(path: string): void {
    if (process.platform === 'win32') return
    const descriptor = openSync(path, 'r')
    try {
      this.syncFile(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Emscripten gives each new file its rights by chmod, which no umask holds back: others never get any. */
function keepPrivate({ node_ops: operations }: EmscriptenNodeFs): void {
  const { setattr } = operations
  operations.setattr = (node, attributes) => {
    const { mode } = attributes
    const own = mode === undefined ? attributes : { ...attributes, mode: mode & ~rightsOfOthers }
    setattr(node, own)
  }
}

async function wasClosed(directory: string): Promise<boolean> {
  const control = await readFile(join(directory, 'global', 'pg_control')).catch(() => undefined)
  return control?.readUInt32LE(stateOffset) === closedState
}

interface EmscriptenModule {
  readonly NODEFS: EmscriptenNodeFs
}

interface EmscriptenNodeFs {
  readonly stream_ops: {
    fsync?: (stream: EmscriptenStream) => number
    write: (stream: EmscriptenStream, ...rest: readonly unknown[]) => unknown
    setattr: (stream: EmscriptenStream, attributes: EmscriptenAttributes) => void
  }
  readonly node_ops: {
    setattr: (node: unknown, attributes: EmscriptenAttributes) => void
    rename: (node: unknown, folder: unknown, name: string) => void
  }
  realPath(node: unknown): string
}

interface EmscriptenAttributes {
  readonly mode?: number
}

/** An open file has the descriptor of the real one (`nfd`), an open directory has none. */
interface EmscriptenStream {
  readonly nfd?: number
  readonly node: unknown
}
