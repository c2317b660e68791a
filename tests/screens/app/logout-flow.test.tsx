import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LogoutFlow } from '#src/app/logout-flow.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { deleteDraft, saveDraft } from '#src/lib/dirty.ts'
import { saveBriefDraft } from '#src/offline/features/brief-drafts.ts'
import { storeBriefs } from '#src/offline/features/brief.ts'
import { savePlanDraft } from '#src/offline/features/plan-drafts.ts'
import { hashOfToken } from '#src/offline/session/session-copy.ts'
import { pendingRevocations } from '#src/offline/session/session-start.ts'
import { hasUserStorage } from '#src/offline/storage/user-storage.ts'
import { readOnlyHere } from '#src/session/log-out.ts'
import { currentSession, notifySession, openSession } from '#src/session/session.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { sentenceOf } from '#tests/support/briefs.ts'
import { day } from '#tests/support/day.ts'
import { openMember, openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'
import { fillDisk } from '../trackers/notes.tsx'

const line = { step: 'signs', text: 'I st', phone: '', basedOn: null }

test('a logout names the pictures that are on this phone alone, and can be left', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const { db, session } = await openMember()
  const data = new ArrayBuffer(8)
  const day = '2026-06-15' as const
  await db.table('trackerPictures').put({ trackerType: 'Mood', day, type: 'image/jpeg', data })
  let closed = false
  await renderScreen(<LogoutFlow session={session} onClose={() => (closed = true)} />)
  await expect.element(page.getByText(m.trackers_picture_logout())).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.trackers_logout_delete() })).toBeVisible()
  await page.getByRole('button', { name: m.shell_logout_stay() }).click()
  expect(closed).toBe(true)
  expect(await db.trackerPictures.count()).toBe(1)
})

test('a question about a logout ends with its session in another tab, and names nothing to whoever is next', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const { db, session } = await openMember()
  await savePlanDraft(db, { ...line, id: crypto.randomUUID() })
  const closed = vi.fn<() => void>()
  await renderScreen(<LogoutFlow session={session} onClose={closed} />)
  await expect.element(page.getByText(m.plan_logout())).toBeVisible()
  expect(closed).not.toHaveBeenCalled()
  // As another tab does it.
  await openPhone()
  notifySession()
  await expect.element(page.getByText(m.plan_logout())).not.toBeInTheDocument()
  expect(closed).toHaveBeenCalled()
})

test('a logout ends the session that its person has by then, as after a login in another tab', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const { db, session } = await openMember()
  await savePlanDraft(db, { ...line, id: crypto.randomUUID() })
  const closed = Promise.withResolvers<void>()
  await renderScreen(<LogoutFlow session={session} onClose={closed.resolve} />)
  await expect.element(page.getByText(m.plan_logout())).toBeVisible()
  // As another tab does it.
  await openSession({ token: 'another', userPayload: session.user })
  await page.getByRole('button', { name: m.trackers_logout_delete() }).click()
  await closed.promise
  expect([currentSession(), await pendingRevocations()]).toEqual([
    undefined,
    [await hashOfToken('another')],
  ])
})

test('a picture that was taken off the account without a network does not hide one that is here alone', async () => {
  const { db } = await openMember()
  const at = { trackerType: 'Mood', type: 'image/jpeg', data: new ArrayBuffer(8) } as const
  const [here, other] = [crypto.randomUUID(), crypto.randomUUID()]
  await db.meta.put({
    key: 'trackerPictures',
    acks: 0,
    saved: [
      { trackerType: 'Mood', day: day('2026-06-14'), id: here, copy: false },
      { trackerType: 'Mood', day: day('2026-06-13'), id: other, copy: false },
    ],
  })
  await db.trackerPictures.put({ ...at, day: day('2026-06-14'), id: here })
  expect((await readOnlyHere(db)).pictures).toBe(false)
  await db.trackerPictures.put({ ...at, day: day('2026-06-15') })
  expect((await readOnlyHere(db)).pictures).toBe(true)
})

test('a logout names words of the safety plan that were not saved, and these alone', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const { db, session } = await openMember()
  await savePlanDraft(db, { ...line, id: crypto.randomUUID() })
  await renderScreen(<LogoutFlow session={session} onClose={() => undefined} />)
  await expect.element(page.getByText(m.plan_logout())).toBeVisible()
  await expect.element(page.getByText(m.trackers_note_logout())).not.toBeInTheDocument()
})

test('a logout names words beside an answer that were not saved', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const { db, session } = await openMember()
  const words = { feelings: [], tags: [], ownTags: [], text: 'Half a sen' }
  const day = '2026-06-15' as const
  await db.table('trackerNoteDrafts').put({ trackerType: 'Mood', day, ...words, basedOn: null })
  await renderScreen(<LogoutFlow session={session} onClose={() => undefined} />)
  await expect.element(page.getByText(m.trackers_note_logout())).toBeVisible()
  await expect.element(page.getByText(m.trackers_picture_logout())).not.toBeInTheDocument()
  expect(await db.trackerNoteDrafts.count()).toBe(1)
})

test('a logout names a session brief that was begun, and not one that was sent whole', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const { db, session } = await openMember()
  const bookingId = crypto.randomUUID()
  await saveBriefDraft(db, {
    bookingId,
    span: '14',
    on: [],
    words: { talk: 'School ', good: '' },
  })
  const content = { span: null, blocks: [sentenceOf('School')] }
  const sentAt = '2026-06-15T12:00:00.000Z'
  expect((await readOnlyHere(db)).briefDrafts).toBe(true)
  await storeBriefs(db, [{ bookingId, sentAt, withdrawals: 0, content }], () => false)
  expect((await readOnlyHere(db)).briefDrafts).toBe(false)
  await saveBriefDraft(db, { bookingId, span: '14', on: [], words: { avoid: 'My father' } })
  await renderScreen(<LogoutFlow session={session} onClose={() => undefined} />)
  await expect.element(page.getByText(m.brief_logout())).toBeVisible()
  await expect.element(page.getByText(m.plan_logout())).not.toBeInTheDocument()
})

test('a logout names an article that was begun, and other words that were begun, each alone', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const { db, session } = await openMember('ServiceProvider')
  await db.table('chatDrafts').put({ chatId: 'c', text: ' ', at: 0 })
  expect((await readOnlyHere(db)).otherDrafts).toBe(false)
  await db.table('articleDrafts').put({ id: 'a' })
  const screen = await renderScreen(<LogoutFlow session={session} onClose={() => undefined} />)
  await expect.element(page.getByText(m.library_article_logout())).toBeVisible()
  await expect.element(page.getByText(m.shell_logout_drafts())).not.toBeInTheDocument()
  await screen.unmount()
  await db.articleDrafts.clear()
  for (const [table, draft] of [
    ['chatDrafts', { chatId: 'c', text: 'Half a sen', at: 0 }],
    ['chatDrafts', { chatId: 'c', text: '', file: { name: 'voice' }, at: 0 }],
    ['questDrafts', { questId: 1 }],
    ['meta', { key: 'bioDraft', text: 'I li' }],
  ] as const) {
    await db.table(table).put(draft)
    expect(await readOnlyHere(db)).toMatchObject({ articleDrafts: false, otherDrafts: true })
    await db.table(table).clear()
  }
  saveDraft('video-description', 'A walk through a pa')
  onTestFinished(() => deleteDraft('video-description'))
  expect(await readOnlyHere(db)).toMatchObject({ articleDrafts: false, otherDrafts: true })
  await renderScreen(<LogoutFlow session={session} onClose={() => undefined} />)
  await expect.element(page.getByText(m.shell_logout_drafts())).toBeVisible()
})

/** The store of the session has no room for the next `times` notes. */
function fillNotes(times: number): void {
  const { value } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {}
  const put = value as IDBObjectStore['put']
  let left = times
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given: Parameters<typeof put>
  ) {
    if (this.name === 'session' && left-- > 0) throw new DOMException('', 'QuotaExceededError')
    return put.apply(this, given)
  })
  onTestFinished(() => spy.mockRestore())
}

test.each([
  ['and what was deleted made room for the end of the session', 4],
  ['also where there is no room even then', Infinity],
])('a phone without room can be left, %s', async (_, times) => {
  answerWith(noNetwork)
  setOnline(false)
  const { db, session } = await openMember()
  await db.meta.put({ key: 'bioDraft', text: 'I li' })
  fillDisk(db)
  fillNotes(times)
  const closed = Promise.withResolvers<void>()
  await renderScreen(<LogoutFlow session={session} onClose={closed.resolve} />)
  await page.getByRole('button', { name: m.trackers_logout_delete() }).click()
  await closed.promise
  expect(currentToasts()).toEqual([])
  expect([currentSession(), await hasUserStorage(db.userId)]).toEqual([undefined, false])
  const pending = times === Infinity ? [] : [await hashOfToken(session.token)]
  expect(await pendingRevocations()).toEqual(pending)
})
