import { createHmac } from 'node:crypto'
import { type eventsApi, heartbeatMs, type Heads, type StreamEvent } from '#contract/events/api.ts'
import { utcDate } from '#contract/local-date.ts'
import { defineFeature } from '#server/feature.ts'
import { chatsHeadOf } from '#server/features/chat/index.ts'
import { noticesHeadOf } from '#server/features/notices/index.ts'
import { createWorkQueue } from '#server/http/limits/limits.ts'
import type { EventStream, StreamReply } from '#server/http/routing/response.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Session } from '#server/http/session/caller.ts'
import type { BusEvent, EventBus } from '#server/ports/events/port.ts'
import type { Metrics } from '#server/ports/metrics/metrics.ts'

export const events = defineFeature({
  routes: ({
    database: { pool },
    events: bus,
    sessions,
    lifecycle,
    metrics,
    sync,
    sealer,
    now,
  }) => {
    const keyed = keyedHeads(sealer.keyFor('heads'))
    const streams = createStreams({
      events: bus,
      isOpen: sessions.isOpen,
      headsOf: async (userId) => {
        const reader = { userId, today: utcDate(now()) }
        const chats = await chatsHeadOf(pool, reader)
        return keyed(userId, { chats, notices: await noticesHeadOf(pool, reader) })
      },
      epoch: sync.epoch,
      metrics,
    })
    lifecycle.whenDraining.add(streams.endAll)
    return eventsRoutes(streams)
  },
})

/**
 * Heads as they leave: hashed with a key that all processes have and nobody else, so that nobody finds by trying what they
 * were made of, such as a birth date.
 */
function keyedHeads(key: string): (userId: string, heads: Heads) => Heads {
  return (userId, heads) => {
    const hash = (head: string | undefined) =>
      head && createHmac('sha256', key).update(`${userId} ${head}`).digest('base64url')
    return { chats: hash(heads.chats), notices: hash(heads.notices) }
  }
}

/** Everybody listens for themself alone: the stream takes no id. */
function eventsRoutes(streams: Streams): Routes<typeof eventsApi> {
  return {
    liveEvents: {
      policy: anyMember,
      handle: async ({ session }) => streams.streamOf(session),
    },
  }
}

interface StreamsDeps {
  readonly events: EventBus
  /** Whether a session is still one, asked again while its stream is open. */
  readonly isOpen: (session: Session) => Promise<boolean>
  /** Which life of our data this is: a phone that knew another one sends again what was forgotten. */
  readonly epoch: () => Promise<string>
  /** How what a person's phone reads again stands. */
  readonly headsOf: (userId: string) => Promise<Heads>
  readonly metrics: Pick<Metrics, 'stream' | 'event'>
  readonly repeat?: (work: () => void, everyMs: number) => () => void
  readonly random?: () => number
}

/**
 * About so often is asked whether a session is still one: whatever ends one says so at once, but for those that run out and
 * for a word that was lost.
 */
export const sessionLookMs = 300_000
/** A thousand streams that come back at once leave the database to whoever taps. */
const headsQueue = { runningMax: 2, waitingMax: 20_000 }

/** A browser has one stream for all its tabs; more than a handful of browsers is no person. */
export const streamsPerPersonMax = 8

type Streams = ReturnType<typeof createStreams>

/** The live streams of this process. */
export function createStreams(deps: StreamsDeps) {
  const { events, isOpen, headsOf, metrics, repeat = repeatEvery, random = Math.random } = deps
  const queued = createWorkQueue(headsQueue)
  const open = new Map<string, Set<EventStream>>()

  /** A stream of a session's person; it ends with the session, and the oldest of too many ends for a new one. */
  function streamOf(session: Session): StreamReply {
    const { userId } = session.actor
    return {
      begin(stream) {
        const own = open.get(userId) ?? new Set()
        open.set(userId, own.add(stream))
        metrics.stream(1)
        const [oldest] = own
        if (own.size > streamsPerPersonMax) oldest?.end()

        const stopListening = events.subscribe(userId, (event) => sendEvent(stream, session, event))
        const stopBeating = repeat(() => stream.send(''), heartbeatMs)
        const lookMs = Math.round(sessionLookMs * (0.8 + 0.4 * random()))
        const stopLooking = repeat(() => void endWithSession(stream, session), lookMs)
        // Listening first: what happens from here on is heard, and what happened before is read again.
        for (const event of events.recent(userId)) send(stream, event)
        void sendEpoch(stream)
        void sendResync(stream, session)
        return () => {
          stopListening()
          stopBeating()
          stopLooking()
          metrics.stream(-1)
          own.delete(stream)
          if (own.size === 0) open.delete(userId)
        }
      },
    }
  }

  /** Where the database cannot be asked, the next push or stream says it. */
  async function sendEpoch(stream: EventStream): Promise<void> {
    const epoch = await deps.epoch().catch(() => undefined)
    if (epoch !== undefined) send(stream, { type: 'epoch', epoch })
  }

  function sendEvent(stream: EventStream, session: Session, event: BusEvent): void {
    if (event.type === 'sessions') void endWithSession(stream, session)
    else if (event.type === 'resync') void sendResync(stream, session)
    else send(stream, event)
  }

  /** Says what to compare with; a phone that gets nothing to compare with reads all. */
  async function sendResync(stream: EventStream, { actor }: Session): Promise<void> {
    const heads = await queued(() => headsOf(actor.userId)).catch(() => undefined)
    send(stream, { type: 'resync', heads })
  }

  /** A database that cannot be asked ends no stream: the next look asks again. */
  async function endWithSession(stream: EventStream, session: Session): Promise<void> {
    if (!(await isOpen(session).catch(() => true))) stream.end()
  }

  /** Lets every caller go: they come back to a process that stays, spread over the time given. */
  function endAll(spreadMs: number): void {
    for (const stream of [...open.values()].flatMap((own) => [...own])) {
      send(stream, { type: 'bye', spreadMs })
      stream.end()
    }
  }

  function send(stream: EventStream, event: StreamEvent): void {
    metrics.event(event.type)
    stream.send(JSON.stringify(event))
  }

  return { streamOf, endAll }
}

function repeatEvery(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}
