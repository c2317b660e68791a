import { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import {
  endsGroup,
  queryFrame,
  takeFrame,
  takeStartup,
  terminateType,
  welcome,
} from './wire-frames.ts'

type Execute = (messages: Uint8Array) => Promise<Uint8Array>
type Done = (error?: Error | null) => void

/**
 * A socket for the `pg` driver whose other end is the embedded database: the same driver, types and errors as with
 * PostgreSQL. Messages are run in whole groups, since PGlite answers each call as if a group had ended.
 */
export class WireSocket extends Duplex {
  private readonly execute: Execute
  private incoming: Buffer = Buffer.alloc(0)
  private group: Buffer[] = []
  private state: 'new' | 'open' | 'terminated' = 'new'

  constructor(execute: Execute) {
    super({ allowHalfOpen: false })
    this.execute = execute
  }

  /** What the driver calls on a TCP socket. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    callbackify(() => this.receive(chunk))(done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    callbackify(() => this.receive(Buffer.concat(chunks.map(({ chunk }) => chunk))))(done)
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }

  private async receive(chunk: Buffer): Promise<void> {
    this.incoming = this.incoming.length > 0 ? Buffer.concat([this.incoming, chunk]) : chunk
    if (this.state === 'new' && !(await this.start())) return
    for (;;) {
      const next = takeFrame(this.incoming)
      if (!next || this.state === 'terminated' || this.destroyed) return
      this.incoming = next.rest
      if (next.type === terminateType) this.state = 'terminated'
      else this.group.push(next.whole)
      if (endsGroup(next.type)) await this.runGroup()
    }
  }

  /** The database has one session for all clients in turn, so a new one first clears what the last left. */
  private async start(): Promise<boolean> {
    const rest = takeStartup(this.incoming)
    if (!rest) return false
    this.incoming = rest
    this.state = 'open'
    await this.execute(queryFrame('rollback'))
    await this.execute(queryFrame('discard all'))
    this.push(welcome)
    return true
  }

  private async runGroup(): Promise<void> {
    const messages = Buffer.concat(this.group)
    this.group = []
    const answer = await this.execute(messages)
    // The driver would wait for ever: a trap inside the WebAssembly ends without an answer.
    if (answer.length === 0) throw new Error('The embedded database did not answer.')
    if (!this.destroyed) this.push(answer)
  }
}
