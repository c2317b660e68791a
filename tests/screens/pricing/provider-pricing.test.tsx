import { Link } from '@tanstack/react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Pricing } from '#contract/pricing/api.ts'
import { BuyButton } from '#src/features/payments/payment-parts.tsx'
import { ProviderPricing } from '#src/features/pricing/provider-pricing.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { badGateway, refuses, says, serve, silence } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'
import { plan, providerId } from './plans.ts'

const readPricing = `GET /pricing/${providerId}`
const beginCheckout = 'POST /payment/create-checkout-session'
const onSale: Pricing = {
  serviceProviderId: providerId,
  currency: 'USD',
  pricingPlans: [plan(), plan({ type: 'bundle', sessions: 4, frequency: 'weekly' })],
}
const draw = (db: UserDatabase, mayBuy = true) =>
  renderScreen(
    <ProviderPricing db={db} providerId={providerId} mayBuy={mayBuy} emptyText="Add some." />,
  )

describe('what a provider sells', () => {
  test('cannot be read: it says why, and comes with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => draw(db),
      call: readPricing,
      answers: { [readPricing]: says(onSale) },
      failed: 'Failed to fetch pricing',
      offline: m.pricing_offline(),
    })
    await expect.element(screen.getByText('60 minutes, weekly')).toBeVisible()
  })

  test.each([
    ['has no plans', says({ ...onSale, currency: null, pricingPlans: [] })],
    ['is not there', refuses('not_found')],
  ])('of one who %s is nothing', async (_, answer) => {
    serve({ [readPricing]: answer })
    const screen = await draw(await openPhone())
    await expect.element(screen.getByText('No pricing available.', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Add some.')).toBeVisible()
  })

  test.each([
    [true, 'before'],
    [false, 'behind'],
  ] as const)('asking somebody to pay comes first for the young: %s', async (asksFirst, place) => {
    serve({ [readPricing]: says({ ...onSale, pricingPlans: [plan()] }) })
    const screen = await renderScreen(
      <ProviderPricing
        db={await openPhone()}
        providerId={providerId}
        mayBuy
        asksFirst={asksFirst}
      />,
    )
    const ask = screen.getByRole('link', { name: m.paylink_ask(), exact: false })
    await expect.element(ask).toBeVisible()
    const buy = screen.getByRole('button', { name: 'Buy Now', exact: false }).element()
    const follows = ask.element().compareDocumentPosition(buy) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(follows !== 0 ? 'before' : 'behind').toBe(place)
  })

  test('is a skeleton first, then every plan, to buy for whoever may', async () => {
    const db = await openPhone()
    serve({ [readPricing]: silence })
    const waiting = await draw(db)
    await expect.element(waiting.getByText(m.ui_loading())).toBeInTheDocument()
    await waiting.unmount()
    serve({ [readPricing]: says(onSale) })
    const screen = await draw(db, false)
    await expect.element(screen.getByText('60 minutes, weekly')).toBeVisible()
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
    await screen.unmount()
    const buyer = await draw(db)
    const buy = buyer.getByRole('button', { name: 'Buy Now', exact: false })
    await expect.poll(() => buy.elements()).toHaveLength(2)
  })
})

test.each([
  ['cannot be begun', badGateway, true, 'Failed to start checkout. Please try again.'],
  ['is refused', refuses('plan_retired'), true, 'This plan has changed. Please choose again.'],
  [
    'has no address that a browser may go to',
    says({ checkoutUrl: 'javascript:1', sessionId: 'x' }),
    true,
    'Failed to create checkout session',
  ],
  ['is begun without a network', badGateway, false, m.payments_checkout_offline()],
])('a checkout that %s says so in an alert, and can be begun again', async (...given) => {
  const [, answer, online, text] = given
  serve({ [readPricing]: says(onSale), [beginCheckout]: answer })
  const screen = await draw(await openPhone())
  const buy = screen.getByRole('button', { name: 'Buy Now', exact: false }).first()
  await expect.element(buy).toBeVisible()
  setOnline(online)
  for (const _ of [1, 2]) {
    await buy.click()
    const alert = screen.getByRole('dialog', { name: 'Error' })
    await expect.element(alert.getByText(text, { exact: true })).toBeVisible()
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect.poll(() => alert.elements()).toHaveLength(0)
  }
})

test('a plan that was sold anew meanwhile is said, and then there is the new one to buy', async () => {
  const [retired, anew] = [plan(), plan({ finalPriceMinor: 9_900 })]
  serve({
    [readPricing]: says({ ...onSale, pricingPlans: [retired] }),
    [beginCheckout]: refuses('plan_retired'),
  })
  const screen = await draw(await openPhone())
  const buy = screen.getByRole('button', { name: 'Buy Now', exact: false })
  await expect.element(buy).toBeVisible()
  serve({
    [readPricing]: says({ ...onSale, pricingPlans: [anew] }),
    [beginCheckout]: refuses('plan_retired'),
  })
  await buy.click()
  const alert = screen.getByRole('dialog', { name: 'Error' })
  await expect.element(alert.getByText('This plan has changed.', { exact: false })).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.element(screen.getByText('$99.00')).toBeVisible()
  await expect.element(buy).toBeVisible()
})

test.each([
  [false, '#checkout'],
  [true, ''],
] as const)('a checkout whose page was left meanwhile is not gone to: %s', async (...given) => {
  const [leaves, hash] = given
  const answer = Promise.withResolvers<string>()
  const screen = await renderScreen(
    <>
      <BuyButton planTitle="60 minutes" begin={() => answer.promise} />
      <Link to="/payment">Go on</Link>
    </>,
  )
  const buy = screen.getByRole('button', { name: 'Buy Now', exact: false })
  await buy.click()
  if (leaves) await screen.getByRole('link', { name: 'Go on' }).click()
  const { pathname, search } = window.location
  answer.resolve(`${pathname}${search}#checkout`)
  await answer.promise
  expect(window.location.hash).toBe(hash)
  history.replaceState(null, '', `${pathname}${search}`)
})

test('Buy Now can be pressed again where the page was not left, as after Stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { pathname, search } = window.location
  const address = `${pathname}${search}#checkout`
  const screen = await renderScreen(
    <BuyButton planTitle="60 minutes" begin={async () => address} />,
  )
  const buy = screen.getByRole('button', { name: 'Buy Now', exact: false })
  press(buy)
  await expect.poll(() => window.location.hash).toBe('#checkout')
  await expect.element(buy).toHaveAttribute('aria-disabled', 'true')
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.element(buy).not.toHaveAttribute('aria-disabled', 'true')
  history.replaceState(null, '', `${pathname}${search}`)
})

test('a press after the way back is not ended by the time of the one before it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { pathname, search } = window.location
  const begin = vi.fn<() => Promise<string>>(() => new Promise(() => {}))
  begin.mockResolvedValueOnce(`${pathname}${search}#checkout`)
  const screen = await renderScreen(<BuyButton planTitle="60 minutes" begin={begin} />)
  const buy = screen.getByRole('button', { name: 'Buy Now', exact: false })
  press(buy)
  await expect.poll(() => window.location.hash).toBe('#checkout')
  history.replaceState(null, '', `${pathname}${search}`)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(buy).not.toHaveAttribute('aria-disabled', 'true')
  press(buy)
  await expect.poll(() => begin.mock.calls).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10_000)
  // A change of the button would be drawn by the second one.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  await expect.element(buy).toHaveAttribute('aria-disabled', 'true')
})
