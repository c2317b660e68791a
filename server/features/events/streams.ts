import { heartbeatMs, type StreamEvent } from '#contract/events/model.ts'
import type { Session } from '#server/http/session/actor.ts'
import type { EventStream, StreamReply } from '#server/http/process/event-stream.ts'
import type { BusEvent, EventBus } from '#server/ports/events/port.ts'

export interface StreamsDeps {
  readonly events: EventBus
  /** Whether a session is still one, asked again while its stream is open. */
  readonly isOpen: (session: Session) => Promise<boolean>
  readonly repeat?: (work: () => void, everyMs: number) => () => void
}

/** A browser has one stream for all its tabs; more than a handful of browsers is no person. */
export const streamsPerPersonMax = 8

export type Streams = ReturnType<typeof createStreams>

/** The live streams of this process. */
export function createStreams(deps: StreamsDeps) {
  const { events, isOpen, repeat = repeatEvery } = deps
  const open = new Map<string, Set<EventStream>>()

  /** A stream of a session's person; it ends with the session, and the oldest of too many ends for a new one. */
  function streamOf(session: Session): StreamReply {
    const { userId } = session.actor
    return {
      begin(stream) {
        const own = open.get(userId) ?? new Set()
        open.set(userId, own.add(stream))
        const [oldest] = own
        if (own.size > streamsPerPersonMax) oldest?.end()

        const stopListening = events.subscribe(userId, (event) => sendEvent(stream, session, event))
        const stopBeating = repeat(() => {
          stream.send('')
          void endWithSession(stream, session)
        }, heartbeatMs)
        // Listening first: what happens from here on is heard, and what happened before is read again.
        send(stream, { type: 'resync' })
        return () => {
          stopListening()
          stopBeating()
          own.delete(stream)
          if (own.size === 0) open.delete(userId)
        }
      },
    }
  }

  function sendEvent(stream: EventStream, session: Session, event: BusEvent): void {
    if (event.type === 'sessions') void endWithSession(stream, session)
    else send(stream, event)
  }

  /** A database that cannot be asked ends no stream: the next heartbeat asks again. */
  async function endWithSession(stream: EventStream, session: Session): Promise<void> {
    if (!(await isOpen(session).catch(() => true))) stream.end()
  }

  /** Lets every caller go: they come back to a process that stays, spread over the time given. */
  function endAll(spreadMs: number): void {
    for (const own of open.values()) {
      for (const stream of own) {
        send(stream, { type: 'bye', spreadMs })
        stream.end()
      }
    }
  }

  return { streamOf, endAll }
}

function send(stream: EventStream, event: StreamEvent): void {
  stream.send(JSON.stringify(event))
}

function repeatEvery(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}
