import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '#contract/local-date.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { DaysBefore } from '#src/features/trackers/notes/beside-answer.tsx'
import { readNoteDraft } from '#src/features/trackers/notes/note-draft.ts'
import { readNotes, saveNote } from '#src/features/trackers/notes/notes-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'
import { today, epoch, revs, show, stored, halfWritten, fails, photo } from './notes.tsx'

test('what another device had written is shown, and comes back with one tap', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const { feelings, tags, ownTags } = stored()
  const other = { feelings, tags, ownTags, text: 'From the old phone', rev: revs[1] }
  await db.trackerNotes.put(stored({ replaced: [other] }))
  await show(db)
  await expect.element(page.getByText(m.trackers_note_conflict())).toBeVisible()
  press(page.getByRole('button', { name: m.trackers_note_conflict_take() }))
  await expect.element(page.getByText(m.trackers_note_conflict())).not.toBeInTheDocument()
  await expect.element(page.getByText('From the old phone')).toBeVisible()
  const [row] = await db.outbox.toArray()
  expect(row?.payload).toMatchObject({
    text: 'From the old phone',
    basedOn: revs[0],
    settles: [revs[1]],
  })
})

test.each(['take', 'leave'] as const)(
  'what is half written stays when the person decides to %s another version',
  async (decision) => {
    answerWith(noNetwork)
    const db = await openPhone()
    const { feelings, tags, ownTags } = stored()
    const other = { feelings, tags, ownTags, text: 'From the old phone', rev: revs[1] }
    await db.trackerNotes.put(stored({ replaced: [other] }))
    await db.trackerNoteDrafts.put({ ...halfWritten(today()), basedOn: revs[0] })
    await show(db)
    const choices = {
      take: m.trackers_note_conflict_take(),
      leave: m.trackers_note_conflict_leave(),
    }
    await expect.element(page.getByText(m.trackers_note_conflict())).toBeVisible()
    press(page.getByRole('button', { name: choices[decision] }))
    await expect.element(page.getByText(m.trackers_note_conflict())).not.toBeInTheDocument()
    expect(await readNoteDraft(db, 'Mood', today())).toMatchObject({ text: 'Half a sen' })
    // What was left standing was seen by whoever wrote the draft; what was taken was not.
    const [decided] = await db.outbox.toArray()
    const seen = { take: revs[0], leave: decided?.opId }
    await expect
      .poll(async () => (await readNoteDraft(db, 'Mood', today()))?.basedOn)
      .toBe(seen[decision])
    await expect.element(page.getByText(m.trackers_note_go_on())).toBeVisible()
  },
)

test('words that were not accepted say so on the card, with the way to the reason', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await saveNote(db, { ...halfWritten(today()), settles: [] })
  await db.outbox.toCollection().modify({ state: 'dead' })
  await show(db)
  await expect.element(page.getByText(m.trackers_state_refused())).toBeVisible()
  await expect.element(page.getByRole('link', { name: m.trackers_refused_link() })).toBeVisible()
})

test('a card reads its own day, and not those of years', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerNotes.put(stored())
  Object.assign(db.trackerNotes, { filter: fails, toArray: fails, toCollection: fails })
  await show(db)
  await expect.element(page.getByText('A quiet day.')).toBeVisible()
})

test('what waits shows beside it what the server will: not what it goes on from, but what it had not seen', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const { feelings, tags, ownTags } = stored()
  const mine = { feelings, tags, ownTags, text: 'Mine', rev: revs[1] }
  await db.trackerNotes.put(stored({ replaced: [mine] }))
  const words = { feelings, tags, ownTags, text: 'Mine, longer' }
  await saveNote(db, { trackerType: 'Mood', day: today(), ...words, basedOn: revs[1], settles: [] })
  expect(await readNotes(db, today())).toMatchObject([
    { text: 'Mine, longer', replaced: [{ text: 'A quiet day.', rev: revs[0] }] },
  ])
})

test('a receipt that speaks of other words brings them', async () => {
  const { feelings, tags, ownTags } = stored()
  const other = { feelings, tags, ownTags, text: 'From the old phone', rev: revs[1] }
  serve({ 'GET /trackers/notes': says({ notes: [stored({ replaced: [other] })], epoch }) })
  const db = await openPhone()
  await db.trackerNotes.put({ ...stored(), behind: true })
  await show(db)
  await expect.element(page.getByText('From the old phone')).toBeVisible()
})

const longAgo = () => addDays(today(), -400)

/** What keeps a day of long ago among those before. */
const openDays: [string, (db: UserDatabase) => Promise<unknown>, string | RegExp][] = [
  [
    'a version that nobody decided about',
    async (db) => {
      const { feelings, tags, ownTags } = stored()
      const other = { feelings, tags, ownTags, text: 'From the old phone', rev: revs[1] }
      await db.trackerNotes.put(stored({ day: longAgo(), replaced: [other] }))
    },
    m.trackers_note_conflict(),
  ],
  [
    'what is being written',
    async (db) => await db.trackerNoteDrafts.put(halfWritten(longAgo())),
    m.trackers_note_go_on(),
  ],
  [
    'a picture',
    async (db) => {
      const data = await (await photo(10)).arrayBuffer()
      await db.trackerPictures.put({ trackerType: 'Mood', day: longAgo(), type: 'image/png', data })
    },
    m.trackers_note_add(),
  ],
  [
    'words that wait',
    async (db) => await saveNote(db, { ...halfWritten(longAgo()), settles: [] }),
    m.trackers_state_waiting(),
  ],
  [
    'words that were refused',
    async (db) => {
      await saveNote(db, { ...halfWritten(longAgo()), settles: [] })
      await db.outbox.toCollection().modify({ state: 'dead' })
    },
    m.trackers_note_add(),
  ],
]

test.each(openDays)('%s is among the days before, however old it is', async (_what, put, shown) => {
  answerWith(noNetwork)
  const db = await openPhone()
  await put(db)
  const score = 4
  const at = { trackerType: 'Mood' as const, day: longAgo(), date: longAgo() }
  await db.trackerEntries.put({ id: crypto.randomUUID(), ...at, answer: 'happy', score })
  await renderScreen(<DaysBefore db={db} entries={[]} clock={clockAt(Date.now())} />)
  press(page.getByText(m.trackers_note_before_title()))
  await expect.element(page.getByRole('heading', { name: formatDay(longAgo()) })).toBeVisible()
  await expect.element(page.getByText(m.trackers_answer_happy())).toBeVisible()
  await expect.element(page.getByText(shown)).toBeVisible()
})

test('words beside an answer of an import that waits come with it: nothing is written there meanwhile', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const at = { trackerType: 'Mood' as const, answer: 'happy', score: 4 as const }
  const importId = '01985a3c-5b00-7a10-8c00-0000000000f0'
  const entries = [
    { ...at, day: addDays(today(), -1), state: 'waiting' as const, importId },
    { ...at, day: addDays(today(), -2), state: 'sent' as const, importId },
    { ...at, day: addDays(today(), -3), state: 'waiting' as const },
  ]
  await renderScreen(<DaysBefore db={db} entries={entries} clock={clockAt(Date.now())} />)
  press(page.getByText(m.trackers_note_before_title()))
  await expect.element(page.getByText(m.trackers_import_words_later())).toBeVisible()
  await expect.poll(() => page.getByText(m.trackers_note_add()).elements()).toHaveLength(2)
})
