import { describe, expect, test } from 'vitest'
import type { UserType } from '#contract/account/model.ts'
import type { Booking } from '#contract/booking/model.ts'
import type { OwnBrief } from '#contract/brief/model.ts'
import type { Friend } from '#contract/connections/api.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import { SessionPage } from '#src/features/booking/pages/sessions-page.tsx'
import { ClientBriefPage } from '#src/features/brief/brief-sheet.tsx'
import { BriefPage } from '#src/features/brief/pages/brief-page.tsx'
import { refreshFriends } from '#src/features/connections/refresh-connections.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { saveBriefDraft } from '#src/offline/features/brief-drafts.ts'
import { storeBriefs } from '#src/offline/features/brief.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentSession } from '#src/session/session.ts'
import { answerWith, noNetwork, ours, type Answer } from '#tests/offline/network.ts'
import { booking } from '#tests/src/booking/bookings.ts'
import { friend } from '#tests/src/connections/people.ts'
import { everyBlock, sentenceOf } from '#tests/support/briefs.ts'
import { day } from '#tests/support/day.ts'
import { refuses, says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const upcoming = booking({ start: inDays(1), end: inDays(1.05), changeableUntil: inDays(0.1) })
const bookingId = upcoming._id
const name = 'Sofia Haddad'
const sofia = friend({ id: '0193a000-0000-7000-8000-00000000aaaa' })
const sentAt = '2026-06-15T12:00:00.000Z'
const span = { from: day('2026-06-02'), to: day('2026-06-15') }
const shared = { bookingId, sentAt, content: { span, blocks: [...everyBlock] } }

const have =
  (...bookings: Booking[]): Answer =>
  ({ url }) => {
    const past = new URL(url).searchParams.get('scope') === 'past'
    return ours({ bookings: past ? [] : bookings, next: null })
  }

function serveAll(given: { bookings?: Booking[]; briefs?: OwnBrief[]; friends?: Friend[] } = {}) {
  return serve({
    'GET /booking/mine': have(...(given.bookings ?? [upcoming])),
    'GET /me/briefs': says({ briefs: given.briefs ?? [] }),
    'GET /connections/friends': says({ friends: given.friends ?? [sofia], next: null }),
    ...Object.fromEntries(
      ['Mood', 'Fitness', 'Sleep', 'Diet'].map((type) => [
        `GET /trackers/entries/${type}/latest`,
        says([]),
      ]),
    ),
  })
}

async function open(userT: UserType = 'Adolescent', db?: UserDatabase) {
  const phone = db ?? (await openPhone(userT))
  const today = clockAt(Date.now()).date
  if (userT === 'Adolescent') {
    await phone.trackerEntries.put({
      id: crypto.randomUUID(),
      trackerType: 'Mood',
      answer: 'sad',
      date: today,
      day: today,
      score: 2,
    })
  }
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  const screen = await renderScreen(<BriefPage db={phone} session={session} id={bookingId} />)
  return { db: phone, screen }
}

describe('a brief that is written', () => {
  test('has nothing in it before a switch is on, and says what it is not for', async () => {
    serveAll()
    const { screen } = await open()
    await expect.element(screen.getByText(m.brief_emergency())).toBeVisible()
    await expect.element(screen.getByRole('button', { name: m.safety_open() })).toBeVisible()
    await expect.element(screen.getByRole('checkbox', { name: m.brief_mood() })).toBeVisible()
    for (const box of screen.getByRole('checkbox').all()) {
      await expect.element(box).not.toBeChecked()
    }
    await expect.element(screen.getByText(m.brief_nothing_on())).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: m.brief_send({ name }) }))
      .toBeDisabled()
  })

  test('queues what is switched on alone, and previews it', async () => {
    serveAll()
    const { db, screen } = await open()
    await screen.getByLabelText(m.brief_talk(), { exact: true }).fill('School')
    await screen.getByLabelText(m.brief_good(), { exact: true }).fill('The trip')
    const talk = m.brief_words_on({ sentence: m.brief_talk() })
    await screen.getByRole('checkbox', { name: talk }).click()
    await screen.getByRole('checkbox', { name: m.brief_answered() }).click()
    const preview = screen.getByRole('article', { name: m.brief_title() })
    await expect.element(preview.getByText('School', { exact: true })).toBeVisible()
    await expect
      .element(preview.getByText(m.brief_answered_of({ days: '1', of: '14' })))
      .toBeVisible()
    await expect.element(preview.getByText('The trip')).not.toBeInTheDocument()
    answerWith(noNetwork)
    setOnline(false)
    await screen.getByRole('button', { name: m.brief_send({ name }) }).click()
    await expect.element(screen.getByText(m.brief_waiting())).toBeVisible()
    const [row] = await unsentOps(db)
    expect(row?.payload).toMatchObject({
      bookingId,
      withdrawals: 0,
      content: { blocks: [sentenceOf('School'), { kind: 'days', answered: 1 }] },
    })
    expect(JSON.stringify(row)).not.toContain('trip')
  })

  test('forgets what numbers were switched on when its days change, and not the sentences', async () => {
    serveAll()
    const { screen } = await open()
    const mood = screen.getByRole('checkbox', { name: m.brief_mood() })
    const talk = screen.getByRole('checkbox', {
      name: m.brief_words_on({ sentence: m.brief_talk() }),
    })
    await mood.click()
    await talk.click()
    await screen.getByText(m.trackers_range_days({ days: 30 })).click()
    await expect.element(mood).not.toBeChecked()
    await expect.element(talk).toBeChecked()
  })

  test('has numbers off again that were switched on with the days of another day', async () => {
    serveAll()
    const db = await openPhone()
    const talk = m.brief_words_on({ sentence: m.brief_talk() })
    const words = { talk: 'School' }
    const on = ['mood', 'words talk']
    await saveBriefDraft(db, { bookingId, span: '14', on, days: span, words })
    const { screen } = await open('Adolescent', db)
    await expect.element(screen.getByRole('checkbox', { name: talk })).toBeChecked()
    const mood = screen.getByRole('checkbox', { name: m.brief_mood() })
    await expect.element(mood).not.toBeChecked()
    await mood.click()
    await expect.element(mood).toBeChecked()
  })

  test('of a parent has sentences alone', async () => {
    serveAll()
    const { screen } = await open('Parent')
    await expect.element(screen.getByText(m.brief_words_title())).toBeVisible()
    await expect.element(screen.getByText(m.brief_numbers_title())).not.toBeInTheDocument()
  })

  test('says that a sentence is too long, and does not send it', async () => {
    serveAll()
    const { screen } = await open('Parent')
    await screen.getByLabelText(m.brief_talk(), { exact: true }).fill('a'.repeat(501))
    const talk = m.brief_words_on({ sentence: m.brief_talk() })
    await screen.getByRole('checkbox', { name: talk }).click()
    await expect.element(screen.getByText(m.brief_words_long({ max: 500 }))).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: m.brief_send({ name }) }))
      .toBeDisabled()
  })

  test('that was sent says what is shown, is taken back at once, and can be replaced', async () => {
    const sent = { ...shared, withdrawals: 0 }
    serveAll({ briefs: [sent] })
    const db = await openPhone()
    await storeBriefs(db, [sent], () => false)
    const { screen } = await open('Adolescent', db)
    await expect.element(screen.getByText(/Sofia Haddad can read it\./)).toBeVisible()
    const talk = m.brief_words_on({ sentence: m.brief_talk() })
    await screen.getByLabelText(m.brief_talk(), { exact: true }).fill('Anew')
    await screen.getByRole('checkbox', { name: talk }).click()
    await expect.element(screen.getByText(m.brief_replaces())).toBeVisible()
    answerWith(noNetwork)
    setOnline(false)
    await screen.getByRole('button', { name: m.brief_take_back() }).click()
    await expect.element(screen.getByText(m.brief_taking_back({ name }))).toBeVisible()
    expect(await unsentOps(db)).toMatchObject([
      { kind: 'share.revoke', payload: { kind: 'brief', itemId: bookingId } },
    ])
    await expect
      .element(screen.getByRole('button', { name: m.brief_take_back() }))
      .not.toBeInTheDocument()
  })

  test.each([
    ['over', booking({ ...upcoming, start: inDays(-1), end: inDays(-0.9) }), m.brief_over],
    ['canceled', booking({ ...upcoming, status: 'cancelled' }), m.brief_cancelled],
  ])('is not offered for a session that is %s', async (_, given, text) => {
    serveAll({ bookings: [given] })
    const { screen } = await open()
    await expect.element(screen.getByText(text())).toBeVisible()
    await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument()
  })

  test('is not offered to somebody who is not connected any more', async () => {
    serveAll({ friends: [{ ...sofia, unavailable: true }] })
    const { screen } = await open()
    await expect.element(screen.getByText(m.brief_apart({ name }))).toBeVisible()
    await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument()
  })

  test('is not offered either where the server does not say again that there is no connection', async () => {
    serveAll({ friends: [] })
    const { db, screen } = await open()
    await expect.element(screen.getByText(m.brief_apart({ name }))).toBeVisible()
    await screen.unmount()
    const requests = answerWith(noNetwork)
    const { screen: again } = await open('Adolescent', db)
    await expect.element(again.getByRole('button', { name: m.ui_retry() })).toBeVisible()
    await expect
      .poll(() => requests.some(({ url }) => url.includes('/connections/friends')))
      .toBe(true)
    await expect.element(again.getByText(m.brief_apart({ name }))).toBeVisible()
    await expect.element(again.getByRole('checkbox')).not.toBeInTheDocument()
  })

  test('of a session that nobody knows of is none', async () => {
    serveAll({ bookings: [] })
    const { screen } = await open()
    await expect.element(screen.getByText(m.booking_session_missing())).toBeVisible()
  })
})

describe('the way to a brief', () => {
  const drawSession = async (given: Booking, userT: UserType) => {
    const db = await openPhone(userT)
    return await renderScreen(<SessionPage db={db} id={given._id} />)
  }

  test.each([
    [1, 1],
    [3, 0],
  ])('is offered to the client two days before: in %i days, %i link', async (days, links) => {
    const given = booking({ ...upcoming, start: inDays(days), end: inDays(days + 0.05) })
    serveAll({ bookings: [given] })
    const screen = await drawSession(given, 'Adolescent')
    await expect.element(screen.getByText(name)).toBeVisible()
    const link = screen.getByRole('link', { name: m.booking_brief(), exact: false })
    await expect.poll(() => link.elements()).toHaveLength(links)
  })

  test('is not offered to somebody who is not connected any more', async () => {
    serveAll()
    const db = await openPhone('Adolescent')
    await refreshFriends(db, 'token')
    const screen = await renderScreen(<SessionPage db={db} id={bookingId} />)
    await expect.element(screen.getByText(name)).toBeVisible()
    const link = screen.getByRole('link', { name: m.booking_brief(), exact: false })
    await expect.poll(() => link.elements()).toHaveLength(1)
    serveAll({ friends: [] })
    await refreshFriends(db, 'token')
    await expect.poll(() => link.elements()).toHaveLength(0)
  })

  test.each([
    ['has moved', 5, m.booking_brief],
    ['is over', -2, m.booking_brief_read],
  ])(
    'is there for the client of a session that %s, while they show one',
    async (_, days, label) => {
      const given = booking({ ...upcoming, start: inDays(days), end: inDays(days + 0.05) })
      // Of briefs this device knows what it has itself.
      serve({ 'GET /booking/mine': have(given) })
      const db = await openPhone('Adolescent')
      const screen = await renderScreen(<SessionPage db={db} id={given._id} />)
      await expect.element(screen.getByText(name)).toBeVisible()
      const link = screen.getByRole('link', { name: label(), exact: false })
      await expect.element(link).not.toBeInTheDocument()
      const content = { span: null, blocks: [sentenceOf('School')] }
      await storeBriefs(db, [{ bookingId, sentAt, withdrawals: 0, content }], () => false)
      await expect.element(link).toHaveAttribute('href', `/sessions/${bookingId}/brief`)
    },
  )

  test('is there on a device that has never read the brief, and is asked for once', async () => {
    const given = booking({ ...upcoming, start: inDays(-2), end: inDays(-1.95) })
    const content = { span: null, blocks: [sentenceOf('School')] }
    const requests = serveAll({
      bookings: [given],
      briefs: [{ bookingId, sentAt, withdrawals: 0, content }],
    })
    const screen = await drawSession(given, 'Adolescent')
    const link = screen.getByRole('link', { name: m.booking_brief_read(), exact: false })
    await expect.element(link).toHaveAttribute('href', `/sessions/${bookingId}/brief`)
    const asked = requests.filter(({ url }) => url.endsWith('/me/briefs'))
    expect(asked).toHaveLength(1)
  })

  test('is there for the provider while there is one', async () => {
    const given = booking({ ...upcoming, role: 'provider' })
    const ids: string[] = [bookingId]
    serve({
      'GET /booking/mine': have(given),
      'GET /briefs': () => ours({ bookingIds: ids }),
    })
    const screen = await drawSession(given, 'ServiceProvider')
    const link = screen.getByRole('link', { name: m.booking_brief_read(), exact: false })
    await expect.element(link).toHaveAttribute('href', `/sessions/${bookingId}/brief`)
    ids.pop()
    sharingNews.set(sharingNews.get() + 1)
    await expect.poll(() => link.elements()).toHaveLength(0)
  })
})

describe('a brief that is read', () => {
  const theirs = booking({ ...upcoming, role: 'provider' })
  const read = async (answers: Record<string, Answer>) => {
    serve({ 'GET /booking/mine': have(theirs), ...answers })
    const db = await openPhone('ServiceProvider')
    return { db, screen: await renderScreen(<ClientBriefPage db={db} id={bookingId} />) }
  }

  test('says every block in words, with markup as text, and is stored nowhere', async () => {
    const blocks = [...everyBlock.slice(1), sentenceOf('<b>School</b>')]
    const brief = { ...shared, content: { span, blocks } }
    const { db, screen } = await read({ [`GET /briefs/${bookingId}`]: says(brief) })
    for (const text of ['<b>School</b>', 'The trip', 'My father', 'A light breeze']) {
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    }
    await expect.element(screen.getByRole('heading', { name: m.brief_mood() })).toBeVisible()
    await expect.poll(() => screen.container.querySelectorAll('circle')).toHaveLength(2)
    await expect
      .element(screen.getByText(m.brief_answered_of({ days: '3', of: '14' })))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: m.brief_print() })).toBeVisible()
    const stored = await Promise.all(db.tables.map((table) => table.toArray()))
    expect(JSON.stringify(stored)).not.toContain('The trip')
  })

  test.each([
    ['is taken back', 'not_found'],
    ['may be read by its reader no more', 'forbidden'],
  ] as const)('goes from the open page when it %s', async (_, code) => {
    let gone = false
    const { screen } = await read({
      [`GET /briefs/${bookingId}`]: (request) => (gone ? refuses(code)(request) : ours(shared)),
    })
    await expect.element(screen.getByText('The trip')).toBeVisible()
    gone = true
    sharingNews.set(sharingNews.get() + 1)
    await expect.element(screen.getByText(m.brief_client_missing())).toBeVisible()
    await expect.element(screen.getByText('The trip')).not.toBeInTheDocument()
  })

  test('needs the network, and says so', async () => {
    setOnline(false)
    const { screen } = await read({ [`GET /briefs/${bookingId}`]: noNetwork })
    await expect.element(screen.getByText(m.brief_client_offline())).toBeVisible()
  })
})
