import { v7 as newUuid } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { problem, problemCatalogue } from '#contract/problem.ts'
import { tooManyTagsText } from '#contract/trackers/note.ts'
import { NotSentPage } from '#src/features/sync/pages/not-sent-page.tsx'
import { UnsentLines, useUnsent } from '#src/features/sync/unsent.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatClock, formatMoment } from '#src/lib/dates.ts'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import { uploadLockName, withLock } from '#src/offline/engine/lock.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { resetBackoff } from '#src/offline/engine/queue.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { uploadNow } from '#src/offline/files/upload-now.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { ours } from '#tests/offline/network.ts'
import { day } from '#tests/support/day.ts'
import { says, serve, settles } from '../fake-server.ts'
import { locksAwaited } from '../locks.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'
import { fillDisk } from '../trackers/notes.tsx'

/** The answer to a tracker of March 5, as the app stores it; `given` overrides any field. */
function row(userId: string, given: Partial<OutboxRow> = {}): Omit<OutboxRow, 'seq'> {
  return {
    opId: crypto.randomUUID(),
    v: 1,
    userId,
    lane: 'tracker:Mood',
    kind: 'trackers.record',
    payload: { trackerType: 'Mood', answer: 'sad', date: '2026-03-05' },
    blobIds: [],
    localDate: day('2026-03-05'),
    tz: 'Africa/Cairo',
    state: 'pending',
    attempts: 1,
    nextAttemptAt: 0,
    createdAt: Date.now(),
    ...given,
  }
}

async function phoneWith(...rows: Partial<OutboxRow>[]): Promise<UserDatabase> {
  const db = await openPhone()
  for (const given of rows) await db.outbox.add(row(db.userId, given))
  return db
}

const push = 'POST /sync/push'
const draw = (db: UserDatabase, onBlockDeleted = () => undefined as void) =>
  renderScreen(<NotSentPage db={db} onBlockDeleted={onBlockDeleted} />)

test('nothing that waits is said as such, with nothing to send', async () => {
  const screen = await draw(await phoneWith())
  await expect.element(screen.getByText(m.sync_empty_title())).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(m.sync_title())
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

const laterMs = Date.now() + 3_600_000
test.each<[string, Partial<OutboxRow>]>([
  [m.sync_state_waiting(), {}],
  [m.sync_state_later({ when: formatClock(laterMs) }), { nextAttemptAt: laterMs }],
  [m.sync_state_asks(), { state: 'asks' }],
  [m.sync_state_upgrade(), { state: 'needs_upgrade' }],
  [m.sync_state_refused(), { state: 'dead' }],
])('an item says why it is still here: %s', async (text, given) => {
  const screen = await draw(await phoneWith(given))
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Mood: Sad')).toBeVisible()
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent(m.sync_title_n({ count: 1 }))
})

test('a refused item gives the server’s reason, goes again, or is deleted after a question', async () => {
  const message = 'This day is outside the days that can be answered.'
  const lastError = { code: 'date_out_of_range', message, at: 0 } as const
  const db = await phoneWith({ state: 'dead', lastError })
  const screen = await draw(db)
  await expect.element(screen.getByText(message)).toBeVisible()
  await screen.getByRole('button', { name: m.sync_delete(), exact: false }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: m.sync_delete_keep() }).click()
  expect(await db.outbox.count()).toBe(1)
  await screen.getByRole('button', { name: m.sync_retry(), exact: false }).click()
  await expect.element(screen.getByText(m.sync_state_waiting())).toBeVisible()
  await screen.getByRole('button', { name: m.sync_delete(), exact: false }).click()
  await dialog.getByRole('button', { name: m.sync_delete() }).click()
  await expect.element(screen.getByText(m.sync_empty_title())).toBeVisible()
  expect(await db.outbox.count()).toBe(0)
})

test('an item that a full phone cannot delete stays, and says so', async () => {
  const db = await phoneWith({})
  const screen = await draw(db)
  await screen.getByRole('button', { name: m.sync_delete(), exact: false }).click()
  fillDisk(db)
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: m.sync_delete() }).click()
  await expect.poll(() => currentToasts().map(({ text }) => text)).toContain(m.sync_undo_failed())
  await expect.element(screen.getByText('Mood: Sad')).toBeVisible()
})

test.each<[string, string, Partial<OutboxRow>, number]>([
  ['never left', m.sync_delete_text(), { attempts: 0 }, 0],
  ['was refused', m.sync_delete_text(), { state: 'dead' }, 0],
  ['may be there', m.sync_delete_arrived(), { attempts: 0, unanswered: true }, 1],
  [
    'may be there from before a refusal',
    m.sync_delete_arrived(),
    { state: 'dead', unanswered: true },
    1,
  ],
])('a block that %s is deleted with the words for that', async (_, text, given, times) => {
  const payload = { userId: newUuid() }
  const db = await phoneWith({ kind: 'safety.block', lane: 'safety', payload, ...given })
  let looks = 0
  const screen = await draw(db, () => void looks++)
  await screen.getByRole('button', { name: m.sync_delete(), exact: false }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(text)).toBeVisible()
  await dialog.getByRole('button', { name: m.sync_delete() }).click()
  await expect.element(screen.getByText(m.sync_empty_title())).toBeVisible()
  await expect.poll(() => looks).toBe(times)
})

test('an item too old for the server to know says so, and goes as a new one in the place of the old', async () => {
  const lastError = { code: 'too_old', message: problemCatalogue.too_old.message, at: 0 } as const
  const db = await phoneWith({ state: 'dead', lastError })
  const [old] = await db.outbox.toArray()
  const screen = await draw(db)
  await expect.element(screen.getByText(lastError.message)).toBeVisible()
  await screen.getByRole('button', { name: m.sync_as_new(), exact: false }).click()
  await expect.element(screen.getByText(m.sync_state_waiting())).toBeVisible()
  const [{ opId, payload, state } = {}, ...others] = await db.outbox.toArray()
  expect([payload, state, others]).toEqual([old?.payload, 'pending', []])
  expect(opId).not.toBe(old?.opId)
})

test('two taps send an item that is too old once, and a phone without room says so and keeps it', async () => {
  const lastError = { code: 'too_old', message: problemCatalogue.too_old.message, at: 0 } as const
  const db = await phoneWith({ state: 'dead', lastError })
  const add = db.outbox.add.bind(db.outbox)
  db.outbox.add = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const screen = await draw(db)
  const again = screen.getByRole('button', { name: m.sync_as_new(), exact: false })
  await again.click()
  await expect.element(screen.getByText(m.chat_phone_full())).toBeVisible()
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['dead'])
  db.outbox.add = add
  await again.dblClick()
  await expect.element(screen.getByText(m.sync_state_waiting())).toBeVisible()
  expect(await db.outbox.count()).toBe(1)
})

test('what cannot be sent now says so, and stays', async () => {
  serve({})
  const db = await phoneWith({})
  const screen = await draw(db)
  const send = screen.getByRole('button', { name: m.sync_send_now() })
  await send.click()
  await expect.element(screen.getByText(m.sync_send_failed())).toBeVisible()
  expect(await db.outbox.count()).toBe(1)
  setOnline(false)
  await expect.element(send).toBeDisabled()
})

test('‘Send now’ does not wait for what the server wished', async () => {
  const db = await phoneWith({})
  await writeSession({ token: 'secret', userId: db.userId })
  const wish = { status: 503, headers: { 'retry-after': '600' } }
  const refused = serve({ [push]: () => ours(problem('busy'), wish) })
  await drainNow(db, 'page')
  expect(refused).toHaveLength(1)
  const date = '2026-03-05'
  const entry = { trackerType: 'Mood', answer: 'sad', score: 2, date, day: date }
  const asked = serve({
    [push]: settles(({ opId }) => ({ opId, status: 'applied', result: { id: opId, ...entry } })),
  })
  const screen = await draw(db)
  // Signs of life, as of somebody who comes back to the app.
  await resetBackoff(db)
  await drainNow(db, 'page')
  expect(asked).toEqual([])
  await screen.getByRole('button', { name: m.sync_send_now() }).click()
  await expect.element(screen.getByText(m.sync_empty_title())).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(await db.trackerEntries.toArray()).toMatchObject([entry])
})

/** A phone with the picture of a day that waits; `applied` is what the server says once it has the picture. */
async function phoneWithPicture() {
  const db = await openPhone()
  await writeSession({ token: 'secret', userId: db.userId })
  const payload = { trackerType: 'Mood', day: day('2026-03-05'), removes: null } as const
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  const data = new TextEncoder().encode('a picture').buffer
  const file = { name: '', type: 'image/webp', data }
  await enqueue(db, { kind: 'trackers.picture', payload }, tap, file)
  const applied = settles(({ opId }) => {
    return { opId, status: 'applied', result: { ...payload, saved: opId } }
  })
  return { db, taken: says({ id: tap.opId }, 201), applied }
}

test('‘Send now’ sends files too, whatever the server wished of them', async () => {
  const { db, taken, applied } = await phoneWithPicture()
  await db.attachments.toCollection().modify({ heldUntil: Date.now() + 1_800_000 })
  const asked = serve({ 'POST /trackers/pictures': taken, [push]: applied })
  const screen = await draw(db)
  await screen.getByRole('button', { name: m.sync_send_now() }).click()
  await expect.element(screen.getByText(m.sync_empty_title())).toBeVisible()
  expect(asked).toHaveLength(2)
})

test('‘Send now’ waits for a file that is on its way already, and complains about nothing', async () => {
  const { db, taken, applied } = await phoneWithPicture()
  const arrival = Promise.withResolvers<void>()
  const asked = serve({
    'POST /trackers/pictures': (request) => arrival.promise.then(() => taken(request)),
    [push]: applied,
  })
  // As the page itself does it.
  const goingUp = uploadNow(db, 'page')
  await expect.poll(() => asked.length).toBe(1)
  const screen = await draw(db)
  await screen.getByRole('button', { name: m.sync_send_now() }).click()
  await expect.poll(locksAwaited).toContain(uploadLockName(db.userId))
  arrival.resolve()
  await expect.element(screen.getByText(m.sync_empty_title())).toBeVisible()
  await goingUp
  expect(asked).toHaveLength(2)
  expect(currentToasts()).toEqual([])
})

test('‘Send now’ says at last that something did not go where another tab holds it up for good', async () => {
  const { db } = await phoneWithPicture()
  serve({})
  const asleep = Promise.withResolvers<void>()
  const other = withLock(uploadLockName(db.userId), 'page', () => asleep.promise)
  const screen = await draw(db)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const send = screen.getByRole('button', { name: m.sync_send_now() })
  await send.click()
  await expect.poll(locksAwaited).toContain(uploadLockName(db.userId))
  await vi.advanceTimersByTimeAsync(300_000)
  await expect.element(screen.getByText(m.sync_send_failed())).toBeVisible()
  await expect.element(send).not.toHaveAttribute('aria-disabled', 'true')
  asleep.resolve()
  await other
})

test('the notifications count what waits, asks and was refused apart, and not what can still be taken back', async () => {
  function Lines({ db }: { db: UserDatabase }) {
    return <UnsentLines rows={useUnsent(db)} />
  }
  const justNow = { attempts: 0, nextAttemptAt: Date.now() + 60_000 }
  const db = await phoneWith({}, { state: 'dead' }, { state: 'asks' }, justNow)
  const screen = await renderScreen(<Lines db={db} />)
  const waiting = (count: number) => screen.getByText(m.sync_notifications_unsent({ count }))
  await expect.element(waiting(1)).toBeVisible()
  await expect.element(screen.getByText(m.sync_notifications_refused({ count: 1 }))).toBeVisible()
  await expect.element(screen.getByText(m.sync_notifications_asks({ count: 1 }))).toBeVisible()
  setOnline(false)
  await expect.element(waiting(2)).toBeVisible()
})

const noteDay = day('2026-03-05')
const words = { feelings: [], tags: [], ownTags: ['my cat'], text: 'Too many tags' }
const noteRow: Partial<OutboxRow> = {
  state: 'dead',
  kind: 'trackers.note',
  lane: `tracker-note:Mood:${noteDay}`,
  payload: { trackerType: 'Mood', day: noteDay, ...words, basedOn: null, settles: [] },
  lastError: { code: 'invalid_input', message: tooManyTagsText, at: 0 },
}
const noteField = () => page.getByRole('textbox', { name: m.trackers_note_field() })

test('refused words are corrected where they were written, and go in the place of the old', async () => {
  const db = await phoneWith(noteRow)
  const [old] = await db.outbox.toArray()
  const screen = await draw(db)
  await expect.element(screen.getByText(tooManyTagsText)).toBeVisible()
  press(screen.getByRole('button', { name: m.sync_edit(), exact: false }))
  await expect.element(noteField()).toHaveValue('Too many tags')
  press(screen.getByRole('checkbox', { name: /my cat/ }))
  await noteField().fill('Without it')
  await expect
    .poll(async () => (await db.trackerNoteDrafts.toArray()).map(({ replaces }) => replaces))
    .toEqual([old?.opId])
  press(screen.getByRole('button', { name: m.trackers_note_save() }))
  await expect.element(screen.getByText(m.sync_state_waiting())).toBeVisible()
  const [row, ...others] = await db.outbox.toArray()
  expect(others).toEqual([])
  expect(row?.opId).not.toBe(old?.opId)
  expect(row).toMatchObject({ state: 'pending', payload: { text: 'Without it', ownTags: [] } })
  await expect.poll(() => db.trackerNoteDrafts.count()).toBe(0)
})

test('refused words and a draft of the same day do not take each other’s place', async () => {
  const db = await phoneWith(noteRow)
  const draft = { trackerType: 'Mood' as const, day: noteDay, ...words, basedOn: null }
  await db.trackerNoteDrafts.put({ ...draft, text: 'Half a sen' })
  const screen = await draw(db)
  await expect.element(screen.getByText(tooManyTagsText)).toBeVisible()
  press(screen.getByRole('button', { name: m.sync_edit(), exact: false }))
  await expect
    .poll(() => currentToasts().map(({ text }) => text))
    .toContain(m.trackers_note_in_the_way())
  expect(await db.trackerNoteDrafts.toArray()).toMatchObject([{ text: 'Half a sen' }])
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'dead' }])
})

test('the buttons of two items are told apart by their names', async () => {
  const given = ['2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z'].map((at) => Date.parse(at))
  const screen = await draw(await phoneWith(...given.map((createdAt) => ({ createdAt }))))
  for (const createdAt of given) {
    for (const words of [m.sync_copy(), m.sync_delete()]) {
      const name = `${words} Mood: Sad · ${formatMoment(createdAt)}`
      await expect.element(screen.getByRole('button', { name })).toBeVisible()
    }
  }
})
