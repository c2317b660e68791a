import * as v from 'valibot'
import { eventsApi, heartbeatMs, liveEventSchema, type LiveEvent } from '#contract/events/api.ts'
import { noteContact, openStream } from '#src/offline/api/api.ts'
import { readSession } from '#src/offline/session/session-copy.ts'
import { keepStream, silenceMsMax } from './keep-stream.ts'

/** What this tab does with what comes over the person's one stream. */
export interface LiveParts {
  readonly userId: string
  /** `leads`: this tab has the stream, and is the one to read again what the event names. */
  readonly onEvent: (event: LiveEvent, leads: boolean) => void
  /** Whether the stream stands, in whichever tab; `leads` as above. */
  readonly onLive: (live: boolean, leads: boolean) => void
  /** The tab that has the stream could not read what an event named. */
  readonly onMissed: () => void
  /** The server does not know the session any more. */
  readonly onLoggedOut: () => void
}

export interface Live {
  /** The network or the person may be back: a stream that waits for its next try, or has been silent, is opened now. */
  wake(): void
  /** What an event named could not be read: where this tab has the stream, the others are told, one of which may be looked at. */
  tellMissed(): void
  stop(): void
}

/** What tabs tell each other. */
const tabMessageSchema = v.variant('say', [
  v.object({ say: v.literal('event'), event: liveEventSchema }),
  v.object({ say: v.literal('alive') }),
  v.object({ say: v.literal('over') }),
  v.object({ say: v.literal('missed') }),
])
type TabMessage = v.InferOutput<typeof tabMessageSchema>

/** A heartbeat is missing: when the person comes back, nobody waits for the end of the silence. */
const doubtfulMs = heartbeatMs + 5_000
/** So long after a return what came while the page was frozen has been handed to it, in milliseconds. */
export const handoverMs = 500

/**
 * One live stream for all tabs of a browser: whoever holds the lock has it and tells the others. When that tab goes, the
 * browser gives the lock to the next one.
 */
export function startLive({ userId, onEvent, onLive, onMissed, onLoggedOut }: LiveParts): Live {
  const stopping = new AbortController()
  const channel = new BroadcastChannel(`zync-live:${userId}`)
  const wakes = new Set<() => void>()
  let quiet: ReturnType<typeof setTimeout> | undefined
  let leads = false
  /** Ends the stream that this tab has, and when something came on it last. */
  let current = new AbortController()
  let aliveAt = 0
  /** The stream that this tab has is the first one it has heard of. */
  let isFirst = false
  /** The next try waits for nothing. */
  let hurries = false

  /** By the clock of the wall: timers stand still while a device sleeps. */
  function isDoubtful(): boolean {
    return leads && Math.abs(Date.now() - aliveAt) > doubtfulMs
  }

  function endDoubtful(): void {
    if (!isDoubtful()) return
    hurries = true
    current.abort()
  }

  function noteLife(sign: 'alive' | 'over'): void {
    clearTimeout(quiet)
    // A tab that was put to sleep says nothing of its end.
    if (sign === 'alive') {
      quiet = setTimeout(() => onLive(false, leads), silenceMsMax)
      aliveAt = Date.now()
      // The stream is an answer of the server, too: while it stands there may be no call that gives one.
      noteContact('answered')
    }
    onLive(sign === 'alive', leads)
  }

  function tell(message: TabMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name: it is ours
    if (!stopping.signal.aborted) channel.postMessage(message)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const parsed = v.safeParse(tabMessageSchema, data)
    if (!parsed.success) return
    const message = parsed.output
    if (message.say === 'event') onEvent(message.event, false)
    else if (message.say === 'missed') onMissed()
    else noteLife(message.say)
  })

  async function lead(): Promise<void> {
    leads = true
    const end = await keepStream(
      {
        token: async () => {
          const session = await readSession()
          return session?.userId === userId ? session.token : undefined
        },
        open: (token, signal) => {
          current = new AbortController()
          isFirst = aliveAt === 0
          aliveAt = Date.now()
          const either = AbortSignal.any([signal, current.signal])
          return openStream(eventsApi.liveEvents, { token, signal: either })
        },
        onEvent: (event) => {
          tell({ say: 'event', event })
          onEvent(event, true)
        },
        onRecent: ({ of, agoMs }) => {
          // What happened before this page began, or in a gap after which all is read, is no news to it.
          if (isFirst && agoMs <= pageAgeMs()) onEvent({ type: of }, true)
        },
        onLife: (sign) => {
          tell({ say: sign })
          noteLife(sign)
        },
        wait: async (ms, signal) => {
          if (!hurries) await pause(ms, signal, wakes)
          hurries = false
        },
        after: (ms, work) => {
          const timer = setTimeout(work, ms)
          return () => clearTimeout(timer)
        },
        random: () => Math.random(),
      },
      stopping.signal,
    )
    leads = false
    if (end === 'unauthenticated') onLoggedOut()
  }

  const { signal } = stopping
  navigator.locks.request(`live:${userId}`, { signal }, lead).catch(() => noteLife('over'))

  return {
    wake() {
      for (const wake of wakes) wake()
      if (isDoubtful()) setTimeout(endDoubtful, handoverMs)
    },
    tellMissed() {
      if (leads) tell({ say: 'missed' })
    },
    stop() {
      stopping.abort()
      clearTimeout(quiet)
      channel.close()
    },
  }
}

/** For how long this page has been there. Its own clock may stand still while a device sleeps. */
function pageAgeMs(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin)
}

/** Waits for so long, until somebody wakes it, or until it is over. */
function pause(ms: number, signal: AbortSignal, wakes: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      wakes.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    wakes.add(done)
    signal.addEventListener('abort', done)
  })
}
