import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BookingAccess } from '#contract/booking/api.ts'
import type { Slot } from '#contract/booking/model.ts'
import { BookingPage } from '#src/features/booking/pages/booking-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ours, type Answer } from '#tests/offline/network.ts'
import { booking } from '#tests/src/booking/bookings.ts'
import { badGateway, refuses, says, serve, silence, type Answers } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

const providerId = '01890000-0000-7000-8000-000000000000'
const sofia = { firstname: 'Sofia', lastname: 'Haddad', profileImg: null }
const noSessions =
  'No Sessions Available: You need to purchase a session package before you can book.'

const canBook: BookingAccess = {
  canBook: true,
  remainingSessions: 2,
  remaining: [{ duration: 60, sessions: 2 }],
  onHold: 0,
  changeNoticeHours: 24,
}
const slots = { slots: [slotIn(1), slotIn(2)], timeZone: 'Africa/Cairo', duration: 60 }
const readAccess = `GET /booking/validate-access/${providerId}`
const readSlots = `GET /booking/available-slots/${providerId}`
const postBooking = 'POST /booking/book'
const answers: Answers = {
  [readAccess]: says(canBook),
  [readSlots]: says(slots),
  [postBooking]: says(booking(), 201),
}

function slotIn(days: number): Slot {
  const start = new Date(Date.now() + days * 86_400_000)
  start.setUTCMinutes(0, 0, 0)
  const end = new Date(start.getTime() + 3_600_000)
  return { start: start.toISOString(), end: end.toISOString(), available: true }
}

const draw = (db: UserDatabase) =>
  renderScreen(<BookingPage db={db} providerId={providerId} providerName="Sofia Haddad" />)

async function chooseSlot(given: Answers = {}) {
  serve({ ...answers, ...given })
  const db = await openPhone()
  const screen = await draw(db)
  const slot = screen.getByRole('listitem').getByRole('button').first()
  await slot.click()
  const confirm = screen.getByRole('button', { name: 'Confirm booking' })
  return { db, screen, slot, confirm }
}

describe('whether one may book', () => {
  test('cannot be asked: it says why, and comes with a retry', async () => {
    const db = await openPhone()
    const failed = 'Failed to validate booking access'
    const offline = m.booking_offline()
    const given = { draw: () => draw(db), call: readAccess, answers, failed, offline }
    const screen = await retryReadFailure(given)
    await expect.element(screen.getByText(m.booking_left({ count: 2 }))).toBeVisible()
  })

  test('is a skeleton before the server has said', async () => {
    serve({ [readAccess]: silence })
    const screen = await draw(await openPhone())
    await expect.element(screen.getByText(m.ui_loading())).toBeInTheDocument()
    await expect
      .element(screen.getByText(m.booking_title_with({ name: 'Sofia Haddad' })))
      .toBeVisible()
  })

  test.each([
    ['that names nobody', refuses('not_found'), 'Provider not found.'],
    ['that is no id', refuses('invalid_input'), 'Provider not found.'],
    [
      'of a provider with whom no session is left',
      says({ ...canBook, canBook: false }),
      noSessions,
    ],
    [
      'of a provider with whom all sessions are on hold',
      says({ ...canBook, canBook: false, onHold: 3 }),
      '3 sessions are on hold',
    ],
    ['of a provider who sees nobody under 18', refuses('minors_not_seen'), m.providers_closed()],
  ])('at an address %s', async (_, answer, text) => {
    serve({ [readAccess]: answer })
    const screen = await draw(await openPhone())
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: m.ui_retry() })).not.toBeInTheDocument()
  })
})

test('whoever has sessions on hold is shown their payments, and sold nothing', async () => {
  serve({ [readAccess]: says({ ...canBook, canBook: false, onHold: 1 }) })
  const screen = await draw(await openPhone())
  await expect.element(screen.getByText('1 session is on hold')).toBeVisible()
  const payments = screen.getByRole('link', { name: m.payments_mine() })
  await expect.element(payments).toHaveAttribute('href', '/payment')
  const pricing = screen.getByRole('link', { name: m.booking_view_pricing() })
  await expect.element(pricing).not.toBeInTheDocument()
})

describe('the slots of a week', () => {
  test('cannot be read: they say why, and come with a retry', async () => {
    const db = await openPhone()
    const failed = 'Failed to fetch available slots'
    const offline = m.booking_offline()
    const given = { draw: () => draw(db), call: readSlots, answers, failed, offline }
    const screen = await retryReadFailure(given)
    await expect.poll(() => screen.getByRole('listitem').elements()).toHaveLength(2)
  })

  test('of a calendar that does not answer say so, and that there are none where there are none', async () => {
    serve({ ...answers, [readSlots]: refuses('calendar_unavailable') })
    const screen = await draw(await openPhone())
    const text =
      'Failed to load available slots. The provider may not have connected their calendar yet.'
    await expect.element(screen.getByText(text)).toBeVisible()
    serve({ ...answers, [readSlots]: says({ ...slots, slots: [] }) })
    await screen.getByRole('button', { name: m.ui_retry() }).click()
    await expect.element(screen.getByText('No Available Slots')).toBeVisible()
  })
})

test('a time that is too near to be changed afterwards says so, and another one until when it can be', async () => {
  const near = { ...slots, slots: [slotIn(3 / 24), slotIn(3)] }
  const { screen, confirm } = await chooseSlot({ [readSlots]: says(near) })
  const forGood = screen.getByText(m.booking_moved_for_good())
  const policy = screen.getByText(m.booking_policy({ hours: 24 }))
  await expect.element(forGood).toBeVisible()
  await expect.element(policy).not.toBeInTheDocument()
  await screen.getByRole('listitem').getByRole('button').last().click()
  await expect.element(policy).toBeVisible()
  await expect.element(forGood).not.toBeInTheDocument()
  await expect.element(confirm).toBeVisible()
})

describe('a booking that fails says why, and keeps what was chosen', () => {
  test('where nothing of ours answers', async () => {
    const { screen, slot, confirm } = await chooseSlot({ [postBooking]: badGateway })
    await confirm.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to book time slot')
    await expect.element(slot).toHaveAttribute('aria-pressed', 'true')
  })

  test('where nobody is logged in any more', async () => {
    const { screen, slot, confirm } = await chooseSlot()
    localStorage.setItem('isLoggedIn', 'false')
    await confirm.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Booking failed')
    await expect.element(slot).toHaveAttribute('aria-pressed', 'true')
    await screen.getByRole('listitem').getByRole('button').nth(1).click()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })

  test('without a network', async () => {
    const { screen, slot, confirm } = await chooseSlot()
    setOnline(false)
    await expect.element(screen.getByText(m.booking_needs_connection())).toBeVisible()
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await expect.element(slot).toHaveAttribute('aria-pressed', 'true')
  })
})

test.each([
  ['did not answer', badGateway],
  ['says that the slot is taken', refuses('slot_taken')],
])('below a long week it is in sight why the server %s', async (_, answer) => {
  await page.viewport(360, 740)
  const many = Array.from({ length: 60 }, (_none, hours) => slotIn(1 + hours / 24))
  serve({ ...answers, [readSlots]: says({ ...slots, slots: many }), [postBooking]: answer })
  const screen = await draw(await openPhone())
  await screen.getByRole('listitem').getByRole('button').last().click()
  await screen.getByRole('button', { name: 'Confirm booking' }).click()
  await expect.element(screen.getByRole('alert')).toBeInViewport({ ratio: 0.9 })
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

test('a slot that somebody else took meanwhile is gone, and the slots are read again', async () => {
  const { screen, confirm } = await chooseSlot({ [postBooking]: refuses('slot_taken') })
  const requests = serve({ ...answers, [postBooking]: refuses('slot_taken') })
  await confirm.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This time is already taken.')
  const reads = () => requests.filter(({ url }) => url.includes('/booking/available-slots/'))
  await expect.poll(() => reads().length).toBe(1)
  expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(1)
  await expect.element(confirm).not.toBeInTheDocument()
})

test.each(['slot_taken', 'no_sessions'] as const)(
  'a slot that is booked by a call whose answer was lost is booked, though it is refused with %s',
  async (code) => {
    const { screen, confirm } = await chooseSlot({ [postBooking]: badGateway })
    await confirm.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to book time slot')
    const [{ start, end } = slotIn(1)] = slots.slots
    const mine = booking({ with: { ...sofia, _id: providerId }, start, end })
    const ofAnother = booking({ start, end })
    const readOwn = 'GET /booking/mine'
    serve({
      ...answers,
      [postBooking]: refuses(code),
      [readOwn]: says({ bookings: [ofAnother], next: null }),
    })
    await confirm.click()
    await expect.element(screen.getByRole('alert')).not.toHaveTextContent('Failed to book')
    serve({
      ...answers,
      [postBooking]: refuses(code),
      [readOwn]: says({ bookings: [mine, ofAnother], next: null }),
    })
    await screen.getByRole('listitem').getByRole('button').first().click()
    await screen.getByRole('button', { name: 'Confirm booking' }).click()
    await expect.element(screen.getByText(m.booking_done())).toBeVisible()
  },
)

describe('another time once the answer of one was lost', () => {
  const readOwn = 'GET /booking/mine'
  const [{ start, end } = slotIn(1)] = slots.slots
  const mine = booking({ with: { ...sofia, _id: providerId }, start, end })

  async function chooseAnother(own: Answer, first: Answer = badGateway) {
    const { screen, confirm } = await chooseSlot({ [postBooking]: first })
    const chosen = screen.getByLabelText(m.booking_chosen()).getByRole('status')
    const lost = chosen.element().textContent
    await confirm.click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    const requests = serve({ ...answers, [readOwn]: own })
    await screen.getByRole('listitem').getByRole('button').nth(1).click()
    await expect.poll(() => chosen.element().textContent).not.toBe(lost)
    await confirm.click()
    const booked = () => requests.filter(({ method }) => method === 'POST')
    return { screen, lost, booked }
  }

  test.each([
    ['nothing of ours answered', badGateway],
    ['the server failed over it', refuses('internal')],
    ['its database went away', refuses('database_unavailable')],
  ])('is not booked as well where %s: the overlay is of the one that was', async (_, first) => {
    const own = says({ bookings: [mine], next: null })
    const { screen, lost, booked } = await chooseAnother(own, first)
    const overlay = screen.getByRole('dialog', { name: m.booking_done() })
    await expect.poll(() => overlay.element().textContent).toContain(lost)
    expect(booked()).toEqual([])
  })

  test('is not booked while nobody can say what became of it', async () => {
    const { screen, booked } = await chooseAnother(badGateway)
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to book time slot')
    expect(booked()).toEqual([])
  })

  test('is booked where the one before it was not', async () => {
    const own = says({ bookings: [booking({ start, end })], next: null })
    const { screen, lost, booked } = await chooseAnother(own)
    const overlay = screen.getByRole('dialog', { name: m.booking_done() })
    await expect.element(overlay).toBeVisible()
    expect(overlay.element().textContent).not.toContain(lost)
    expect(booked()).toHaveLength(1)
  })
})

test('a booked session is on this device, and the page leads back to the provider', async () => {
  const { db, screen, confirm } = await chooseSlot()
  await confirm.click()
  await expect.element(screen.getByText(m.booking_done())).toBeVisible()
  expect(await db.bookings.count()).toBe(1)
  await expect.poll(screen.path).toBe(`/service-providers/${providerId}`)
})

test('the ways to other weeks keep the focus at both ends', async () => {
  const asked = serve(answers)
  const screen = await draw(await openPhone())
  const previous = screen.getByRole('button', { name: m.booking_week_previous() })
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true')
  const weeks = asked.length
  press(previous)
  expect(asked).toHaveLength(weeks)
  await screen.getByRole('button', { name: m.booking_week_next() }).click()
  await expect.element(previous).toHaveAttribute('aria-disabled', 'false')
  await previous.click()
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true')
  await expect.element(previous).toHaveFocus()
})

test('what is tapped while a slot is being booked changes nothing: the overlay is of the one that was booked', async () => {
  const lengths = [60, 45].map((duration) => ({ duration, sessions: 1 }))
  const answer = Promise.withResolvers<Response>()
  const { screen, slot, confirm } = await chooseSlot({
    [readAccess]: says({ ...canBook, remaining: lengths }),
    [postBooking]: () => answer.promise,
  })
  const when = screen.getByLabelText(m.booking_chosen()).getByRole('status').element().textContent
  await confirm.click()
  await screen.getByRole('listitem').getByRole('button').nth(1).click()
  await screen.getByLabelText(m.booking_duration()).selectOptions('45')
  await screen.getByRole('button', { name: m.booking_week_next() }).click()
  await expect.element(slot).toHaveAttribute('aria-pressed', 'true')
  answer.resolve(ours(booking(), { status: 201 }))
  const overlay = screen.getByRole('dialog', { name: m.booking_done() })
  await expect.poll(() => overlay.element().textContent).toContain(when)
})
