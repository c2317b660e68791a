import { expect, test, vi } from 'vitest'
import type { PaymentRequest } from '#contract/payment-requests/api.ts'
import { AskPage } from '#src/features/payment-requests/pages/ask-page.tsx'
import { changeSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { badGateway, refuses, says, serve, silence } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { plan, providerId } from '../pricing/plans.ts'
import { renderScreen } from '../router.tsx'

test('a time that somebody took meanwhile is let go, and the times are read again', async () => {
  const wanted = plan()
  const fromMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000
  const at = (ms: number) => new Date(ms).toISOString()
  const slot = { start: at(fromMs), end: at(fromMs + 3_600_000), available: true }
  const readSlots = `/booking/available-slots/${providerId}`
  const asked = serve({
    [`GET /pricing/${providerId}`]: says({
      serviceProviderId: providerId,
      currency: 'USD',
      pricingPlans: [wanted],
    }),
    [`GET ${readSlots}`]: says({ slots: [slot], timeZone: 'Africa/Cairo', duration: 60 }),
    'POST /payment/requests': refuses('slot_taken'),
  })
  const db = await openPhone()
  const screen = await renderScreen(<AskPage db={db} providerId={providerId} planId={wanted._id} />)
  await screen.getByText(m.paylink_slot(), { exact: true }).click()
  await screen.getByRole('listitem').getByRole('button').first().click()
  await expect.element(screen.getByRole('button', { name: m.paylink_slot_clear() })).toBeVisible()
  await screen.getByRole('button', { name: m.paylink_make() }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This time is already taken.')
  await expect
    .element(screen.getByRole('button', { name: m.paylink_slot_clear() }))
    .not.toBeInTheDocument()
  const reads = () => asked.filter(({ url }) => url.includes(readSlots))
  await expect.poll(() => reads().length).toBe(2)
})

test('a time that was chosen stays where there are too many links, and goes with the next try', async () => {
  const wanted = plan()
  const fromMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000
  const at = (ms: number) => new Date(ms).toISOString()
  const slot = { start: at(fromMs), end: at(fromMs + 3_600_000), available: true }
  const asked = serve({
    [`GET /pricing/${providerId}`]: says({
      serviceProviderId: providerId,
      currency: 'USD',
      pricingPlans: [wanted],
    }),
    [`GET /booking/available-slots/${providerId}`]: says({
      slots: [slot],
      timeZone: 'Africa/Cairo',
      duration: 60,
    }),
    'POST /payment/requests': refuses('wrong_state'),
  })
  const db = await openPhone()
  const screen = await renderScreen(<AskPage db={db} providerId={providerId} planId={wanted._id} />)
  await screen.getByText(m.paylink_slot(), { exact: true }).click()
  await screen.getByRole('listitem').getByRole('button').first().click()
  const clear = screen.getByRole('button', { name: m.paylink_slot_clear() })
  await expect.element(clear).toBeVisible()
  const make = screen.getByRole('button', { name: m.paylink_make() })
  const posted = () => asked.filter(({ method }) => method === 'POST')
  for (const tries of [1, 2]) {
    await make.click()
    await expect.poll(() => posted().length).toBe(tries)
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await expect.element(clear).toBeVisible()
  }
  const wish = { startTime: slot.start, endTime: slot.end }
  const bodies = await Promise.all(posted().map((request) => request.json()))
  expect(bodies).toMatchObject([{ slot: wish }, { slot: wish }])
})

test('a plan that was sold anew meanwhile can be chosen no longer', async () => {
  const wanted = plan()
  const readPricing = `GET /pricing/${providerId}`
  const pricing = { serviceProviderId: providerId, currency: 'USD', pricingPlans: [wanted] }
  serve({ [readPricing]: says(pricing) })
  const db = await openPhone()
  const screen = await renderScreen(<AskPage db={db} providerId={providerId} planId={wanted._id} />)
  const make = screen.getByRole('button', { name: m.paylink_make() })
  await expect.element(make).toBeVisible()
  serve({
    [readPricing]: says({ ...pricing, pricingPlans: [plan()] }),
    'POST /payment/requests': refuses('plan_retired'),
  })
  await make.click()
  await expect.element(screen.getByText(m.paylink_gone())).toBeVisible()
})

test.each([
  [badGateway, m.paylink_make_unanswered],
  [refuses('wrong_state', 'Too many'), () => 'Too many'],
] as const)(
  'a link that may be made already, or is one too many, leads to those that there are',
  async (answer, words) => {
    const wanted = plan()
    const pricing = { serviceProviderId: providerId, currency: 'USD', pricingPlans: [wanted] }
    serve({ [`GET /pricing/${providerId}`]: says(pricing), 'POST /payment/requests': answer })
    const db = await openPhone()
    const screen = await renderScreen(
      <AskPage db={db} providerId={providerId} planId={wanted._id} />,
    )
    await screen.getByRole('button', { name: m.paylink_make() }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words())
    await screen.getByRole('link', { name: m.payments_mine() }).click()
    await expect.poll(screen.path).toBe('/payment')
  },
)

test('what a link shows cannot be changed while it is being made', async () => {
  const wanted = plan()
  serve({
    [`GET /pricing/${providerId}`]: says({
      serviceProviderId: providerId,
      currency: 'USD',
      pricingPlans: [wanted],
    }),
    [`GET /booking/available-slots/${providerId}`]: says({
      slots: [],
      timeZone: 'Africa/Cairo',
      duration: 60,
    }),
    'POST /payment/requests': silence,
  })
  const db = await openPhone()
  const screen = await renderScreen(<AskPage db={db} providerId={providerId} planId={wanted._id} />)
  await screen.getByText(m.paylink_slot(), { exact: true }).click()
  const nextWeek = screen.getByRole('button', { name: m.booking_week_next() })
  await expect.element(nextWeek).toBeVisible()
  await screen.getByRole('button', { name: m.paylink_make() }).click()
  await expect.element(screen.getByRole('checkbox', { name: m.paylink_provider() })).toBeDisabled()
  await expect.element(screen.getByRole('checkbox', { name: m.paylink_specialty() })).toBeDisabled()
  // Nothing of an inert part is among what can be used.
  await expect.poll(() => nextWeek.elements().every((each) => each.closest('[inert]'))).toBe(true)
})

test('in a language from right to left, too, what is passed on ends in the link itself', async () => {
  const wanted = plan()
  const { _id, type, sessions, duration, finalPriceMinor } = wanted
  const request: PaymentRequest = {
    _id,
    status: 'open',
    serviceProviderId: providerId,
    provider: { firstname: 'Sofia', lastname: 'Haddad' },
    type,
    sessions,
    duration,
    currency: 'USD',
    finalPriceMinor,
    showsProvider: false,
    showsSpecialty: false,
    slot: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    expiresAt: '2026-11-27T09:00:00.000Z',
  }
  const token = 'A'.repeat(43)
  serve({
    [`GET /pricing/${providerId}`]: says({
      serviceProviderId: providerId,
      currency: 'USD',
      pricingPlans: [wanted],
    }),
    'POST /payment/requests': says({ request, token }, 201),
  })
  const share = vi.fn<Navigator['share']>(async () => undefined)
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  changeSpeech({ language: 'ar' })
  try {
    const db = await openPhone()
    const page = <AskPage db={db} providerId={providerId} planId={wanted._id} />
    const screen = await renderScreen(page)
    await screen.getByRole('button', { name: m.paylink_make() }).click()
    await screen.getByRole('button', { name: m.paylink_share() }).click()
    await expect.poll(() => share.mock.calls.length).toBe(1)
    const { text = '' } = share.mock.calls[0]?.[0] ?? {}
    expect(text.split('\n')).toEqual([m.paylink_words(), `${window.location.origin}/pay/${token}`])
  } finally {
    changeSpeech({ language: 'en' })
    Reflect.deleteProperty(navigator, 'share')
  }
})
