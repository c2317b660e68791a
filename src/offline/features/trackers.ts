import * as v from 'valibot'
import { laneOf } from '#contract/commands.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import {
  trackerAnswerSchema,
  trackerEntrySchema,
  type TrackerAnswer,
  type TrackerEntry,
} from '#contract/trackers/model.ts'
import { readWaitingImports } from './tracker-imports.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Kind } from '#src/offline/engine/outbox-row.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

export const trackersRecord: Kind<'trackers.record', TrackerEntry> = {
  tables: (db) => [db.trackerEntries],

  async admit(db, answer) {
    const known = await knownAnswer(db, answer)
    return known ? 'already_answered' : 'ok'
  },

  async settle(db, results) {
    // A day that several operations named is written once, as the last of them left it: writing is what takes time here.
    const byDay = new Map(results.map((entry) => [`${entry.trackerType} ${entry.day}`, entry]))
    await db.trackerEntries.bulkPut([...byDay.values()])
  },

  /** An entry has the id of the operation that made it. */
  async found(db, found) {
    const others = found.filter(({ opId, result }) => result.id !== opId)
    if (others.length > 0)
      await noteSuperseded(
        db,
        others.map(({ result }) => result),
      )
  },

  async inVain(db, found) {
    const imported = found.filter(({ result }) => result.importId !== undefined)
    if (imported.length === 0) return []
    const { undone } = await readWaitingImports(db)
    return imported.flatMap(({ opId, result }) => (undone.has(result.importId ?? '') ? [opId] : []))
  },

  resultSchema: trackerEntrySchema,
}

/** Whether this device knows of an answer for a day: the server's entry, or one that still waits to be sent. */
export async function isDayAnswered(
  db: UserDatabase,
  trackerType: TrackerType,
  date: LocalDate,
): Promise<boolean> {
  return (await knownAnswer(db, { trackerType, date, answer: '' })) !== undefined
}

async function knownAnswer(db: UserDatabase, { trackerType, date, answer }: TrackerAnswer) {
  const entry = await db.trackerEntries.get([trackerType, date])
  // What is about to go with its import leaves the day open: the undo is in front of whatever is tapped now.
  if (entry && !(await isBeingUndone(db, entry))) return entry.answer
  const lane = laneOf('trackers.record', { trackerType, date, answer })
  const waiting = await db.outbox.where('lane').equals(lane).toArray()
  return waiting
    .filter((row) => row.state !== 'dead')
    .map((row) => v.safeParse(trackerAnswerSchema, row.payload))
    .find((parsed) => parsed.success && parsed.output.date === date)?.output
}

async function isBeingUndone(db: UserDatabase, { importId }: TrackerEntry): Promise<boolean> {
  return importId !== undefined && (await readWaitingImports(db)).undone.has(importId)
}

/** Notes that these answers have replaced some given here, each day once; inside a user transaction. */
export async function noteSuperseded(
  db: UserDatabase,
  entries: readonly TrackerEntry[],
): Promise<void> {
  const unseen = await supersededAnswers(db)
  const byDay = new Map(
    [...unseen, ...entries].map((each) => [`${each.trackerType} ${each.day}`, each]),
  )
  await db.meta.put({ key: 'supersededAnswers', entries: [...byDay.values()] })
}

/** The answers of another device that the person has not seen yet, those that came first in front. For a live query. */
export async function supersededAnswers(db: UserDatabase): Promise<TrackerEntry[]> {
  const row = await db.meta.get('supersededAnswers')
  const entries = row?.key === 'supersededAnswers' ? row.entries : []
  return entries.filter((entry) => v.is(trackerEntrySchema, entry))
}

/** Takes them to show them, once: of several tabs one gets them. */
export async function takeSuperseded(db: UserDatabase): Promise<TrackerEntry[]> {
  return await userTransaction(db, [], async () => {
    const entries = await supersededAnswers(db)
    await db.meta.delete('supersededAnswers')
    return entries
  })
}
