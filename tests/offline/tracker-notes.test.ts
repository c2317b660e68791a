import { afterEach, expect, test, vi } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import {
  openDaysResource,
  readNotes,
  readOwnTags,
  saveNote,
} from '#src/features/trackers/notes/notes-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { closePhones, openPhone, today } from './phone.ts'

const rev = '01985a3c-0000-7a10-8c00-0000000000a1'
const words = { feelings: [], tags: [], ownTags: ['my cat'], text: 'A quiet day.' }
/** Of four trackers. */
const days = 500

afterEach(async () => {
  vi.restoreAllMocks()
  await closePhones()
})

/** Years of words. What a cursor reads comes row by row. */
async function openPhoneOfYears() {
  const db = await openPhone()
  await db.trackerNotes.bulkPut(
    trackerTypes.flatMap((trackerType) =>
      Array.from({ length: days }, (_, at) => {
        const stored = { trackerType, day: addDays(today, -at), rev, version: 1, replaced: [] }
        return { ...stored, ...words }
      }),
    ),
  )
  const cursors = vi.spyOn(IDBObjectStore.prototype, 'openCursor')
  return { db, cursors }
}

const read: Record<string, (db: UserDatabase) => Promise<number>> = {
  'the own tags': async (db) => (await readOwnTags(db)).length,
  'the words of a week': async (db) => (await readNotes(db, addDays(today, -6))).length,
  'the days of which something waits': async (db) => (await openDaysResource.read(db))?.length ?? 0,
}

test.each([
  ['the own tags', 1],
  ['the words of a week', 7 * trackerTypes.length],
  ['the days of which something waits', 0],
])('%s are read at once, however many years there are', async (name, count) => {
  const { db, cursors } = await openPhoneOfYears()
  expect(await read[name]?.(db)).toBe(count)
  expect(cursors).not.toHaveBeenCalled()
})

test('own tags are those on most days first, with what waits in the place of what it goes over', async () => {
  const db = await openPhone()
  const at = (day: number) => ({ trackerType: 'Mood' as const, day: addDays(today, -day) })
  const note = (day: number, ownTags: string[]) =>
    db.trackerNotes.put({ ...at(day), ...words, ownTags, rev, version: 1, replaced: [] })
  await note(0, ['my cat'])
  await note(1, ['my cat', 'band'])
  await note(2, ['chess'])
  await saveNote(db, { ...at(1), ...words, ownTags: ['band'], basedOn: rev, settles: [] })
  await saveNote(db, { ...at(3), ...words, ownTags: ['band'], basedOn: null, settles: [] })
  expect(await readOwnTags(db)).toEqual(['band', 'chess', 'my cat'])
})
