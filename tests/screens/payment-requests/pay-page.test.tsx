import { describe, expect, test } from 'vitest'
import type { Payable } from '#contract/payment-requests/api.ts'
import { PayPage } from '#src/features/payment-requests/pages/pay-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { badGateway, refuses, says, serve, silence } from '../fake-server.ts'
import { renderScreen } from '../router.tsx'

const token = 'A'.repeat(43)
const view = 'POST /pay/view'
const payable: Payable = {
  asker: { firstname: 'Lina', initial: 'H' },
  type: 'bundle',
  sessions: 4,
  duration: 50,
  currency: 'USD',
  priceMinor: 10_000,
  finalPriceMinor: 11_400,
  provider: null,
  specialty: null,
  changeNoticeHours: 24,
  expiresAt: '2026-11-30T09:00:00.000Z',
}
const draw = (given = token) => renderScreen(<PayPage token={given} />)

describe('the page of a link to pay with', () => {
  test('says who asks for what, and of the provider only what was ticked', async () => {
    serve({ [view]: says(payable) })
    const screen = await draw()
    await expect.element(screen.getByText('$114.00').first()).toBeVisible()
    await expect
      .element(screen.getByText(m.pay_provider(), { exact: true }))
      .not.toBeInTheDocument()
    await screen.unmount()
    const provider = { firstname: 'Sofia', lastname: 'Almeida' }
    serve({ [view]: says({ ...payable, provider, specialty: 'Psychotherapist' }) })
    const ticked = await draw()
    await expect.element(ticked.getByText('Sofia Almeida')).toBeVisible()
    await expect.element(ticked.getByText('Psychotherapist')).toBeVisible()
  })

  test.each([
    ['not_found', m.pay_gone],
    ['plan_retired', m.pay_changed],
  ] as const)('says kindly that it is over: %s', async (code, words) => {
    serve({ [view]: refuses(code) })
    const screen = await draw()
    await expect.element(screen.getByText(words())).toBeVisible()
  })

  test.each(['\u2069', '.', ')'])('opens where a chat took %j for its end', async (mark) => {
    const requests = serve({ [view]: says(payable) })
    const screen = await draw(token + mark)
    await expect.element(screen.getByText('$114.00').first()).toBeVisible()
    expect(await requests[0]?.json()).toEqual({ token })
  })

  test('asks no server about an address that is no link', async () => {
    serve({})
    const screen = await draw('short')
    await expect.element(screen.getByText(m.pay_gone())).toBeVisible()
  })

  test('can be tried again where no answer came', async () => {
    serve({ [view]: badGateway })
    const screen = await draw()
    const retry = screen.getByRole('button', { name: m.ui_retry() })
    await expect.element(retry).toBeVisible()
    serve({ [view]: says(payable) })
    await retry.click()
    await expect.element(screen.getByText('$114.00').first()).toBeVisible()
  })

  test('can be paid again by whoever comes back from the checkout by Back', async () => {
    const requests = serve({ [view]: says(payable), 'POST /pay/checkout': silence })
    const screen = await draw()
    await screen.getByLabelText(m.pay_email()).fill('aunt@example.org')
    await screen.getByLabelText(m.pay_adult()).click()
    const pay = screen.getByRole('button', { name: m.pay_pay({ total: '$114.00' }) })
    await pay.click()
    await expect.element(pay).toHaveAttribute('aria-disabled', 'true')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.element(pay).not.toHaveAttribute('aria-disabled', 'true')
    await pay.click()
    const paid = () => requests.filter(({ url }) => url.endsWith('/pay/checkout'))
    await expect.poll(paid).toHaveLength(2)
  })

  test.each([
    [true, m.pay_thanks],
    [false, m.pay_cancelled_text],
  ])('of the sandbox says how it ended: paid %s', async (paid, words) => {
    serve({ 'POST /pay/sandbox': says({ paid }) })
    const screen = await draw('sandbox_1')
    await screen.getByRole('button', { name: m.pay_sandbox() }).click()
    await expect.poll(screen.path).toBe(`/pay/${paid ? 'thanks' : 'cancelled'}`)
    await screen.unmount()
    const ended = await draw(paid ? 'thanks' : 'cancelled')
    await expect.element(ended.getByText(words())).toBeVisible()
  })

  test('ends where the link ended while it was read', async () => {
    serve({ [view]: says(payable), 'POST /pay/checkout': refuses('plan_retired') })
    const screen = await draw()
    await screen.getByLabelText(m.pay_email()).fill('aunt@example.org')
    await screen.getByLabelText(m.pay_adult()).click()
    await screen.getByRole('button', { name: m.pay_pay({ total: '$114.00' }) }).click()
    await expect.element(screen.getByText(m.pay_changed())).toBeVisible()
  })
})
