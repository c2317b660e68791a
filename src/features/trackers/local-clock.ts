import { useSyncExternalStore } from 'react'
import { localTimeAt, type LocalDate } from '#contract/local-date.ts'
import { deviceZone } from '#src/lib/dates.ts'

/** What the person's own clock shows, to the hour. */
export interface LocalClock {
  readonly date: LocalDate
  /** 0 to 23 */
  readonly hour: number
  /** IANA name */
  readonly tz: string
}

const hourMs = 3_600_000

/** The clock of this device at an instant in milliseconds. */
export function clockAt(epochMs: number): LocalClock {
  const tz = deviceZone()
  return { ...localTimeAt(epochMs, tz), tz }
}

let last: LocalClock | undefined

/** The same object until the hour, the day or the zone changes. */
function currentClock(): LocalClock {
  const now = clockAt(Date.now())
  const same = last && last.date === now.date && last.hour === now.hour && last.tz === now.tz
  if (!last || !same) last = now
  return last
}

/** The person's clock, followed past midnight and after the device slept. */
export function useLocalClock(): LocalClock {
  return useSyncExternalStore(followClock, currentClock)
}

function followClock(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const tick = () => {
    listener()
    // Just past the hour; some zones turn at a half or a quarter, so four looks an hour.
    timer = setTimeout(tick, hourMs / 4 - (Date.now() % (hourMs / 4)) + 50)
  }
  tick()
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
