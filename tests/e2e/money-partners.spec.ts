import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { deliver } from '#tests/support/stripe-fake.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { buttonFor } from './support/care.ts'
import { priceByApi } from './support/money.ts'
import { test } from './support/partners.ts'
import { newProvider } from './support/people.ts'
import { profileStands } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a payment through Stripe ends as its signed messages say, whatever the browser claims', async ({
  page,
  origin,
  server,
  stripe,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  await priceByApi(server.origin, provider)
  // The page where one pays is Stripe's; the way back from it is what Stripe was told.
  await page.route('https://checkout.stripe.example/**', async (route) => {
    const id = new URL(route.request().url()).pathname.slice(1)
    const back = stripe.sessions.get(id)?.params.get('success_url') ?? ''
    const body = `<a href="${back.replace('{CHECKOUT_SESSION_ID}', id)}">Pay</a>`
    await route.fulfill({ contentType: 'text/html', body })
  })
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  // It stands above, and comes with another answer.
  await expect(buttonFor(page, 'Service Request', provider)).toBeVisible()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/payment\/success\?session_id=cs_test_/)
  const verdict = (text: string) => page.getByRole('heading', { level: 2, name: text })
  await expect(verdict(m.payments_success_pending())).toBeVisible()
  await expect(page.getByRole('link', { name: m.payments_book() })).toHaveCount(0)

  const id = new URL(page.url()).searchParams.get('session_id') ?? ''
  const hear = async (event: Parameters<typeof deliver>[1]) => {
    await deliver(server.origin, event)
    await page.reload()
  }
  await hear(stripe.paid(id, { amount_total: 1 }))
  await expect(verdict(m.payments_success_review())).toBeVisible()
  await expectAccessible(page, 'a payment that is looked at')
  await hear(stripe.paid(id))
  await expect(verdict(m.payments_success_paid())).toBeVisible()
  await expect(page.getByText('0 used, 2 left')).toBeVisible()
  await hear(stripe.disputed(id, 'created', 'needs_response'))
  await expect(verdict(m.payments_success_disputed())).toBeVisible()
  await hear(stripe.disputed(id, 'closed', 'won'))
  await page.getByRole('link', { name: m.payments_book() }).click()
  await expect(page.getByText(m.booking_left({ count: 2 }))).toBeVisible()
  await page.goBack()
  await hear(stripe.refunded(id, 11_400))
  await expect(verdict(m.payments_success_refunded())).toBeVisible()
  await expect(page.getByText('0 used, 0 left')).toBeVisible()
})

test.describe('with a dialog of its own that says Not now', () => {
  test.use({ prompts: 'left' })

  test('a provider connects Google, loses it, is told so like their clients, and disconnects', async ({
    page,
    browser,
    origin,
    server,
    google,
    stripe,
    teen,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 503 .*\/api\/booking\/available-slots\//)
    const provider = await newProvider(server.origin)
    await enterAs(page, provider, `${origin}/profile`)
    const connect = page.getByRole('button', { name: m.calendar_google_connect() })
    await profileStands(page)
    await connect.click()
    const ask = page.getByRole('dialog', { name: m.calendar_google_confirm_title() })
    await ask.getByRole('button', { name: m.calendar_google_not_now() }).click()
    await expect(ask).toHaveCount(0)

    google.answer = 'declines'
    await connect.click()
    await ask.getByRole('button', { name: m.calendar_google_confirm() }).click()
    await expect(page.getByText(m.calendar_google_declined())).toBeVisible()
    await page.getByRole('link', { name: m.calendar_back() }).click()
    await expect(page.getByRole('heading', { name: m.calendar_busy_title() })).toBeVisible()

    google.answer = 'consents'
    await connect.click()
    await ask.getByRole('button', { name: m.calendar_google_confirm() }).click()
    await expect(page.getByText('Connected to Google Calendar')).toBeVisible()
    await expect(page).toHaveURL('/edit-profile?tab=calendar')
    await expect(page.getByRole('heading', { name: m.calendar_busy_title() })).toHaveCount(0)
    await expectAccessible(page, 'a connected calendar')

    const pricingPlanId = await priceByApi(server.origin, provider)
    const body = { serviceProviderId: provider.id, pricingPlanId }
    const { reply } = await call(server.origin, 'createCheckoutSession', { body }, teen)
    await deliver(server.origin, stripe.paid(reply.sessionId))
    google.grants = 'withdrawn'
    google.failNext(1, 401)
    const phone = await anotherPhone(
      { browser, consoleGuard },
      teen,
      `${origin}/booking/${provider.id}`,
    )
    const noSlots =
      'Failed to load available slots. The provider may not have connected their calendar yet.'
    await expect(phone.page.getByText(noSlots)).toBeVisible()

    await page.reload()
    await expect(page.getByText(m.calendar_google_expired())).toBeVisible()
    await page.getByRole('button', { name: m.calendar_google_disconnect() }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: m.calendar_google_disconnect() })
      .click()
    await expect(page.getByText(m.calendar_google_disconnected())).toBeVisible()
    await expect(page.getByRole('heading', { name: m.calendar_busy_title() })).toBeVisible()
    await phone.page.getByRole('button', { name: m.ui_retry() }).click()
    await phone.page.getByRole('button', { name: m.booking_week_next() }).click()
    await expect(phone.page.locator('button[aria-pressed]').first()).toBeVisible()
    await phone.close()
  })
})
