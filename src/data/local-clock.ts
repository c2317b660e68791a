import { useSyncExternalStore, useCallback } from 'react'
import { type LocalDate, hourMs } from '#contract/local-date.ts'
import { byServerClock } from '#src/offline/api/api.ts'

/** What the person's own clock shows, to the hour. */
export interface LocalClock {
  readonly date: LocalDate
  /** 0 to 23 */
  readonly hour: number
}

/** The clock of this device at an instant in milliseconds; without Intl, whose first use holds up the start of a phone. */
export function clockAt(epochMs: number): LocalClock {
  const now = new Date(epochMs)
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(String)
  const date = [year?.padStart(4, '0'), month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  return { date: date as LocalDate, hour: now.getHours() }
}

let last: LocalClock | undefined

/** The same object until the hour or the day changes. */
function currentClock(): LocalClock {
  const now = clockAt(Date.now())
  const same = last && last.date === now.date && last.hour === now.hour
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

/** The screen's idea of now is this coarse, in milliseconds. */
const stepMs = 5_000

/** Epoch milliseconds, rounded down to 5 s and followed while the screen is open and seen. */
export function useNow(): number {
  return useSyncExternalStore(followTime, () => Math.floor(Date.now() / stepMs) * stepMs)
}

/**
 * The same by the server's clock, as far as this page has heard it: what it takes only until a moment, or from one on, goes by
 * that. By this device's before its first answer. Or what `of` makes of it, where less than every step is to be drawn.
 */
export function useServerNow(of = (nowMs: number) => nowMs): number {
  return useSyncExternalStore(followTime, () =>
    of(Math.floor(byServerClock(Date.now()) / stepMs) * stepMs),
  )
}

function followTime(listener: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    clearInterval(timer)
    if (document.hidden) return
    listener()
    timer = setInterval(listener, stepMs)
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', follow)
  }
}

/** Whether a moment in epoch milliseconds is still to come, until it has come; false for none. */
export function useIsBefore(atMs: number | undefined): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const timer = atMs === undefined ? undefined : setTimeout(listener, atMs - Date.now() + 1)
      return () => clearTimeout(timer)
    },
    [atMs],
  )
  return useSyncExternalStore(follow, () => atMs !== undefined && Date.now() < atMs)
}

/** How long ago, in milliseconds; a clock that was set back counts like one that was put forward. */
export function sinceMs(atMs: number): number {
  return Math.abs(Date.now() - atMs)
}
