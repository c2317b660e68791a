import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { rightsOfOthers } from '#server/data-directory.ts'

/** WASI's number for EIO, which PostgreSQL answers with a panic instead of an acknowledgement. */
const inputOutputError = 29

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

  constructor(directory: string, syncFile: (descriptor: number) => void = fsyncSync) {
    super(directory)
    this.syncFile = syncFile
  }

  override async init(...[pglite, options]: InitArguments): InitResult {
    const result = await super.init(pglite, options)
    const preRun: unknown[] = (result.emscriptenOpts.preRun ??= [])
    preRun.push(({ NODEFS }: EmscriptenModule) => {
      this.installSync(NODEFS)
      keepPrivate(NODEFS)
    })
    return result
  }

  /** PGlite 0.5.16 keeps the operations here; the version is pinned, and the start-up self-test would notice. */
  private installSync(nodeFs: EmscriptenNodeFs): void {
    nodeFs.stream_ops.fsync = (stream) => {
      try {
        if (stream.nfd === undefined) this.syncDirectory(nodeFs.realPath(stream.node))
        else this.syncFile(stream.nfd)
        this.syncCount += 1
        return 0
      } catch (error) {
        this.failure ??= error instanceof Error ? error : new Error(String(error))
        return inputOutputError
      }
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

interface EmscriptenModule {
  readonly NODEFS: EmscriptenNodeFs
}

interface EmscriptenNodeFs {
  readonly stream_ops: { fsync?: (stream: EmscriptenStream) => number }
  readonly node_ops: { setattr: (node: unknown, attributes: EmscriptenAttributes) => void }
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
