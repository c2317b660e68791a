import * as v from 'valibot'
import {
  heartbeatMs,
  streamEventSchema,
  type LiveEvent,
  type RecentEvent,
  type StreamEvent,
} from '#contract/events/api.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'

/** Two heartbeats and a little: whoever is silent for longer is gone, whatever the connection says. */
export const silenceMsMax = 2 * heartbeatMs + 10_000

/** Between two tries to open the stream: doubling from the first to the last. */
const firstWaitMs = 1_000
const lastWaitMs = 60_000

/** What keeping a stream needs from outside. */
export interface StreamDeps {
  /** Undefined when nobody is logged in. */
  readonly token: () => Promise<string | undefined>
  /** Rejects with `ApiProblemError` or `UnreachableError`. */
  readonly open: (token: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  readonly onEvent: (event: LiveEvent) => void
  /** What happened shortly before the stream began. */
  readonly onRecent?: (event: RecentEvent) => void
  /** Called with each sign of life, and once when the stream is over. */
  readonly onLife: (sign: 'alive' | 'over') => void
  /** Resolves after so long, or earlier when something says that the network is back. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls back once after so long, unless it is called off. */
  readonly after: (ms: number, work: () => void) => () => void
  readonly random: () => number
}

/**
 * Keeps one live stream open until `signal` ends it, and opens it again whenever it breaks. A session that the server
 * does not know ends it for good: only a login brings it back.
 */
export async function keepStream(
  deps: StreamDeps,
  signal: AbortSignal,
): Promise<'stopped' | 'unauthenticated' | 'no_session'> {
  let failures = 0
  while (!signal.aborted) {
    const end = await tryOnce(deps, signal)
    if (end === 'unauthenticated' || end === 'no_session') return end
    failures = end === 'failed' ? failures + 1 : 0
    const ms =
      typeof end === 'object' ? deps.random() * end.spreadMs : waitMs(failures, deps.random)
    if (!signal.aborted) await deps.wait(Math.floor(ms), signal)
  }
  return 'stopped'
}

async function tryOnce(deps: StreamDeps, signal: AbortSignal) {
  let token: string | undefined
  try {
    token = await deps.token()
  } catch {
    // A session that cannot be read just now may be there all the same.
    deps.onLife('over')
    return 'failed'
  }
  return token === undefined ? 'no_session' : await followOnce(deps, token, signal)
}

/** What a server that goes says last: over how long its phones come back to the others. */
type Bye = Extract<StreamEvent, { type: 'bye' }>

/** They do not all come back at once, nor before they know why. */
function waitMs(failures: number, random: () => number): number {
  const ceiling = Math.min(lastWaitMs, firstWaitMs * 2 ** failures)
  return (0.5 + random() / 2) * ceiling
}

async function followOnce(
  deps: StreamDeps,
  token: string,
  signal: AbortSignal,
): Promise<'lived' | 'failed' | 'unauthenticated' | Bye> {
  const silence = new AbortController()
  let callOff = deps.after(silenceMsMax, () => silence.abort())
  const alive = () => {
    callOff()
    callOff = deps.after(silenceMsMax, () => silence.abort())
    deps.onLife('alive')
  }
  let lived = false
  let bye: Bye | undefined
  const hand = (event: StreamEvent | undefined) => {
    if (event?.type === 'bye') bye = event
    else if (event?.type === 'recent') deps.onRecent?.(event)
    else if (event) deps.onEvent(event)
  }
  try {
    const stream = await deps.open(token, AbortSignal.any([signal, silence.signal]))
    const reader = createEventReader((data) => hand(eventOf(data)))
    for await (const text of readable(stream)) {
      lived = true
      alive()
      reader.read(text)
    }
    return bye ?? (lived ? 'lived' : 'failed')
  } catch (error) {
    if (isApiProblem(error) && error.status === 401) return 'unauthenticated'
    // Whatever else broke it, another try is all there is to do.
    return bye ?? (lived ? 'lived' : 'failed')
  } finally {
    callOff()
    deps.onLife('over')
  }
}

/** An event of a newer server says nothing to this build. */
function eventOf(data: string): StreamEvent | undefined {
  const parsed = v.safeParse(streamEventSchema, parsedJson(data))
  return parsed.success ? parsed.output : undefined
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Read by hand: not every browser lets a stream be iterated. */
async function* readable(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    // A reader that has broken already has nothing to let go of.
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Takes server-sent events apart as they come, in pieces of any size. `onData` gets the data of each event; comments,
 * which are signs of life, give none.
 */
export function createEventReader(onData: (data: string) => void): { read(text: string): void } {
  let line = ''
  let data: string[] = []
  let afterReturn = false

  function endLine(): void {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (line.startsWith('data:')) {
      data.push(line.slice('data:'.length).replace(/^ /, ''))
    }
    line = ''
  }

  return {
    read(text) {
      for (const letter of text) {
        const second = letter === '\n' && afterReturn
        afterReturn = letter === '\r'
        if (second) continue
        if (letter === '\n' || letter === '\r') endLine()
        else line += letter
      }
    },
  }
}

/** Spec 4: the open chat is read again this often while no stream is there. */
export const pollMs = 3_000

/** From so long without anything new on, in milliseconds, it is looked at less often. */
const paces = [
  { idleMs: 5 * 60_000, waitMs: 30_000 },
  { idleMs: 60_000, waitMs: 10_000 },
] as const

/** How long to wait before the next look, when nothing new has come for `idleMs`. */
export function pollWaitMs(idleMs: number): number {
  return paces.find((pace) => idleMs >= pace.idleMs)?.waitMs ?? pollMs
}

/** What decides whether to look at all. */
export interface PollState {
  readonly visible: boolean
  readonly online: boolean
  /** The stream is there: nobody needs to look. */
  readonly live: boolean
  /** The server does not know the session. */
  readonly loggedOut: boolean
}

export function mayPoll({ visible, online, live, loggedOut }: PollState): boolean {
  return visible && online && !live && !loggedOut
}
