import type { LocalDate } from '#contract/local-date.ts'
import { isQuiet, pushKindOfTracker, recipientMark } from '#contract/push/model.ts'
import { nextReminder } from '#contract/push/reminders.ts'
import { trackerDay } from '#contract/trackers/model.ts'
import type { Database } from '#server/db/client.ts'
import { inTransaction } from '#server/db/orm.ts'
import { pushDue, pushMoveOn, pushRemind, type DueReminder } from './push.sql.ts'
import { daysOf, quietOf } from './settings.ts'

export interface ClockDeps {
  readonly database: Pick<Database, 'pool'>
  readonly now: () => number
  readonly newId: () => string
}

/** So many in a transaction: short enough that nobody waits, and the work of several processes at once. */
export const clockBatch = 500
/** A reminder that is so late wakes nobody: after an outage it is about a time that is over. */
export const staleMs = 60 * 60_000
const minuteMs = 60_000
/** People choose whole hours, so theirs are spread over some minutes after. */
const spreadSteps = 16
const spreadStepMs = 15_000

/**
 * Decides which reminders are due, and when each is due next, in one transaction: whoever dies when, each is decided once.
 * Gives how many there were. Any number of processes may do it at once.
 */
export async function decideReminders(
  { database, now, newId }: ClockDeps,
  batch = clockBatch,
): Promise<number> {
  return inTransaction(database.pool, 'begin', async (client) => {
    const nowMs = now()
    const due = await pushDue.all(client, [new Date(nowMs), batch])
    if (due.length === 0) return 0
    const decided = due.map((reminder) => decide(reminder, nowMs))
    await pushMoveOn.run(client, [
      due.map(({ userId }) => userId),
      due.map(({ tracker }) => tracker),
      due.map(({ minute }) => minute),
      decided.map(({ nextMs }) => new Date(nextMs)),
    ])
    const sends = decided.flatMap(({ send }) => (send ? [send] : []))
    if (sends.length > 0) {
      await pushRemind.run(client, [
        sends.map(() => newId()),
        sends.map(({ userId }) => userId),
        sends.map(({ kind }) => kind),
        sends.map(({ day }) => day),
        sends.map(({ slot }) => slot),
        sends.map(({ dueMs }) => new Date(dueMs)),
        sends.map(({ beforeMs }) => new Date(beforeMs)),
      ])
    }
    return due.length
  })
}

interface DecidedSend {
  readonly userId: string
  readonly kind: string
  /** The day that an answer would count for: after midnight that may be the one before. */
  readonly day: LocalDate
  readonly slot: string
  readonly dueMs: number
  readonly beforeMs: number
}

function decide(
  reminder: DueReminder,
  nowMs: number,
): { readonly nextMs: number; readonly send?: DecidedSend } {
  const { userId, tracker, minute, timeZone, reachable } = reminder
  const rule = { minute, days: daysOf(reminder.days) }
  const atMs = reminder.nextAt.getTime()
  const nextMs = nextReminder(timeZone, rule, Math.max(nowMs, atMs)).atMs
  const quiet = quietOf(reminder)
  if (!reachable || nowMs - atMs > staleMs || isQuiet(quiet, minute)) return { nextMs }
  const { date } = nextReminder(timeZone, rule, atMs - 1)
  const untilQuiet = quiet ? ((quiet.from - minute + 1_440) % 1_440) * minuteMs : staleMs
  const send = {
    userId,
    kind: pushKindOfTracker[tracker],
    day: trackerDay(tracker, { date, hour: Math.floor(minute / 60) }),
    slot: String(minute),
    dueMs: atMs + (Number.parseInt(recipientMark(userId), 16) % spreadSteps) * spreadStepMs,
    beforeMs: atMs + Math.min(staleMs, untilQuiet),
  }
  return { nextMs, send }
}
