import '#tests/model/browser-globals.ts'
import { addDays } from '#contract/local-date.ts'
import type { OpResult, WireOp } from '#contract/sync/api.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { type TrackerAnswer, type TrackerEntry, trackerScore } from '#contract/trackers/model.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { enqueue, unsentOps, type Enqueued, type TapMoment } from '#src/offline/engine/outbox.ts'
import { UserDatabase } from '#src/offline/storage/database.ts'
import { claimDatabase } from '#src/offline/storage/user-transaction.ts'
import { day } from '#tests/support/day.ts'

export const nowMs = Date.parse('2026-11-21T12:00:00Z')
export const today = day('2026-11-21')
/** The middle of every range of chance. */
export const moment = { nowMs, random: () => 0.5 }

const opened: UserDatabase[] = []

/** A handle on a person's database; more than one may be open, as tabs are. */
export function openTab(userId: string): UserDatabase {
  const db = new UserDatabase(userId)
  opened.push(db)
  return db
}

/** The database of a person who just logged in. */
export async function openPhone(userId: string = crypto.randomUUID()): Promise<UserDatabase> {
  const db = openTab(userId)
  await claimDatabase(db, () => crypto.randomUUID())
  return db
}

/** Deletes what the tests opened, whatever state they left it in. */
export async function closePhones(): Promise<void> {
  for (const db of opened.splice(0)) await db.delete({ disableAutoOpen: true })
}

export function answer(given: Partial<TrackerAnswer> = {}): TrackerAnswer {
  return { trackerType: 'Mood', answer: 'happy', date: today, ...given }
}

export function command(given: Partial<TrackerAnswer> = {}) {
  return { kind: 'trackers.record', payload: answer(given) } as const
}

export function tap(given: Partial<TapMoment> = {}): TapMoment {
  return {
    epochMs: nowMs,
    localDate: today,
    tz: 'Africa/Cairo',
    opId: crypto.randomUUID(),
    ...given,
  }
}

/** The person answers; gives what came of it. */
export async function answers(
  db: UserDatabase,
  given: Partial<TrackerAnswer> = {},
  at: Partial<TapMoment> = {},
): Promise<Enqueued> {
  return await enqueue(db, command(given), tap(at))
}

/** The person answers a tracker for `count` days, today and back, and all of it is queued. */
export async function answersDays(
  db: UserDatabase,
  count: number,
  trackerType: TrackerType = 'Mood',
): Promise<OutboxRow[]> {
  const words = { Mood: 'happy', Fitness: 'active', Sleep: '7 - 8', Diet: 'well' } as const
  for (let index = 0; index < count; index += 1) {
    await answers(db, { trackerType, answer: words[trackerType], date: addDays(today, -index) })
  }
  return (await unsentOps(db)).filter((row) => row.lane === `tracker:${trackerType}`)
}

/** A row as some build wrote it; `given` may be anything, also what a broken disk would hold. */
export async function putRow(db: UserDatabase, given: Record<string, unknown>): Promise<OutboxRow> {
  const row = { ...plainRow(db.userId), ...given }
  const seq = await db.outbox.add(row)
  return { ...row, seq }
}

function plainRow(userId: string): Omit<OutboxRow, 'seq'> {
  return {
    opId: crypto.randomUUID(),
    v: 1,
    userId,
    lane: 'tracker:Mood',
    kind: 'trackers.record',
    payload: answer(),
    blobIds: [],
    localDate: today,
    tz: 'UTC',
    state: 'pending',
    attempts: 0,
    nextAttemptAt: nowMs,
    createdAt: nowMs,
  }
}

/** What the server stores for an operation, and answers on every repeat. */
export function entryOf({ opId, payload }: Pick<WireOp, 'opId' | 'payload'>): TrackerEntry {
  const given = payload as TrackerAnswer
  const score = trackerScore(given.trackerType, given.answer) ?? 1
  return { id: opId, ...given, day: given.date, score }
}

export function applied(op: Pick<WireOp, 'opId' | 'payload'>): OpResult {
  return { opId: op.opId, status: 'applied', result: entryOf(op) }
}
