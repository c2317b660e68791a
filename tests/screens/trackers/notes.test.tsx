import { expect, test, vi } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { StoredNote } from '#contract/trackers/note.ts'
import { Help } from '#src/features/safety/help/help.tsx'
import { CheckInRows } from '#src/features/trackers/check-in-rows.tsx'
import { clockAt } from '#src/features/trackers/local-clock.ts'
import { BesideAnswer, DaysBefore } from '#src/features/trackers/notes/beside-answer.tsx'
import { NoteSheets } from '#src/features/trackers/notes/lazy-parts.tsx'
import { readNoteDraft, readNotes, saveNote } from '#src/features/trackers/notes/notes-resource.ts'
import { TrackersPage } from '#src/features/trackers/pages/trackers-page.tsx'
import { recordAnswer } from '#src/features/trackers/record-answer.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { hasDirtyForm } from '#src/lib/dirty.ts'
import type { NoteDraft } from '#src/offline/features/tracker-notes.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentToasts } from '#src/ui/message/toast-store.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const today = clockAt(Date.now()).date
const epoch = '01985a3c-0000-4a10-8c00-0000000000e1'
const revs = [
  '01985a3c-0000-7a10-8c00-0000000000a1',
  '01985a3c-0000-7a10-8c00-0000000000a2',
] as const

const show = (db: UserDatabase) =>
  renderScreen(
    <NoteSheets db={db}>
      <BesideAnswer db={db} type="Mood" day={today} />
      <Help />
    </NoteSheets>,
  )

/** Without the app's own styles parts lie over each other, and a pointer would meet the wrong one. */
function press(locator: Locator): void {
  const element = locator.element()
  if (element instanceof HTMLElement) element.click()
}

async function open(db: UserDatabase) {
  await show(db)
  await expect.element(page.getByRole('button', { name: /Mood/ })).toBeVisible()
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(page.getByRole('textbox', { name: m.trackers_note_field() })).toBeVisible()
}

async function close() {
  press(page.getByRole('button', { name: 'Close' }))
  await expect.element(note()).not.toBeInTheDocument()
}

/** From now on nothing that is written fits, until room is made. */
function fillDisk(db: UserDatabase): () => void {
  const { transaction } = db
  const real = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  const full = (mode: unknown, ...rest: unknown[]) =>
    mode === 'rw'
      ? Promise.reject(new DOMException('Full', 'QuotaExceededError'))
      : real(mode, ...rest)
  Object.assign(db, { transaction: full })
  return () => Object.assign(db, { transaction })
}

const note = () => page.getByRole('textbox', { name: m.trackers_note_field() })
const ownTag = () => page.getByRole('textbox', { name: m.trackers_note_own_tag() })
const save = () => press(page.getByRole('button', { name: m.trackers_note_save() }))

function stored(given: Partial<StoredNote> = {}): StoredNote {
  const words = { feelings: ['calm'], tags: ['music'], ownTags: ['my cat'], text: 'A quiet day.' }
  const at = { trackerType: 'Mood' as const, day: today, rev: revs[0], version: 1 }
  return { ...at, ...words, replaced: [], ...given }
}

function halfWritten(day: LocalDate): NoteDraft {
  const words = { feelings: [], tags: [], ownTags: [], text: 'Half a sen' }
  return { trackerType: 'Mood', day, ...words, basedOn: null }
}

test('feelings, tags and a note are saved without a network, and stand beside the answer', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  await open(db)
  press(page.getByRole('button', { name: m.trackers_note_calm() }))
  const safe = page.getByRole('checkbox', { name: m.trackers_feeling_safe() })
  await expect.element(safe).toBeInTheDocument()
  press(safe)
  press(page.getByRole('checkbox', { name: m.trackers_tag_friends() }))
  await page.getByRole('textbox', { name: m.trackers_note_own_tag() }).fill('  my   cat ')
  press(page.getByRole('button', { name: m.trackers_note_own_tag_add() }))
  await note().fill('We sat outside.')
  save()
  await expect.element(page.getByText('We sat outside.')).toBeVisible()
  await expect.element(page.getByText(m.trackers_state_waiting())).toBeVisible()
  expect(await readNotes(db, today)).toMatchObject([
    { feelings: ['safe'], tags: ['friends'], ownTags: ['my cat'], text: 'We sat outside.' },
  ])
  expect(await readNoteDraft(db, 'Mood', today)).toBeUndefined()
})

test('a fourth feeling is not taken, and the sheet says why', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  press(page.getByRole('radio', { name: m.trackers_note_list() }))
  for (const name of [
    m.trackers_feeling_proud(),
    m.trackers_feeling_tired(),
    m.trackers_feeling_hurt(),
  ]) {
    press(page.getByRole('checkbox', { name }))
  }
  press(page.getByRole('checkbox', { name: m.trackers_feeling_calm() }))
  await expect.element(page.getByText(m.trackers_note_three())).toBeVisible()
  expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(3)
  expect(page.getByRole('checkbox').elements()).toHaveLength(40 + 12)
})

test('what is being written outlives the sheet, and can be thrown away', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  await note().fill('Half a sen')
  await expect.poll(async () => (await readNoteDraft(db, 'Mood', today))?.text).toBe('Half a sen')
  press(page.getByRole('button', { name: 'Close' }))
  await expect.element(page.getByText(m.trackers_note_go_on())).toBeVisible()
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(note()).toHaveValue('Half a sen')
  press(page.getByRole('button', { name: m.trackers_note_discard() }))
  await expect.element(page.getByText(m.trackers_note_add())).toBeVisible()
  expect(await db.outbox.count()).toBe(0)
})

test('a tag that was typed and not added is a draft too, and is saved with the words', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  await ownTag().fill('my cat')
  await expect.poll(async () => (await readNoteDraft(db, 'Mood', today))?.pendingTag).toBe('my cat')
  press(page.getByRole('button', { name: 'Close' }))
  await expect.element(page.getByText(m.trackers_note_go_on())).toBeVisible()
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(ownTag()).toHaveValue('my cat')
  save()
  await expect.element(ownTag()).not.toBeInTheDocument()
  expect(await readNotes(db, today)).toMatchObject([{ ownTags: ['my cat'] }])
})

test('a typed tag that does not fit holds the sheet open, and says why', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  await ownTag().fill('x'.repeat(31))
  save()
  await expect.element(page.getByText(m.trackers_note_own_tag_long({ max: 30 }))).toBeVisible()
  await expect.element(ownTag()).toHaveValue('x'.repeat(31))
  expect(await db.outbox.count()).toBe(0)
})

test('on a phone without room the words stay, also when the sheet is closed, until there is room', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  const empty = fillDisk(db)
  await note().fill('Not lost')
  await expect.element(page.getByText(m.trackers_note_full())).toBeVisible()
  save()
  await expect.element(page.getByText(m.trackers_note_full())).toBeVisible()
  press(page.getByRole('button', { name: 'Close' }))
  await expect.element(page.getByText(m.trackers_note_failed())).toBeVisible()
  expect(hasDirtyForm()).toBe(true)
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(note()).toHaveValue('Not lost')
  await expect.element(page.getByText(m.trackers_note_full())).toBeVisible()
  await close()
  empty()
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(note()).toHaveValue('Not lost')
  await expect.poll(() => db.trackerNoteDrafts.count()).toBe(1)
  expect(hasDirtyForm()).toBe(false)
  await expect.element(page.getByText(m.trackers_note_full())).not.toBeInTheDocument()
})

test('Help now opens over the sheet, and the words are still there behind it', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  fillDisk(db)
  await show(db)
  await expect.element(page.getByRole('button', { name: /Mood/ })).toBeVisible()
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(note()).toBeVisible()
  await note().fill('Not lost')
  press(page.getByRole('button', { name: m.safety_open() }))
  const help = page.getByRole('dialog', { name: m.safety_title() })
  await expect.element(help).toBeVisible()
  expect(document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog')).toBe(
    help.element(),
  )
  press(help.getByRole('button', { name: 'Close' }))
  await expect.element(help).not.toBeInTheDocument()
  await expect.element(note()).toHaveValue('Not lost')
})

test('a draft that cannot be read any more is none, and a sheet that cannot open says so', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const broken = { ...halfWritten(today), feelings: null } as unknown as NoteDraft
  await db.trackerNoteDrafts.put(broken)
  await open(db)
  await expect.element(note()).toHaveValue('')
  await close()
  Object.assign(db.trackerNotes, { filter: fails })
  press(page.getByRole('button', { name: /Mood/ }))
  await expect
    .poll(() => currentToasts().map(({ text }) => text))
    .toContain(m.trackers_note_open_failed())
})

function fails(): never {
  throw new Error('The disk does not read')
}

/** An answer of today that waits, below which somebody writes. */
async function writing(show: (db: UserDatabase) => Promise<unknown>) {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  await recordAnswer(db, { type: 'Mood', answer: 'happy' })
  await show(db)
  const button = page.getByRole('button', { name: new RegExp(`: Mood, ${formatDay(today)}`) })
  await expect.element(button).toBeVisible()
  press(button)
  await note().fill('Half a sen')
  return { db, button }
}

const pages = [
  ['on the page of the trackers', (db: UserDatabase) => renderScreen(<TrackersPage db={db} />)],
  ['in the rows of a check-in', (db: UserDatabase) => renderScreen(<CheckInRows db={db} />)],
] as const

test.each(pages)('%s an answer that is refused meanwhile closes no sheet', async (_where, show) => {
  const { db } = await writing(show)
  await db.outbox.toCollection().modify({ state: 'dead' })
  await expect.element(page.getByText(m.trackers_state_refused())).toBeInTheDocument()
  await expect.element(note()).toHaveValue('Half a sen')
})

test.each(pages)(
  '%s midnight closes no sheet, and the words are of the day they began',
  async (_where, show) => {
    const { db, button } = await writing(show)
    await expect.element(button).toBeInTheDocument()
    const now = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 24 * 3_600_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(button).not.toBeInTheDocument()
    await expect.element(note()).toHaveValue('Half a sen')
    save()
    await expect.element(note()).not.toBeInTheDocument()
    clock.mockRestore()
    expect(await readNotes(db, today)).toMatchObject([{ day: today, text: 'Half a sen' }])
  },
)

test('more than 500 letters are not sent, and not cut off', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  await note().fill('x'.repeat(501))
  save()
  await expect.element(page.getByText(m.trackers_note_too_long({ max: 500 }))).toBeVisible()
  await expect.element(note()).toHaveValue('x'.repeat(501))
  expect(await db.outbox.count()).toBe(0)
})

test('below the field it says that nobody reads it, beside Help now', async () => {
  answerWith(noNetwork)
  await open(await openPhone())
  await expect.element(page.getByText(m.trackers_note_private())).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.safety_open() })).toBeVisible()
})

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
    await db.trackerNoteDrafts.put({ ...halfWritten(today), basedOn: revs[0] })
    await show(db)
    const choices = {
      take: m.trackers_note_conflict_take(),
      leave: m.trackers_note_conflict_leave(),
    }
    await expect.element(page.getByText(m.trackers_note_conflict())).toBeVisible()
    press(page.getByRole('button', { name: choices[decision] }))
    await expect.element(page.getByText(m.trackers_note_conflict())).not.toBeInTheDocument()
    expect(await readNoteDraft(db, 'Mood', today)).toMatchObject({ text: 'Half a sen' })
    // What was left standing was seen by whoever wrote the draft; what was taken was not.
    const [decided] = await db.outbox.toArray()
    const seen = { take: revs[0], leave: decided?.opId }
    await expect
      .poll(async () => (await readNoteDraft(db, 'Mood', today))?.basedOn)
      .toBe(seen[decision])
    await expect.element(page.getByText(m.trackers_note_go_on())).toBeVisible()
  },
)

test('a receipt that speaks of other words brings them', async () => {
  const { feelings, tags, ownTags } = stored()
  const other = { feelings, tags, ownTags, text: 'From the old phone', rev: revs[1] }
  serve({ 'GET /trackers/notes': says({ notes: [stored({ replaced: [other] })], epoch }) })
  const db = await openPhone()
  await db.trackerNotes.put({ ...stored(), behind: true })
  await show(db)
  await expect.element(page.getByText('From the old phone')).toBeVisible()
})

const longAgo = addDays(today, -400)

/** What keeps a day of long ago among those before. */
const kept: [string, (db: UserDatabase) => Promise<unknown>, string | RegExp][] = [
  [
    'a version that nobody decided about',
    async (db) => {
      const { feelings, tags, ownTags } = stored()
      const other = { feelings, tags, ownTags, text: 'From the old phone', rev: revs[1] }
      await db.trackerNotes.put(stored({ day: longAgo, replaced: [other] }))
    },
    m.trackers_note_conflict(),
  ],
  [
    'what is being written',
    async (db) => await db.trackerNoteDrafts.put(halfWritten(longAgo)),
    m.trackers_note_go_on(),
  ],
  [
    'a picture',
    async (db) => {
      const data = await (await photo(10)).arrayBuffer()
      await db.trackerPictures.put({ trackerType: 'Mood', day: longAgo, type: 'image/png', data })
    },
    m.trackers_note_add(),
  ],
  [
    'words that wait',
    async (db) => await saveNote(db, { ...halfWritten(longAgo), settles: [] }),
    m.trackers_state_waiting(),
  ],
  [
    'words that were refused',
    async (db) => {
      await saveNote(db, { ...halfWritten(longAgo), settles: [] })
      await db.outbox.toCollection().modify({ state: 'dead' })
    },
    m.trackers_note_add(),
  ],
]

test.each(kept)('%s is among the days before, however old it is', async (_what, put, shown) => {
  answerWith(noNetwork)
  const db = await openPhone()
  await put(db)
  const score = 4
  const at = { trackerType: 'Mood' as const, day: longAgo, date: longAgo }
  await db.trackerEntries.put({ id: crypto.randomUUID(), ...at, answer: 'happy', score })
  await renderScreen(<DaysBefore db={db} entries={[]} clock={clockAt(Date.now())} />)
  press(page.getByText(m.trackers_note_before_title()))
  await expect.element(page.getByRole('heading', { name: formatDay(longAgo) })).toBeVisible()
  await expect.element(page.getByText(m.trackers_answer_happy())).toBeVisible()
  await expect.element(page.getByText(shown)).toBeVisible()
})

/** A picture as a camera makes it, `edge` pixels wide. */
async function photo(edge: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge / 2
  canvas.getContext('2d')?.fillRect(0, 0, edge, edge / 4)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? ''], 'photo.png', { type: 'image/png' })
}

function choose(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const transfer = new DataTransfer()
  transfer.items.add(file)
  if (!input) throw new Error('There is no field for a file')
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a picture is made small, stands beside the answer, and nothing of it is in line to be sent', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  await expect.element(page.getByText(m.trackers_picture_stays())).toBeVisible()
  choose(await photo(3_000))
  await expect.poll(() => db.trackerPictures.count()).toBe(1)
  const [stored] = await db.trackerPictures.toArray()
  const shown = await createImageBitmap(new Blob([stored?.data ?? ''], { type: 'image/jpeg' }))
  expect([shown.width, shown.height, stored?.type]).toEqual([1_280, 640, 'image/jpeg'])
  await expect.element(page.getByRole('img', { name: /picture/ })).toBeInTheDocument()
  expect(await db.outbox.count()).toBe(0)
  press(page.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => db.trackerPictures.count()).toBe(0)
})

test('a file that is no picture, and a phone without room for one, are said', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  choose(new File(['no picture'], 'a.png', { type: 'image/png' }))
  await expect.element(page.getByText(m.trackers_picture_unreadable())).toBeVisible()
  fillDisk(db)
  choose(await photo(100))
  await expect.element(page.getByText(m.trackers_picture_full())).toBeVisible()
})
