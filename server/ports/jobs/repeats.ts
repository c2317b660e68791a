import { momentOf } from '#contract/calendar/time-zone.ts'
import { clockAt, addDays, utcDate, type LocalDate } from '#contract/local-date.ts'
import type { DailyTime, JobKind, NewJob } from './port.ts'

/** One time that repeated work is asked for; `name` is the same in every process. */
export interface Turn {
  readonly name: string
  /** Epoch milliseconds. */
  readonly atMs: number
}

type TurnAt = (nowMs: number) => Turn

const hourMs = 3_600_000

/** Notes the jobs that come again and again, one for each turn whichever process is first. */
export function createRepeats(add: (job: NewJob) => Promise<void>, now: () => number) {
  const repeated = new Map<JobKind, TurnAt>()
  /** The last turn of each that this process has noted. */
  const noted = new Map<JobKind, string>()

  async function addDue(): Promise<void> {
    for (const [kind, turnAt] of repeated) {
      const { name, atMs } = turnAt(now())
      if (noted.get(kind) === name) continue
      await add({ kind, key: `${kind}:${name}`, payload: {}, runAt: new Date(atMs) })
      noted.set(kind, name)
    }
  }

  return { add: (kind: JobKind, turnAt: TurnAt) => void repeated.set(kind, turnAt), addDue }
}

/** The turn of a moment where there is one in each `everyMs`. */
export function turnOf(everyMs: number, nowMs: number): Turn {
  const turn = Math.floor(nowMs / everyMs)
  return { name: String(turn), atMs: turn * everyMs }
}

/**
 * The last turn that has begun where there is one on each local date, named by that date. An hour that the zone's clock skips
 * begins after the skip, and one that it shows twice begins once; a date that the zone skipped has none.
 */
export function dailyTurn({ hour, timeZone }: DailyTime, nowMs: number): Turn {
  const startOf = (date: LocalDate) => momentOf(timeZone, Date.parse(date) + hour * hourMs)
  // From the day after: clocks that are put back over midnight show yesterday once more.
  let date = addDays(utcDate(clockAt(timeZone, nowMs)), 1)
  while (startOf(date) > nowMs) date = addDays(date, -1)
  return { name: date, atMs: startOf(date) }
}
