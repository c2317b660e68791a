import * as v from 'valibot'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackersApi } from '#contract/trackers/api.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import {
  trackerAnswerSchema,
  trackerEntrySchema,
  trackerScore,
  type TrackerEntry,
  type TrackerScore,
} from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { type OutboxRow, undoableUntil } from '#src/offline/engine/outbox-row.ts'
import {
  dropGone,
  goneDays,
  importedDays,
  readWaitingImports,
  withoutTakenBack,
  type WaitingImports,
} from '#src/offline/features/tracker-imports.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { putChanged } from '#src/offline/storage/put-changed.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** The entries of the last `days` days up to today, oldest first: the server's, overlaid by what still waits here. */
export const entriesResource = defineResource<DayEntry[], [days: number]>({
  key: 'trackers.entries',
  read: (db, days) => readEntries(db, addDays(clockAt(Date.now()).date, -days)),
  refresh: refreshEntries,
})

/** The longest range the charts show, in days. */
export const chartDaysMax = 90

/** What this device knows of all trackers from a day on, or up to another one, oldest first; for a live query. */
export async function readEntries(
  db: UserDatabase,
  from: LocalDate,
  to = '\uffff',
): Promise<DayEntry[]> {
  // One transaction for all six reads: each costs a cold phone more than what it reads.
  const [base, unsent, imports] = await db.transaction('r', db.trackerEntries, db.outbox, () =>
    Promise.all([
      Promise.all(trackerTypes.map((type) => readBase(db, type, from, to))),
      readWaiting(db, from),
      readWaitingImports(db),
    ]),
  )
  return overlayEntries(base.flat(), unsent, importedIn(imports, from, to)).filter(
    ({ day }) => day >= from && day <= to,
  )
}

/** The imports as they lie over some days. */
interface ImportsOver {
  readonly entries: readonly DayEntry[]
  readonly undone: ReadonlySet<string>
}

function importedIn({ parts, undone }: WaitingImports, from: string, to: string): ImportsOver {
  const entries = parts.flatMap(({ opId, part: { importId, entries: answers } }) =>
    answers.flatMap(({ trackerType, date: day, answer }): DayEntry[] => {
      if (day < from || day > to) return []
      const entry = asEntry({ trackerType, day, answer, opId, importId, state: 'waiting' })
      return entry ? [entry] : []
    }),
  )
  return { entries, undone }
}

const noImports: ImportsOver = { entries: [], undone: new Set() }

/** Waiting answers in the order of their taps. The day that an answer counts for is never after that of its tap. */
async function readWaiting(db: UserDatabase, from: LocalDate): Promise<OutboxRow[]> {
  return db.outbox
    .where('[kind+localDate]')
    .between(['trackers.record', from], ['trackers.record', '\uffff'])
    .sortBy('seq')
}

function readBase(db: UserDatabase, type: string, from: LocalDate, to: string) {
  return db.trackerEntries
    .where('[trackerType+day]')
    .between([type, from], [type, to], true, true)
    .toArray()
}

/** Fetches the newest `days` answered days of every tracker and stores them, all or none. Rejects as the calls do. */
async function refreshEntries(db: UserDatabase, token: string, days: number): Promise<void> {
  const here = await importedDays(db)
  const replies = await Promise.all(
    trackerTypes.map((type) =>
      callApi(
        trackersApi.latestTrackerEntries,
        { params: { type }, query: { days: String(days) } },
        { token },
      ),
    ),
  )
  const gone = goneFrom(here, replies, { daysMax: days, to: '\uffff' })
  await userTransaction(db, [db.trackerEntries], async () => {
    const entries = await withoutTakenBack(db, here, replies.flat())
    await dropGone(db, gone)
    await putChanged(db.trackerEntries, entries)
  })
}

/** Imported answers that the server no longer has, by its newest `daysMax` days before a day of each tracker. */
export function goneFrom(
  here: Awaited<ReturnType<typeof importedDays>>,
  replies: readonly (readonly TrackerEntry[])[],
  { daysMax, to }: { readonly daysMax: number; readonly to: string },
): [TrackerType, string][] {
  return trackerTypes.flatMap((type, index) => {
    const reply = replies[index] ?? []
    const ofType = here.filter(([one]) => one === type)
    return goneDays(ofType, reply, { whole: reply.length < daysMax, to })
  })
}

/** A day's answer as this device knows it. */
export interface DayEntry {
  readonly trackerType: TrackerType
  readonly day: LocalDate
  readonly answer: string
  readonly score: TrackerScore
  /** `refused` was answered here and not accepted by the server: the day is open again. */
  readonly state: 'sent' | 'waiting' | 'refused'
  /** The operation that gave it. */
  readonly opId?: string
  /** The import that brought it from another app. */
  readonly importId?: string
  /** Of one that waits and can still be taken back: the operation to delete, and until when in epoch milliseconds. */
  readonly undo?: { readonly opId: string; readonly untilMs: number }
}

type UnsentRow = Pick<
  OutboxRow,
  'opId' | 'kind' | 'payload' | 'state' | 'attempts' | 'nextAttemptAt' | 'createdAt'
>

/**
 * The server's entries overlaid by what still waits here. Where both know a day the server's counts, as it will once
 * the operation has been sent. Rows that cannot be read are left out; the not-sent screen shows those.
 */
export function overlayEntries(
  base: readonly unknown[],
  unsent: readonly UnsentRow[],
  imports: ImportsOver = noImports,
): DayEntry[] {
  const byDay = new Map<string, DayEntry>()
  const known = [...imports.entries, ...unsent.map(fromOperation), ...base.map(fromServer)]
  for (const entry of known) {
    if (!entry || (entry.importId !== undefined && imports.undone.has(entry.importId))) continue
    const key = `${entry.trackerType} ${entry.day}`
    // A refused answer never hides another one of the same day.
    if (entry.state === 'refused' && byDay.has(key)) continue
    byDay.set(key, entry)
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** What is known of one tracker on one day. */
export function entryOn(
  entries: readonly DayEntry[],
  type: TrackerType,
  day: LocalDate,
): DayEntry | undefined {
  return entries.find((entry) => entry.trackerType === type && entry.day === day)
}

/** Whether the day is answered, on the server or in a row that will reach it. */
export function isAnswered(entry: DayEntry | undefined): entry is DayEntry {
  return entry !== undefined && entry.state !== 'refused'
}

/** Whether it was answered here and not brought from another app. */
export function isGivenHere({ importId }: DayEntry): boolean {
  return importId === undefined
}

/** On how many days anything was answered. */
export function answeredDays(entries: readonly DayEntry[]): number {
  return new Set(entries.filter(isAnswered).map(({ day }) => day)).size
}

/** Of a stored row what a day needs: a year has 1,460 of them, and each takes as long to check as to read. */
const storedEntrySchema = v.pick(trackerEntrySchema, [
  'id',
  'importId',
  'trackerType',
  'day',
  'answer',
])

function fromServer(row: unknown): DayEntry | undefined {
  const parsed = v.safeParse(storedEntrySchema, row)
  if (!parsed.success) return undefined
  const { id: opId, importId, trackerType, day, answer } = parsed.output
  const from = importId === undefined ? {} : { importId }
  return asEntry({ trackerType, day, answer, opId, state: 'sent', ...from })
}

function fromOperation(row: UnsentRow): DayEntry | undefined {
  if (row.kind !== 'trackers.record') return undefined
  const parsed = v.safeParse(trackerAnswerSchema, row.payload)
  if (!parsed.success) return undefined
  const { trackerType, date, answer } = parsed.output
  const state = row.state === 'dead' ? 'refused' : 'waiting'
  const untilMs = undoableUntil(row)
  const undo = untilMs === undefined ? {} : { undo: { opId: row.opId, untilMs } }
  return asEntry({ trackerType, day: date, answer, opId: row.opId, state, ...undo })
}

function asEntry(entry: Omit<DayEntry, 'score'>): DayEntry | undefined {
  const score = trackerScore(entry.trackerType, entry.answer)
  return score && { ...entry, score }
}
