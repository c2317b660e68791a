import { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import { Pool } from 'pg'
import { databaseErrorFacts, type DatabaseLog } from '../errors.ts'
import { startEngine, type EmbeddedEngine } from './start.ts'
import type { WorkerLink } from './worker-link.ts'

/** How long a request waits for the one connection before it is told that the database is away. */
const connectTimeoutMs = 10_000
/** Only the client's side keeps this limit: WebAssembly takes no signal, so `statement_timeout` does nothing. */
const queryTimeoutMs = 30_000

interface EmbeddedDatabase {
  readonly pool: Pool
  readonly copyFiles: (directory: string) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Opens the embedded database behind the ordinary `pg` pool, over an engine that is on its way already or a new one. Rejects as
 * `startEngine` does.
 */
export async function openEmbedded(options: {
  dataDir: string
  log: DatabaseLog
  onFatal: (error: Error) => void
  unhurried?: boolean
  engine?: Promise<EmbeddedEngine> | undefined
}): Promise<EmbeddedDatabase> {
  const { dataDir, log, onFatal, unhurried = false } = options
  const { worker, lock } = await (options.engine ?? startEngine(dataDir, onFatal))
  const pool = poolOver(worker, log, unhurried ? 0 : queryTimeoutMs)
  const close = async () => {
    await pool.end()
    await worker.close()
    lock.release()
  }
  return { pool, close, copyFiles: (directory) => worker.copyFiles(directory) }
}

/** One connection, since there is one session; it is kept, since a new one forgets prepared statements. */
function poolOver(worker: WorkerLink, log: DatabaseLog, limitMs: number): Pool {
  const pool = new Pool({
    stream: () => new WireSocket((messages) => worker.execute(messages)),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: limitMs,
    // Given, so that PGSSLMODE and the like in the environment change nothing here.
    ssl: false,
    user: 'postgres',
    database: 'postgres',
  })
  pool.on('error', (error) => log.warn(databaseErrorFacts(error), 'the embedded database hung up'))
  pool.on('connect', (client) => client.on('error', noteNothing))
  return pool
}

/** The query under way rejects with the same error; unheard, the event would end the process. */
function noteNothing(): void {}

type Execute = (messages: Uint8Array) => Promise<Uint8Array>

type Done = (error?: Error | null) => void

const terminateType = 0x58

/** What a server says to a client that may come in: authentication is done, settings, ready for a query. */
const welcome = Buffer.concat([
  frame('R', int32(0)),
  setting('server_version', '18.0'),
  setting('client_encoding', 'UTF8'),
  setting('standard_conforming_strings', 'on'),
  setting('integer_datetimes', 'on'),
  setting('TimeZone', 'UTC'),
  frame('K', Buffer.concat([int32(1), int32(1)])),
  frame('Z', Buffer.from('I')),
])

const syncType = 0x53
const queryType = 0x51
const flushType = 0x48

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

/** PostgreSQL's protocol: one letter, the length of what follows (itself included) in four bytes, the body. */
function frame(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

/** A simple query, whole with its answer's end. */
export function queryFrame(sql: string): Buffer {
  return frame('Q', Buffer.from(`${sql}\0`))
}

/** The messages after which a client waits for an answer: only whole such groups may be run. */
function endsGroup(type: number): boolean {
  return type === syncType || type === queryType || type === flushType
}

/** The first frame of a connection has no letter. Undefined while it is not complete. */
function takeStartup(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 4) return undefined
  const length = bytes.readInt32BE(0)
  return bytes.length < length ? undefined : bytes.subarray(length)
}

/** The first whole frame and what follows it. Undefined while it is not complete. */
function takeFrame(bytes: Buffer): { type: number; whole: Buffer; rest: Buffer } | undefined {
  if (bytes.length < 5) return undefined
  const length = 1 + bytes.readInt32BE(1)
  if (bytes.length < length) return undefined
  return {
    type: bytes.readUInt8(0),
    whole: bytes.subarray(0, length),
    rest: bytes.subarray(length),
  }
}

function setting(name: string, value: string): Buffer {
  return frame('S', Buffer.from(`${name}\0${value}\0`))
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
