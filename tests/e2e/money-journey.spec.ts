import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { buttonFor } from './support/care.ts'
import { lostNetwork } from './support/console-guard.ts'
import { saysAfter } from './support/in-passing.ts'
import { buyByApi, chooseSlot } from './support/money.ts'
import { boss, nameOf, newProvider, openSession } from './support/people.ts'
import { mainNavigation } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

/** Far from the provider's clock, so that both are shown. */
test.use({ timezoneId: 'America/New_York' })

test('an admin prices, a teen buys, books, reschedules and cancels, and the provider sees it', async ({
  page,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  const name = nameOf(provider)
  const admin = await openSession(server.origin, boss)
  const desk = await anotherPhone({ browser, consoleGuard }, admin, `${origin}/pricing`)
  await desk.page.getByPlaceholder('Search for a provider').fill(provider.user.lastname)
  await desk.page.getByRole('button', { name }).first().click()
  await desk.page.getByRole('button', { name: 'Add plan' }).click()
  await desk.page.getByLabel('Type').selectOption('Bundle')
  await expect(desk.page.getByLabel('Sessions', { exact: true })).toHaveValue('0')
  await expect(desk.page.getByLabel('Frequency')).toHaveValue('')
  await desk.page.getByLabel('Price before VAT').fill('100')
  await expect(desk.page.getByText('Final price $114.00')).toBeVisible()
  await desk.page.getByRole('button', { name: 'Save pricing' }).click()
  await expect(desk.page.getByText('A bundle needs at least 1 session')).toBeVisible()
  await desk.page.getByLabel('Sessions', { exact: true }).fill('2')
  await desk.page.getByLabel('Frequency').fill('weekly')
  await desk.page.getByRole('button', { name: 'Save pricing' }).click()
  await expect(desk.page.getByText(m.pricing_saved({ name }))).toBeVisible()
  await expectAccessible(desk.page, 'the pricing form')
  await desk.close()

  await page.clock.install()
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  await page.getByRole('link', { name: 'Book Session' }).click()
  await expect(page.getByText(m.booking_none())).toBeVisible()
  await page.getByRole('link', { name: 'View Pricing' }).click()
  await expect(page).toHaveURL(`/service-providers/${provider.id}#pricing`)
  await expect(page.getByText('$100.00')).toBeVisible()
  await expect(page.getByText('$114.00')).toBeInViewport()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandbox checkout')
  await expect(page.getByText(m.payments_sandbox_mark())).toBeVisible()
  await page.getByRole('button', { name: 'Pay $114.00 in the sandbox' }).click()
  await expect(page).toHaveURL(/\/payment\/success\?session_id=sandbox_/)
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await page.getByRole('link', { name: 'Book a session' }).click()

  await expect(mainNavigation(page)).toBeVisible()
  await chooseSlot(page, 0)
  await expect(mainNavigation(page)).toBeHidden()
  await expect(
    page
      .getByRole('main')
      .getByText(/ their time$/)
      .first(),
  ).toBeVisible()
  await saysAfter(page, ['Session booked'], () =>
    page.getByRole('button', { name: 'Confirm booking' }).click(),
  )
  await page.clock.fastForward(2_500)
  await expect(page).toHaveURL(`/service-providers/${provider.id}`)

  const phone = await anotherPhone({ browser, consoleGuard }, provider, `${origin}/sessions`)
  await expect(phone.page.getByRole('button', { name: m.booking_week_this() })).toBeVisible()
  await expectAccessible(phone.page, 'a week of a provider')
  await phone.page.getByText('Upcoming', { exact: true }).click()
  await expect(phone.page.getByRole('heading', { name: nameOf(teen) })).toBeVisible()
  await phone.page.getByRole('link', { name: `Propose another time with ${nameOf(teen)}` }).click()
  await chooseSlot(phone.page, 2)
  await saysAfter(phone.page, ['Proposal sent'], () =>
    phone.page.getByRole('button', { name: 'Propose this time' }).click(),
  )
  await expect(phone.page).toHaveURL(/\/sessions\/[\da-f-]{36}$/)
  await expect(phone.page.getByRole('button', { name: /^Take it back/ })).toBeVisible()

  await page.goto('/sessions')
  const when = page.getByRole('main').getByRole('listitem').locator('p').first()
  const accept = page.getByRole('button', { name: `Take the new time with ${name}` })
  await expect(accept).toBeVisible()
  const booked = await when.textContent()
  await expectAccessible(page, 'a session with a proposal')
  await accept.click()
  await expect(accept).toHaveCount(0)
  await expect(when).not.toHaveText(booked ?? '')
  const before = await when.textContent()
  await page.getByRole('link', { name: `Reschedule with ${name}` }).click()
  await chooseSlot(page, 3)
  await saysAfter(page, ['Session rescheduled'], () =>
    page.getByRole('button', { name: 'Reschedule to this time' }).click(),
  )
  await page.clock.fastForward(2_500)
  await expect(page).toHaveURL('/sessions')
  await expect(when).not.toHaveText(before ?? '')

  await page.getByRole('button', { name: `Cancel session with ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click()
  await expect(page.getByText(m.booking_sessions_none())).toBeVisible()
  await page.getByText('Past', { exact: true }).click()
  await expect(page.getByText('Canceled by you')).toBeVisible()
  await phone.page.goto('/sessions')
  await phone.page.getByText('Past', { exact: true }).click()
  await expect(phone.page.getByText(`Canceled by ${teen.user.firstname}`)).toBeVisible()
  await phone.close()

  await page.goto('/payment')
  await expect(page.getByText('0 used, 2 left')).toBeVisible()
  await page.getByText('Receipt', { exact: true }).click()
  await expect(page.getByText(/^ZY-/)).toBeVisible()
})

test('a cancelled checkout leads to its page, and costs nothing', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  await buyByApi(server.origin, teen, provider)
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  // It stands above, and comes with another answer.
  await expect(buttonFor(page, 'Service Request', provider)).toBeVisible()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(page).toHaveURL('/payment/cancel')
  await page.getByRole('link', { name: 'My payments' }).first().click()
  await expect(page.getByText('Not paid', { exact: true })).toBeVisible()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
})

test('my sessions are readable offline, with their calendar file', async ({
  page,
  context,
  origin,
  server,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(lostNetwork)
  const provider = await newProvider(server.origin)
  await buyByApi(server.origin, teen, provider)
  await enterAs(page, teen, `${origin}/booking/${provider.id}`)
  await chooseSlot(page, 1)
  await saysAfter(page, ['Session booked'], () =>
    page.getByRole('button', { name: 'Confirm booking' }).click(),
  )
  await page.goto('/sessions')
  const session = page.getByRole('heading', { name: nameOf(provider) })
  await expect(session).toBeVisible()
  await workerControls(page)
  await context.setOffline(true)
  await page.goto('/sessions')
  await expect(session).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toBe('zync-session.ics')
})

test('sessions of two lengths are booked each in slots of its own', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  await buyByApi(server.origin, teen, provider)
  await buyByApi(server.origin, teen, provider, { type: 'single', duration: 30, price: 40 })
  await enterAs(page, teen, `${origin}/booking/${provider.id}`)
  await expect(page.getByText('3 sessions left')).toBeVisible()
  const length = page.getByLabel(m.booking_duration())
  await expect(length.getByRole('option')).toHaveText([
    '60 minutes (2 left)',
    '30 minutes (1 left)',
  ])
  await chooseSlot(page, 1)
  await expectAccessible(page, 'the slots of a week')
  await length.selectOption('30 minutes (1 left)')
  await expect(page.getByRole('button', { name: 'Confirm booking' })).toHaveCount(0)
  const slot = page.getByRole('main').locator('button[aria-pressed]').nth(1)
  await slot.click()
  await saysAfter(page, ['Session booked'], () =>
    page.getByRole('button', { name: 'Confirm booking' }).click(),
  )
  const { reply } = await call(server.origin, 'listBookings', { query: {} }, teen)
  const minutes = reply.bookings.map(
    ({ start, end }) => (Date.parse(end) - Date.parse(start)) / 60_000,
  )
  expect(minutes).toEqual([30])
})
