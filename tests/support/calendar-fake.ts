import type { Interval } from '#contract/instant.ts'
import type {
  CalendarEvent,
  CalendarPort,
  CalendarTokens,
  OpenCalendar,
} from '#server/ports/calendar/port.ts'

export interface CalendarFake extends CalendarPort {
  /** When the owner of every calendar is busy. */
  busy: Interval[]
  /** What the next calls throw. */
  failure: Error | undefined
  readonly events: Map<string, CalendarEvent>
  readonly revoked: string[]
}

/** A calendar in memory that lets everybody in who brings the verifier of their challenge. */
export function calendarFake(): CalendarFake {
  const fake: CalendarFake = {
    busy: [],
    failure: undefined,
    events: new Map(),
    revoked: [],
    consentUrl: ({ state, codeChallenge }) =>
      `https://calendar.example/consent?${new URLSearchParams({ state, codeChallenge })}`,
    async exchange({ code }) {
      if (fake.failure) throw fake.failure
      return { refreshToken: `refresh-${code}`, accessToken: null, accessExpiresMs: null }
    },
    open,
  }

  function open({ refreshToken }: CalendarTokens): OpenCalendar {
    const answering = async <T>(answer: () => T): Promise<T> => {
      if (fake.failure) throw fake.failure
      return answer()
    }
    return {
      busyWithin: () => answering(() => fake.busy),
      putEvent: (event) => answering(() => void fake.events.set(event.eventId, event)),
      removeEvent: (eventId) => answering(() => void fake.events.delete(eventId)),
      revoke: () => answering(() => void fake.revoked.push(refreshToken)),
    }
  }
  return fake
}
