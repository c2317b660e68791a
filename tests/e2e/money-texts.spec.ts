import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { expectAccessible } from './support/axe.ts'
import type { Answer } from './support/fault-proxy.ts'
import { answeredAt, badGateway, okAnswer, problemAnswer } from './support/faults.ts'
import { buyByApi, chooseSlot, priceByApi } from './support/money.ts'
import { boss, newProvider, openSession } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ via: 'proxy', losesNetwork: true })

const nobody = '01890000-0000-7000-8000-000000000000'
const noSessions =
  'No Sessions Available: You need to purchase a session package before you can book.'

test('what cannot be fetched says so, and what is not there too', async ({
  page,
  origin,
  server,
  faultProxy,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of (502|404|503) /)
  const provider = await newProvider(server.origin)
  const place = `/service-providers/${provider.id}`
  await enterAs(page, teen, origin + place)
  await expect(page.getByText('No pricing available.')).toBeVisible()
  faultProxy.onApi(answeredAt(/\/api\/pricing\//))
  await page.reload()
  await expect(page.getByText('Failed to fetch pricing', { exact: true })).toBeVisible()
  faultProxy.onApi(undefined)
  for (const [path, text] of [
    [`/booking/${nobody}`, 'Provider not found.'],
    [`/booking/${provider.id}`, noSessions],
    ['/payment', m.payments_none()],
    ['/payment/success', 'Invalid payment session'],
    ['/payment/success?session_id=sandbox_1', 'Invalid payment session'],
    ['/payment/sandbox/sandbox_1', 'Invalid payment session'],
    ['/sessions', m.booking_sessions_none()],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
})

test('buying and booking say why they failed, and keep what was chosen', async ({
  page,
  context,
  origin,
  server,
  faultProxy,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of (502|409|503) /)
  const provider = await newProvider(server.origin)
  await buyByApi(server.origin, teen, provider)
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  const fail = (api: RegExp, verdict?: Answer) => faultProxy.onApi(answeredAt(api, verdict))

  fail(/create-checkout-session/)
  const buy = page.getByRole('button', { name: 'Buy Now' })
  await buy.click()
  await expectAlert(page, 'Failed to start checkout. Please try again.')
  fail(/create-checkout-session/, okAnswer({ checkoutUrl: 'javascript:1', sessionId: 'x' }))
  await buy.click()
  await expectAlert(page, 'Failed to create checkout session')

  fail(/available-slots/)
  await page.goto(`/booking/${provider.id}`)
  await expect(page.getByText('Failed to fetch available slots')).toBeVisible()
  fail(/available-slots/, problemAnswer('calendar_unavailable'))
  await page.getByRole('button', { name: m.ui_retry() }).click()
  await expect(
    page.getByText(
      'Failed to load available slots. The provider may not have connected their calendar yet.',
    ),
  ).toBeVisible()
  fail(/available-slots/, okAnswer({ slots: [], timeZone: 'Africa/Cairo', duration: 60 }))
  await page.getByRole('button', { name: m.ui_retry() }).click()
  await expect(page.getByText('No Available Slots')).toBeVisible()
  faultProxy.onApi(undefined)
  await chooseSlot(page, 0)
  await expectAccessible(page, 'the slots of a week')
  const confirm = page.getByRole('button', { name: 'Confirm booking' })
  fail(/\/booking\/book/)
  await confirm.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to book time slot')
  await page.evaluate(() => localStorage.setItem('isLoggedIn', 'false'))
  await confirm.click()
  await expect(page.getByRole('alert')).toHaveText('Booking failed')
  await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'))
  await workerControls(page)
  await context.setOffline(true)
  await expect(page.getByText(m.booking_needs_connection())).toBeVisible()
  await context.setOffline(false)
  fail(/\/booking\/book/, problemAnswer('slot_taken'))
  await confirm.click()
  await expect(page.getByRole('alert')).toHaveText('This time is already taken.')
})

test('Calendar Settings say what failed in an alert titled Error, and keep what was entered', async ({
  page,
  origin,
  server,
  faultProxy,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 502 /)
  const provider = await newProvider(server.origin)
  const fail = (api: RegExp, method?: string) =>
    faultProxy.onApi(answeredAt(api, badGateway, method))
  await enterAs(page, provider, `${origin}/dashboard`)
  for (const [api, text] of [
    [/working-schedule/, 'Failed to fetch working schedule'],
    [/google\/mode/, 'Failed to fetch calendar mode'],
    [/busy-slots/, 'Failed to fetch busy slots'],
  ] as const) {
    fail(api)
    await page.goto('/edit-profile?tab=calendar')
    await expectAlert(page, text)
    faultProxy.onApi(undefined)
    await page.getByRole('button', { name: m.ui_retry() }).click()
    await expect(page.getByText(text)).toHaveCount(0)
  }

  // Nobody has set Google's keys here.
  await expect(page.getByText(m.calendar_google_unset())).toBeVisible()
  await expect(page.getByRole('button', { name: m.calendar_google_connect() })).toBeDisabled()

  const end = page.getByLabel(m.calendar_end())
  await end.fill('08:00')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('End time must be after start time')).toBeVisible()
  await end.fill('18:30')
  fail(/working-schedule/, 'PUT')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectAlert(page, 'Failed to update working schedule')
  await expect(end).toHaveValue('18:30')
  faultProxy.onApi(undefined)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(m.calendar_saved())).toBeVisible()

  const add = page.getByRole('button', { name: m.calendar_busy_add() })
  await add.click()
  await expect(page.getByText('Please select start and end times')).toBeVisible()
  const year = new Date().getFullYear() + 1
  await page.getByLabel(m.calendar_busy_start()).fill(`${year}-02-01T09:00`)
  await page.getByLabel(m.calendar_busy_end()).fill(`${year}-02-01T10:00`)
  fail(/busy-slots/, 'POST')
  await add.click()
  await expectAlert(page, 'Failed to add busy slot')
  faultProxy.onApi(undefined)
  await add.click()
  const remove = page.getByRole('button', { name: /^Remove February 1/ })
  await expect(remove).toBeVisible()
  await expectAccessible(page, 'Calendar Settings')
  fail(/busy-slots/, 'DELETE')
  await remove.click()
  await expectAlert(page, 'Failed to remove busy slot')
  faultProxy.onApi(undefined)
  await remove.click()
  await expect(page.getByText(m.calendar_busy_none())).toBeVisible()
})

test.describe('with a dialog of its own that says Not now', () => {
  test.use({ prompts: 'left' })

  test('a Google calendar that cannot be connected says why', async ({
    page,
    origin,
    server,
    faultProxy,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 502 /)
    const provider = await newProvider(server.origin)
    const google = { available: true, state: 'none', connectedAt: null }
    let connect = badGateway
    faultProxy.onApi(({ path }) => {
      if (path.endsWith('/google/mode'))
        return Promise.resolve(okAnswer({ mode: 'internal', google }))
      return path.endsWith('/google/connect') ? Promise.resolve(connect) : undefined
    })
    await enterAs(page, provider, `${origin}/profile`)
    for (const [answer, text] of [
      [badGateway, 'Failed to connect Google Calendar'],
      [okAnswer({ authUrl: '' }), 'No OAuth URL received from server'],
    ] as const) {
      connect = answer
      await page.getByRole('button', { name: m.calendar_google_connect() }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: m.calendar_google_confirm() })
        .click()
      await expectAlert(page, text)
    }
  })
})

test('the pricing form says what failed and keeps what was entered', async ({
  page,
  context,
  origin,
  server,
  faultProxy,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 502 /)
  const provider = await newProvider(server.origin)
  const fresh = await newProvider(server.origin)
  await priceByApi(server.origin, provider)
  const fail = (method: string) =>
    faultProxy.onApi(answeredAt(/\/api\/pricing/, badGateway, method))
  fail('GET')
  await enterAs(page, await openSession(server.origin, boss), `${origin}/pricing`)
  await expect(page.getByText(m.pricing_providers_failed())).toBeVisible()
  faultProxy.onApi(undefined)
  await page.getByRole('button', { name: m.ui_retry() }).click()
  for (const [member, text] of [
    [fresh, 'Failed to add pricing module'],
    [provider, 'Failed to save pricing module'],
  ] as const) {
    await page.getByPlaceholder(m.pricing_search()).fill(member.user.lastname)
    await page.getByRole('button', { name: member.user.lastname }).first().click()
    await page.getByRole('button', { name: m.pricing_add() }).click()
    await page.getByLabel(m.pricing_price()).last().fill('12.50')
    fail('POST')
    await page.getByRole('button', { name: m.pricing_save() }).click()
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(page.getByLabel(m.pricing_price()).last()).toHaveValue('12.50')
    faultProxy.onApi(undefined)
    if (member === provider) break
    await page.getByRole('button', { name: m.pricing_another() }).click()
    await page.getByRole('button', { name: m.pricing_leave(), exact: true }).click()
  }
  await expectAccessible(page, 'the pricing form')
  await workerControls(page)
  await context.setOffline(true)
  await expect(page.getByText(m.pricing_needs_connection())).toBeVisible()
})

/** Spec 8: an alert popup titled Error. */
async function expectAlert(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Error' })
  await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toHaveCount(0)
}
