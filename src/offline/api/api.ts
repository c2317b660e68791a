import ky from 'ky'
import * as v from 'valibot'
import { appHeader, type CallInput, type Endpoint, type ReplyOutput } from '#contract/endpoint.ts'
import { problemSchema } from '#contract/problem.ts'
import { epochHeader } from '#contract/sync/api.ts'
import { contractHeader, contractVersion } from '#contract/version.ts'
import { ApiProblemError, isUnreachable, UnreachableError } from './api-error.ts'
import { createReadLimiter, type ReadPriority } from './read-limiter.ts'

/** Where the API lives, seen from the app's own origin: the one place that names it. */
const apiBase = new URL('/api', self.location.origin).href

/** A hung request must not hold the drain lock for ever. */
const requestTimeoutMs = 30_000
/** Three papers of 5 MB each take this long at 0.5 Mbit/s; files hold no lock. */
const fileTimeoutMs = 240_000

const limitReads = createReadLimiter(requestTimeoutMs)

export interface CallOptions {
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Names what is done, so that the server does it once however often it is asked. */
  readonly opId?: string | undefined
  /** The life of the server's data that this device knows. */
  readonly epoch?: string | undefined
  /** Of a read, among the others that wait for their turn; behind them unless told. A file waits for none unless told. */
  readonly priority?: ReadPriority | undefined
}

/** Resolves when this tab reads nothing: whoever looks at the screen has what they asked for. */
export async function readsIdle(signal: AbortSignal): Promise<void> {
  await limitReads.idle(signal)
}

/**
 * Makes one call of the contract and returns its parsed reply.
 * Throws `ApiProblemError` when the server refused, `UnreachableError` when no answer of ours came.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ReplyOutput<E>> {
  async function ask(): Promise<ReplyOutput<E>> {
    const response = await ourAnswer(endpoint, input as object, options)
    const body: unknown = response.status === 204 ? undefined : await readJson(response)
    return parseOurs(endpoint.reply.schema, body)
  }
  return await (endpoint.method === 'GET'
    ? limitReads(ask, options.signal, options.priority)
    : ask())
}

/**
 * Fetches a reply of type `file` as its bytes; with a priority it is small, and takes its turn among the reads. Throws as
 * `callApi` does.
 */
export async function fetchFile<E extends Endpoint & { reply: { type: 'file' } }>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Blob> {
  async function ask(): Promise<Blob> {
    const response = await ourAnswer(endpoint, input as object, options)
    return await whole(() => response.blob())
  }
  return await (options.priority ? limitReads(ask, options.signal, options.priority) : ask())
}

/**
 * Opens a reply of type `stream`; it ends with `signal`, when the server ends it, or when the network does. Throws as
 * `callApi` does while it is not open.
 */
export async function openStream(
  endpoint: Endpoint & { reply: { type: 'stream' } },
  { token, signal }: CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await ourAnswer(endpoint, {}, { token, signal })
  if (!body) throw new UnreachableError('The stream has no body')
  return body
}

let closed = false

/** While the app lock is closed in this page, no call leaves it: each fails as if there were no network. */
export function closeApi(close: boolean): void {
  closed = close
}

/** An answer of ours that is no refusal; its body is still unread. Whether one came is told to who listens. */
async function ourAnswer(
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
): Promise<Response> {
  if (closed) throw new UnreachableError('The app is locked')
  const response = await anyAnswer(endpoint, input, options)
  noteServerContract(response.headers.get(contractHeader))
  noteServerTime(response.headers.get('date'))
  noteContact(response.ok && endpoint.method === 'GET' ? 'read' : 'answered')
  if (response.ok) return response
  const problem = parseOurs(problemSchema, await readJson(response))
  if (problem.code === 'client_too_old') noteContact('outdated')
  throw new ApiProblemError(problem, response.status, retryAfterMs(response))
}

/** An answer of our server, whatever it says. */
async function anyAnswer(
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
): Promise<Response> {
  try {
    const response = await send(endpoint, input, options)
    if (response.headers.get(appHeader.name) === appHeader.value) return response
    throw new UnreachableError('The answer did not come from the server')
  } catch (error) {
    if (isUnreachable(error)) noteContact('unanswered')
    throw error
  }
}

/** Any call's input, whatever its endpoint asks for. */
interface CallParts {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly files?: object
}

async function send(
  endpoint: Endpoint,
  input: object,
  { token, signal, opId, epoch, priority }: CallOptions,
): Promise<Response> {
  const { params, query, body, files } = input as CallParts
  const deadline = deadlineOf(endpoint, files !== undefined, priority)
  try {
    return await ky(apiAddress(endpoint, params), {
      method: endpoint.method,
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
      cache: 'no-store',
      credentials: 'same-origin',
      ...(query ? { searchParams: searchParams(query) } : {}),
      headers: {
        [contractHeader]: String(contractVersion),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(opId ? { 'idempotency-key': opId } : {}),
        ...(epoch ? { [epochHeader]: epoch } : {}),
      },
      ...(body === undefined
        ? {}
        : endpoint.body?.type === 'multipart'
          ? { body: formData(body, files) }
          : { json: body }),
      signal: AbortSignal.any([signal, deadline].filter((each) => each !== undefined)),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new UnreachableError('No answer from the server', { cause: error })
  }
}

/**
 * Not ky's own timeout, which ends with the headers: a body that stops arriving would hang for ever. A stream has none;
 * whoever reads it listens for its signs of life.
 */
function deadlineOf(
  { reply }: Endpoint,
  withFiles: boolean,
  turn: ReadPriority | undefined,
): AbortSignal | undefined {
  if (reply.type === 'stream') return undefined
  const long = withFiles || (reply.type === 'file' && !turn)
  return AbortSignal.timeout(long ? fileTimeoutMs : requestTimeoutMs)
}

async function readJson(response: Response): Promise<unknown> {
  return await whole(() => response.json())
}

async function whole<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new UnreachableError('The answer was cut short', { cause: error })
  }
}

function parseOurs<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  throw new UnreachableError('The answer is not one this version understands', {
    cause: parsed.issues,
  })
}

/** Where a call goes, with its parameters filled in. */
export function apiAddress({ path }: Endpoint, params: object = {}): string {
  const values = new Map(Object.entries(params))
  return (
    apiBase +
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  )
}

function searchParams(query: object): Record<string, string> {
  const present = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}

/** The fields come first, so that the server can refuse them before it has taken the files. */
function formData(body: unknown, files: object = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as object)) {
    if (value !== undefined) form.append(name, String(value))
  }
  for (const [name, file] of Object.entries(files)) {
    if (file instanceof Blob) form.append(name, file)
  }
  return form
}

/** Retry-After in seconds or as a date, in milliseconds from now. */
function retryAfterMs(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

/**
 * What a call says of the server: a `read` that it answered as wished, any other answer of ours, which may be a refusal, that it
 * takes no calls of a build as old as this one, or no answer at all.
 */
export type Contact = 'read' | 'answered' | 'outdated' | 'unanswered'

const listeners = new Set<(contact: Contact) => void>()
let serverNumber: number | undefined

/** By which number of the contract the server made its last answer; undefined before the first, 0 where it said none. */
export function serverContract(): number | undefined {
  return serverNumber
}

/** Notes what an answer says of itself. */
export function noteServerContract(header: string | null): void {
  serverNumber = Number(header)
}

/** What the server's clock said, and this device's at the same time; both in epoch milliseconds. */
export interface ClockReading {
  readonly serverMs: number
  readonly deviceMs: number
}

let lastReading: ClockReading | undefined

/** The two clocks at the last answer that this page or worker got; undefined before the first. */
export function serverClock(): ClockReading | undefined {
  return lastReading
}

/** A moment of this device by the server's clock, in epoch milliseconds; by its own before the first answer. */
export function byServerClock(deviceMs: number): number {
  return lastReading ? deviceMs + lastReading.serverMs - lastReading.deviceMs : deviceMs
}

function noteServerTime(header: string | null): void {
  const serverMs = Date.parse(header ?? '')
  if (!Number.isNaN(serverMs)) lastReading = { serverMs, deviceMs: Date.now() }
}

/** Calls `listener` after each call of this page or worker, until `signal` ends it. */
export function onContact(listener: (contact: Contact) => void, signal: AbortSignal): void {
  listeners.add(listener)
  signal.addEventListener('abort', () => listeners.delete(listener))
}

/** Says what came of a call. */
export function noteContact(contact: Contact): void {
  for (const listener of listeners) listener(contact)
}
