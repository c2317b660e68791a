import { trackerCatalog } from '#contract/trackers/catalog.ts'
import { trackerScore, type TrackerAnswer } from '#contract/trackers/model.ts'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import { type UserDatabase, openUserDatabase } from '#src/offline/storage/database.ts'
import { claimDatabase } from '#src/offline/storage/user-transaction.ts'
import { openAnswers, wireOp } from '../answers.ts'

/** What the bench asks of the offline core inside a page; all times in milliseconds. */
export type PhoneCore = typeof core

const core = { openPhone, queue, drain, enqueueOneByOne, sendOneByOne, sendBare }

let db: UserDatabase | undefined

/** Makes the page the phone of a person who has `entryCount` answers and `waitingCount` unsent ones of long ago. */
async function openPhone(given: {
  userId: string
  token: string
  entryCount: number
  waitingCount: number
}): Promise<void> {
  db?.close()
  db = await openUserDatabase(given.userId, () => true)
  await claimDatabase(db, () => crypto.randomUUID())
  await writeSession({ userId: given.userId, token: given.token })
  const old = olderAnswers(given.entryCount + given.waitingCount)
  const entries = old.slice(0, given.entryCount)
  await db.trackerEntries.bulkPut(
    entries.map((answer) => ({
      id: wireOp(answer).opId,
      ...answer,
      day: answer.date,
      score: trackerScore(answer.trackerType, answer.answer) ?? 4,
    })),
  )
  await db.outbox.bulkAdd(old.slice(given.entryCount).map((answer) => rowOf(given.userId, answer)))
}

/** Puts `count` answers in line; more than there are open days repeat days. */
async function queue(count: number): Promise<void> {
  const { outbox, userId } = opened()
  const answers = openAnswers(Date.now())
  const rows = Array.from({ length: count }, (_, index) => answers[index % answers.length])
  await outbox.bulkAdd(rows.flatMap((answer) => (answer ? [rowOf(userId, answer)] : [])))
}

/** How long it takes until all that is in line has been sent and taken in. */
async function drain(): Promise<number> {
  const startedMs = performance.now()
  const outcome = await drainNow(opened(), 'page')
  const ms = performance.now() - startedMs
  if (outcome?.status !== 'empty') throw new Error(`The drain ended as ${outcome?.status}`)
  return ms
}

/** How long each of the day's answers takes until it is kept. */
async function enqueueOneByOne(count: number): Promise<number[]> {
  const taken: number[] = []
  for (const answer of openAnswers(Date.now()).slice(0, count)) {
    const { opId, localDate, tz } = wireOp(answer)
    const tap = { epochMs: Date.now(), localDate, tz, opId }
    const startedMs = performance.now()
    const kept = await enqueue(opened(), { kind: 'trackers.record', payload: answer }, tap)
    taken.push(performance.now() - startedMs)
    if (kept.status !== 'queued') throw new Error(`An answer was ${kept.code}`)
  }
  return taken
}

/** How long one request takes for each of `count` answers, one after the other. */
async function sendOneByOne(count: number, token: string): Promise<number> {
  const startedMs = performance.now()
  for (const answer of openAnswers(Date.now()).slice(0, count)) {
    const response = await fetch('/api/trackers', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(answer),
    })
    await response.json()
  }
  return performance.now() - startedMs
}

/** How long one request of our own origin takes with the body that `count` operations have. */
async function sendBare(count: number): Promise<number> {
  const answers = openAnswers(Date.now())
  const ops = Array.from({ length: count }, (_, index) => answers[index % answers.length])
  const body = JSON.stringify({ ops: ops.map((answer) => answer && wireOp(answer)) })
  const startedMs = performance.now()
  const response = await fetch('/', { method: 'POST', body })
  await response.arrayBuffer()
  return performance.now() - startedMs
}

function opened(): UserDatabase {
  if (!db) throw new Error('No phone is open')
  return db
}

/** Answers of days that lie behind those that can still be answered. */
function olderAnswers(count: number): TrackerAnswer[] {
  const days = Math.ceil(count / 4) + 1
  return openAnswers(Date.now() - 60 * 86_400_000, days)
    .slice(0, count)
    .map((given, index) => {
      // No day is like the next one, as with people.
      const { answers } = trackerCatalog[given.trackerType]
      return { ...given, answer: answers[(index * 7 + Math.floor(index / 4)) % 4] ?? answers[0] }
    })
}

function rowOf(userId: string, answer: TrackerAnswer): Omit<OutboxRow, 'seq'> {
  const { opId, v, kind, payload, tz } = wireOp(answer)
  return {
    opId,
    v,
    kind,
    payload,
    tz,
    userId,
    lane: `tracker:${answer.trackerType}`,
    blobIds: [],
    localDate: answer.date,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: Date.now(),
  }
}

Object.assign(globalThis, { zyncPhone: core })
