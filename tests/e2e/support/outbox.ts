import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import type { Message } from '#contract/chat/model.ts'
import { commandVersion } from '#contract/commands.ts'
import { addDays, utcDate, type LocalDate } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes } from '#contract/trackers/catalog.ts'
import { daysBackMax } from '#contract/trackers/model.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import type { BriefDraft } from '#src/offline/features/brief-drafts.ts'
import type { MetaRow } from '#src/offline/storage/database.ts'
import { factoryOf, userDatabases, waitForDatabase } from './user-databases.ts'

export type NewRow = Omit<OutboxRow, 'seq'>

/**
 * Rows as the app itself writes them, answers to the trackers of the last days, four a day. Past the days that can
 * be answered they begin anew, so that a later row asks for a day that an earlier one has taken.
 */
export function answerRows(userId: string, count: number): NewRow[] {
  const today = utcDate(Date.now())
  return Array.from({ length: count }, (_, index) => {
    const trackerType = trackerTypes[index % 4] ?? 'Mood'
    const date = addDays(today, -(Math.floor(index / 4) % daysBackMax))
    const answers = trackerCatalog[trackerType].answers
    const payload = { trackerType, answer: answers[index % 3] ?? answers[0], date }
    return rowOf(userId, payload, date)
  })
}

/** Rows that answer Sleep and Diet of one day, over and over. */
export function answerRowsOn(userId: string, day: LocalDate, count: number): NewRow[] {
  return Array.from({ length: count }, (_, index) => {
    const trackerType = index % 2 === 0 ? 'Sleep' : 'Diet'
    return rowOf(
      userId,
      { trackerType, answer: trackerCatalog[trackerType].answers[0], date: day },
      day,
    )
  })
}

function rowOf(
  userId: string,
  payload: { trackerType: string; answer: string; date: LocalDate },
  localDate: LocalDate,
): NewRow {
  return {
    opId: uuidv7(),
    v: commandVersion,
    userId,
    lane: `tracker:${payload.trackerType}`,
    kind: 'trackers.record',
    payload,
    blobIds: [],
    localDate,
    tz: 'Africa/Cairo',
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: Date.now(),
  }
}

/**
 * Adds rows to the outbox behind the app's back, durably, and with `batchMax` makes its requests small. The page may
 * be any of the origin; the app must have opened the person's database before.
 */
export async function seedOutbox(
  page: Page,
  userId: string,
  { rows, batchMax }: { rows: readonly NewRow[]; batchMax?: number },
): Promise<void> {
  // A name that is opened before the app has made its database would be an empty one of the test's making.
  const name = `zync-u-${userId}`
  await waitForDatabase(page, name)
  const factory = await factoryOf(page, name)
  await page.evaluate(
    async ({ factory, name, rows, batchMax }) => {
      const opening = factory.open(name)
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(String(opening.error))))
      })
      const work = db.transaction(['outbox', 'meta'], 'readwrite', { durability: 'strict' })
      for (const row of rows) work.objectStore('outbox').add(row)
      if (batchMax !== undefined) {
        const queue = { failures: 0, notBefore: 0, heldUntil: 0, needsAuth: false, batchMax }
        work.objectStore('meta').put({ key: 'queue', ...queue })
      }
      await new Promise<void>((resolve, reject) => {
        work.addEventListener('complete', () => resolve())
        work.addEventListener('abort', () => reject(new Error(String(work.error))))
      })
      db.close()
    },
    { factory, name, rows, batchMax },
  )
}

/** What waits in the outbox at this moment, oldest first; nothing when the person has no database here. */
export async function outboxRows(page: Page, userId: string): Promise<OutboxRow[]> {
  return (await readStore(page, userId, 'outbox')) as OutboxRow[]
}

/** The messages of all chats that the device has from the server. */
export async function storedMessages(page: Page, userId: string): Promise<Message[]> {
  return (await readStore(page, userId, 'messages')) as Message[]
}

/** How many drafts of words beside an answer the device has. */
export async function noteDraftCount(page: Page, userId: string): Promise<number> {
  return (await readStore(page, userId, 'trackerNoteDrafts')).length
}

/** The briefs that are being written on the device. */
export async function briefDrafts(page: Page, userId: string): Promise<readonly BriefDraft[]> {
  const rows = (await readStore(page, userId, 'meta')) as MetaRow[]
  return rows.find((row) => row.key === 'briefDrafts')?.drafts ?? []
}

/** How many items of anybody wait on this device. */
export async function waitingCount(page: Page): Promise<number> {
  const names = await userDatabases(page)
  const ids = names.flatMap((name) => /^zync-u-(.+)$/.exec(name)?.[1] ?? [])
  const rows = await Promise.all(ids.map((id) => readStore(page, id, 'outbox')))
  return rows.flat().length
}

/** How many requests in a row the queue has seen fail. */
export async function queueFailures(page: Page, userId: string): Promise<number> {
  const rows = (await readStore(page, userId, 'meta')) as MetaRow[]
  const queue = rows.find((row) => row.key === 'queue')
  return queue?.failures ?? 0
}

async function readStore(page: Page, userId: string, store: string): Promise<unknown[]> {
  const name = `zync-u-${userId}`
  const factory = await factoryOf(page, name)
  return await page.evaluate(
    async ({ factory, name, store }) => {
      const known = await factory.databases()
      if (!known.some((database) => database.name === name)) return []
      const opening = factory.open(name)
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(String(opening.error))))
      })
      if (!db.objectStoreNames.contains(store)) {
        db.close()
        return []
      }
      const reading = db.transaction(store).objectStore(store).getAll()
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        reading.addEventListener('success', () => resolve(reading.result))
        reading.addEventListener('error', () => reject(new Error(String(reading.error))))
      })
      db.close()
      return rows
    },
    { factory, name, store },
  )
}
