import type pg from 'pg'
import {
  type LocalDate,
  newestAdultBirthDate,
  utcDate,
  clockAt,
  minuteMs,
  dayMs,
} from '#contract/local-date.ts'
import { isQuiet, pushKindOfTracker, recipientMark } from '#contract/push/model.ts'
import { nextReminder } from '#contract/push/reminders.ts'
import { trackerDay } from '#contract/trackers/model.ts'
import type { Database } from '#server/db/client.ts'
import { inTransaction, ormOn } from '#server/db/orm.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import {
  pushDue,
  pushMoveOn,
  pushRemind,
  type DueReminder,
  pushCounts,
  pushDrop,
  pushPostpone,
  pushQueue,
  pushUnanswered,
  pushWaiting,
  type WaitingSend,
} from './push.sql.ts'
import { daysOf, quietOf } from './settings.ts'

interface ClockDeps {
  readonly database: Pick<Database, 'pool'>
  readonly now: () => number
  readonly newId: () => string
}

/** So many in a transaction: short enough that nobody waits, and the work of several processes at once. */
export const clockBatch = 500
/** A reminder that is so late wakes nobody: after an outage it is about a time that is over. */
const staleMs = 60 * 60_000
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

interface QueueDeps {
  readonly database: Pick<Database, 'pool'>
  readonly jobs: Pick<Jobs, 'add'>
  readonly now: () => number
}

/** So many go out with one job: a job is a few statements, whatever it sends. */
const sendsPerJob = 50
/** Longer than any day, whatever the clock did. */
const lookBackMs = 36 * 3_600_000

type Judged = readonly [send: WaitingSend, verdict: Verdict]

/** Decides about what is due and notes jobs for what goes out, in one transaction. Gives how many there were. */
export async function queueDue(deps: QueueDeps, batch = clockBatch): Promise<number> {
  return inTransaction(deps.database.pool, 'begin', async (client) => {
    const nowMs = deps.now()
    const adult = newestAdultBirthDate(utcDate(nowMs))
    const waiting = await pushWaiting.all(client, [new Date(nowMs), batch, adult])
    if (waiting.length === 0) return 0
    const had = await hadOf(client, waiting, nowMs)
    const judged = waiting.map((send): Judged => [send, judge(send, had, nowMs)])
    await drop(client, judged)
    await postpone(client, judged)
    await queue(deps, client, judged, new Date(nowMs))
    return waiting.length
  })
}

async function hadOf(client: pg.PoolClient, waiting: readonly WaitingSend[], nowMs: number) {
  const userIds = [...new Set(waiting.map(({ userId }) => userId))]
  const counts = await pushCounts.all(client, [userIds, new Date(nowMs - lookBackMs)])
  const reminded = waiting.filter(({ kind }) => kind.startsWith('tracker.'))
  const remindedIds = [...new Set(reminded.map(({ userId }) => userId))]
  const unanswered = remindedIds.length > 0 ? await pushUnanswered.all(client, [remindedIds]) : []
  return {
    counts: new Map(counts.map(({ userId, day, count }) => [`${userId} ${day}`, count])),
    unanswered: new Map(
      unanswered.map(({ userId, kind, ...rest }) => [`${userId} ${kind}`, rest] as const),
    ),
  }
}

async function drop(client: pg.PoolClient, judged: readonly Judged[]): Promise<void> {
  const dropped = judged.flatMap(([{ id }, verdict]) =>
    verdict.kind === 'drop' ? [[id, verdict.why] as const] : [],
  )
  if (dropped.length === 0) return
  await pushDrop.run(client, [dropped.map(([id]) => id), dropped.map(([, why]) => why)])
}

async function postpone(client: pg.PoolClient, judged: readonly Judged[]): Promise<void> {
  const waits = judged.flatMap(([{ id }, verdict]) =>
    verdict.kind === 'wait' ? [[id, new Date(verdict.untilMs)] as const] : [],
  )
  if (waits.length === 0) return
  await pushPostpone.run(client, [waits.map(([id]) => id), waits.map(([, until]) => until)])
}

async function queue(
  { jobs }: QueueDeps,
  client: pg.PoolClient,
  judged: readonly Judged[],
  at: Date,
): Promise<void> {
  const going = judged.flatMap(([{ id }, verdict]) =>
    verdict.kind === 'send' ? [{ id, ...verdict }] : [],
  )
  if (going.length === 0) return
  await pushQueue.run(client, [
    going.map(({ id }) => id),
    going.map(({ day }) => day),
    going.map(({ asks }) => asks),
    going.map(({ silent }) => silent),
    at,
  ])
  for (let from = 0; from < going.length; from += sendsPerJob) {
    const ids = going.slice(from, from + sendsPerJob).map(({ id }) => id)
    await jobs.add(ormOn(client), { kind: 'push.send', payload: { ids }, runAt: at })
  }
}

/** Young people and parents get so many notifications a day at most, those about sessions apart. */
const perDayMax = 6
/** After so many days of a tracker without an answer, its reminders ask whether to stop. */
const unansweredDaysMax = 3

/** What became of something that was due. */
type Verdict =
  | { readonly kind: 'drop'; readonly why: string }
  | { readonly kind: 'wait'; readonly untilMs: number }
  | {
      readonly kind: 'send'
      readonly day: LocalDate
      readonly silent: boolean
      readonly asks: boolean
    }

/** What people had already; a judgement adds to it. */
interface Had {
  /** By person and their day. */
  readonly counts: Map<string, number>
  /** By person and kind. */
  readonly unanswered: ReadonlyMap<string, { readonly days: number; readonly asked: boolean }>
}

/** Whether something that is due is sent, at the person's own time and in the order given. */
function judge(send: WaitingSend, had: Had, nowMs: number): Verdict {
  const moot = whyMoot(send, nowMs)
  if (moot !== undefined) return { kind: 'drop', why: moot }
  const clockMs = clockAt(send.timeZone, nowMs)
  const day = utcDate(clockMs)
  const ofSession = send.kind.startsWith('session.')
  const ofTracker = send.kind.startsWith('tracker.')
  const quietMs = quietLeftMs(send, clockMs)
  const goes = { kind: 'send', day, silent: ofSession && quietMs > 0, asks: false } as const
  if (ofSession) return goes
  if (quietMs > 0) {
    return ofTracker ? { kind: 'drop', why: 'quiet' } : { kind: 'wait', untilMs: nowMs + quietMs }
  }
  if (send.counted) return goes
  const { days = 0, asked = false } = had.unanswered.get(`${send.userId} ${send.kind}`) ?? {}
  if (ofTracker && asked) return { kind: 'drop', why: 'unanswered' }
  const key = `${send.userId} ${day}`
  const count = had.counts.get(key) ?? 0
  if (count >= perDayMax && send.userType !== 'ServiceProvider') {
    // News is still news tomorrow; a reminder is about today.
    return ofTracker
      ? { kind: 'drop', why: 'enough' }
      : { kind: 'wait', untilMs: nextDayMs(send, clockMs, nowMs) }
  }
  had.counts.set(key, count + 1)
  return { ...goes, asks: ofTracker && days >= unansweredDaysMax }
}

function whyMoot(send: WaitingSend, nowMs: number): string | undefined {
  if (send.sendBefore.getTime() <= nowMs) return 'late'
  if (send.suspended) return 'suspended'
  if (send.hidden) return 'hidden'
  if (!send.wanted) return 'off'
  if (send.answered) return 'answered'
  return send.unread ? undefined : 'read'
}

/** When nobody is woken any more, in minutes of the day. */
const morningMinute = 7 * 60

/** The next morning of the person's clock, or its midnight where the morning is too late: nobody is woken without need. */
function nextDayMs({ sendBefore }: WaitingSend, clockMs: number, nowMs: number): number {
  const midnightMs = nowMs + dayMs - (clockMs % dayMs)
  const morningMs = midnightMs + morningMinute * minuteMs
  return morningMs < sendBefore.getTime() ? morningMs : midnightMs
}

/** How long quiet hours last from here; 0 outside them. */
function quietLeftMs(send: WaitingSend, clockMs: number): number {
  const quiet = quietOf(send)
  const minute = Math.floor((clockMs % dayMs) / minuteMs)
  if (quiet === null || !isQuiet(quiet, minute)) return 0
  return ((quiet.to - minute + 1_440) % 1_440) * minuteMs - (clockMs % minuteMs)
}
