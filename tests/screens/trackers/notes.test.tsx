import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CheckInRows } from '#src/features/trackers/check-in-rows.tsx'
import { readNoteDraft } from '#src/features/trackers/notes/note-draft.ts'
import { readNotes } from '#src/features/trackers/notes/notes-resource.ts'
import { TrackersPage } from '#src/features/trackers/pages/trackers-page.tsx'
import { recordAnswer } from '#src/features/trackers/record-answer.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { hasDirtyForm } from '#src/lib/dirty.ts'
import type { NoteDraft } from '#src/offline/features/trackers.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'
import {
  today,
  show,
  open,
  close,
  fillDisk,
  note,
  ownTag,
  save,
  halfWritten,
  fails,
  photo,
} from './notes.tsx'

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
  expect(await readNotes(db, today())).toMatchObject([
    { feelings: ['safe'], tags: ['friends'], ownTags: ['my cat'], text: 'We sat outside.' },
  ])
  expect(await readNoteDraft(db, 'Mood', today())).toBeUndefined()
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
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(3)
  await expect.poll(() => page.getByRole('checkbox').elements()).toHaveLength(40 + 12)
})

test('what is being written outlives the sheet, and can be thrown away', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  await note().fill('Half a sen')
  await expect.poll(async () => (await readNoteDraft(db, 'Mood', today()))?.text).toBe('Half a sen')
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
  await expect
    .poll(async () => (await readNoteDraft(db, 'Mood', today()))?.pendingTag)
    .toBe('my cat')
  press(page.getByRole('button', { name: 'Close' }))
  await expect.element(page.getByText(m.trackers_note_go_on())).toBeVisible()
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(ownTag()).toHaveValue('my cat')
  save()
  await expect.element(ownTag()).not.toBeInTheDocument()
  expect(await readNotes(db, today())).toMatchObject([{ ownTags: ['my cat'] }])
})

test('a typed tag that does not fit holds the sheet open, and says why', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  await ownTag().fill('x'.repeat(31))
  await note().fill('A long day.')
  save()
  await expect.element(page.getByText(m.trackers_note_own_tag_long({ max: 30 }))).toBeVisible()
  await expect.element(ownTag()).toHaveFocus()
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
  await expect.poll(hasDirtyForm).toBe(true)
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(note()).toHaveValue('Not lost')
  await expect.element(page.getByText(m.trackers_note_full())).toBeVisible()
  await close()
  empty()
  press(page.getByRole('button', { name: /Mood/ }))
  await expect.element(note()).toHaveValue('Not lost')
  await expect.poll(() => db.trackerNoteDrafts.count()).toBe(1)
  await expect.poll(hasDirtyForm).toBe(false)
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
  const broken = { ...halfWritten(today()), feelings: null } as unknown as NoteDraft
  await db.trackerNoteDrafts.put(broken)
  await open(db)
  await expect.element(note()).toHaveValue('')
  await close()
  Object.assign(db.trackerNotes, { toArray: fails })
  press(page.getByRole('button', { name: /Mood/ }))
  await expect
    .poll(() => currentToasts().map(({ text }) => text))
    .toContain(m.trackers_note_open_failed())
})

/** An answer of today that waits, below which somebody writes. */
async function writing(show: (db: UserDatabase) => Promise<unknown>) {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  await recordAnswer(db, { type: 'Mood', answer: 'happy' })
  await show(db)
  const button = page.getByRole('button', { name: new RegExp(`: Mood, ${formatDay(today())}`) })
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
    expect(await readNotes(db, today())).toMatchObject([{ day: today(), text: 'Half a sen' }])
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
  const asks = page.getByRole('dialog', { name: m.trackers_picture_remove() })
  await expect.element(asks).toBeVisible()
  press(asks.getByRole('button', { name: m.sync_delete_keep() }))
  await expect.element(asks).not.toBeInTheDocument()
  expect(await db.trackerPictures.count()).toBe(1)
  press(page.getByRole('button', { name: 'Remove' }))
  await expect.element(asks).toBeVisible()
  press(asks.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => db.trackerPictures.count()).toBe(0)
  await expect.element(note()).toBeVisible()
})

test('a picture with a transparent ground is as light there as the paper it was drawn for', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  // Of a photo here the lower half is transparent.
  choose(await photo(100))
  await expect.poll(() => db.trackerPictures.count()).toBe(1)
  const [stored] = await db.trackerPictures.toArray()
  const shown = await createImageBitmap(new Blob([stored?.data ?? '']))
  const context = new OffscreenCanvas(shown.width, shown.height).getContext('2d')
  context?.drawImage(shown, 0, 0)
  const redAt = (y: number) => context?.getImageData(50, y, 1, 1).data[0]
  expect(redAt(10)).toBeLessThan(16)
  expect(redAt(40)).toBeGreaterThan(240)
})

test('a picture goes with the account where its switch is on, and another one begins without', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  choose(await photo(100))
  const keep = page.getByRole('checkbox', { name: m.trackers_picture_keep() })
  await expect.element(keep).not.toBeChecked()
  await expect.element(page.getByText(m.trackers_picture_keep_off())).toBeVisible()
  press(keep)
  await expect.element(keep).toBeChecked()
  await expect.element(page.getByText(m.trackers_picture_keep_waiting())).toBeVisible()
  expect(await db.outbox.toArray()).toMatchObject([{ kind: 'trackers.picture' }])
  expect(await db.attachmentFiles.count()).toBe(1)
  press(page.getByRole('button', { name: 'Remove' }))
  await expect.element(page.getByText(m.trackers_picture_remove_kept())).toBeVisible()
  press(
    page
      .getByRole('dialog', { name: m.trackers_picture_remove() })
      .getByRole('button', { name: m.sync_delete_keep() }),
  )
  choose(await photo(120))
  await expect.element(keep).not.toBeChecked()
  expect([await db.outbox.count(), await db.attachmentFiles.count()]).toEqual([0, 0])
})

test('a picture that cannot be taken off the account stays as it is, and so does the one that was to replace it', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  choose(await photo(100))
  const keep = page.getByRole('checkbox', { name: m.trackers_picture_keep() })
  await expect.element(keep).not.toBeChecked()
  press(keep)
  await expect.element(keep).toBeChecked()
  const before = await db.trackerPictures.toArray()
  fillDisk(db)
  choose(await photo(120))
  await expect.element(page.getByText(m.trackers_picture_full())).toBeVisible()
  const failed = page.getByText(m.trackers_picture_failed())
  press(page.getByRole('button', { name: 'Remove' }))
  const asks = page.getByRole('dialog', { name: m.trackers_picture_remove() })
  await expect.element(asks).toBeVisible()
  press(asks.getByRole('button', { name: 'Remove' }))
  await expect.element(asks).not.toBeInTheDocument()
  await expect.element(failed).toBeVisible()
  expect(await db.trackerPictures.toArray()).toEqual(before)
  expect(await db.outbox.count()).toBe(1)
  await expect.element(keep).toBeChecked()
})

test('of two pictures the one that was chosen last stays, however long the first takes', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  const files = [await photo(3_000), await photo(100)]
  const { promise, resolve } = Promise.withResolvers<void>()
  const draw = createImageBitmap
  const drawing = vi.spyOn(globalThis, 'createImageBitmap')
  drawing.mockImplementationOnce(async (source: ImageBitmapSource) => {
    await promise
    return await draw(source)
  })
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer')
  const storing = vi.spyOn(db.trackerPictures, 'put')
  for (const file of files) choose(file)
  await expect.poll(() => db.trackerPictures.count()).toBe(1)
  resolve()
  await expect.poll(() => reading.mock.settledResults.length).toBe(2)
  // What would be stored of the first is in line before what is chosen now.
  choose(await photo(120))
  await expect.poll(() => reading.mock.settledResults.length).toBe(3)
  await expect.poll(() => storing.mock.settledResults.length).toBe(2)
  drawing.mockRestore()
  reading.mockRestore()
  const [shown] = await db.trackerPictures.toArray()
  expect((await draw(new Blob([shown?.data ?? '']))).width).toBe(120)
  expect(storing).toHaveBeenCalledTimes(2)
})

test('a picture that cannot be read any more is none', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const at = { trackerType: 'Mood' as const, day: today(), type: 'image/png' }
  await db.trackerPictures.put({ ...at, data: 'gone' as unknown as ArrayBuffer })
  await open(db)
  await expect.element(page.getByText(m.trackers_picture_stays())).toBeVisible()
  await expect.element(page.getByRole('img', { name: /picture/ })).not.toBeInTheDocument()
})

test('a picture that the browser gives no room to draw is said, and nothing is stored in its place', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await open(db)
  const file = await photo(100)
  const drawing = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  choose(file)
  await expect.element(page.getByText(m.trackers_picture_unreadable())).toBeVisible()
  drawing.mockRestore()
  expect(await db.trackerPictures.count()).toBe(0)
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
