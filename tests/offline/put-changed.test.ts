import { afterEach, expect, test } from 'vitest'
import type { TrackerEntry } from '#contract/trackers/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { putChanged, replaceRows } from '#src/offline/storage/put-changed.ts'
import { day } from '#tests/support/day.ts'
import { answer, closePhones, entryOf, openPhone } from './phone.ts'

afterEach(closePhones)

/** The days that are written from now on, in their order. */
function writtenDays(db: UserDatabase): string[] {
  const days: string[] = []
  db.trackerEntries.hook('creating', (_key, { day }) => void days.push(day))
  db.trackerEntries.hook('updating', (_change, _key, { day }) => void days.push(day))
  return days
}

function onDay(date: string): TrackerEntry {
  return entryOf({ opId: crypto.randomUUID(), payload: answer({ date: day(date) }) })
}

const first = onDay('2026-11-01')
const second = onDay('2026-11-02')
const sadder: TrackerEntry = { ...second, answer: 'sad', score: 2 }

test('what is stored as it is is not written again, and of two with one key the last counts', async () => {
  const db = await openPhone()
  await db.trackerEntries.bulkPut([first, second])
  const written = writtenDays(db)
  const third = onDay('2026-11-03')
  await putChanged(db.trackerEntries, [first, { ...second }, third])
  expect(written).toEqual(['2026-11-03'])
  await putChanged(db.trackerEntries, [sadder, second])
  expect(written).toEqual(['2026-11-03'])
  await putChanged(db.trackerEntries, [second, sadder])
  expect(written).toEqual(['2026-11-03', '2026-11-02'])
  expect(await db.trackerEntries.toArray()).toEqual([first, sadder, third])
})

test('what is not among the rows leaves the table, and what stays is not written', async () => {
  const db = await openPhone()
  await db.trackerEntries.bulkPut([first, second])
  const written = writtenDays(db)
  await replaceRows(db.trackerEntries, [second])
  expect(await db.trackerEntries.toArray()).toEqual([second])
  await replaceRows(db.trackerEntries, [])
  expect(await db.trackerEntries.count()).toBe(0)
  expect(written).toEqual([])
})
