import { expect, type Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { boss, openSession, type Member } from './people.ts'

interface Plan {
  readonly type: 'bundle' | 'single'
  /** Minutes. */
  readonly duration: number
  readonly price: number
}

/** A bundle of two hours for 100.00 and its VAT, or what is given, set by the API alone; gives the plan's id. */
export async function priceByApi(
  origin: string,
  provider: Member,
  given: Partial<Plan> = {},
): Promise<string> {
  const { token } = await openSession(origin, boss)
  const plan = {
    type: 'bundle',
    price: 100,
    sessions: 2,
    duration: 60,
    frequency: 'weekly',
    ...given,
    ...(given.type === 'single' ? { sessions: 1, frequency: 'single' } : {}),
  } as const
  const body = {
    serviceProviderId: provider.id,
    currency: 'USD' as const,
    pricingPlans: [plan],
  }
  const { reply } = await call(origin, 'savePricing', { body }, { token })
  return reply.pricingPlans[0]?._id ?? ''
}

/** Two sessions of an hour, or what is given, bought and paid in the sandbox by the API alone. */
export async function buyByApi(
  origin: string,
  client: Member,
  provider: Member,
  given: Partial<Plan> = {},
): Promise<void> {
  const { token } = client
  const pricingPlanId = await priceByApi(origin, provider, given)
  const body = { serviceProviderId: provider.id, pricingPlanId }
  const { reply } = await call(origin, 'createCheckoutSession', { body }, { token })
  const params = { sessionId: reply.sessionId }
  await call(origin, 'completeSandboxPayment', { params, body: { outcome: 'paid' } }, { token })
}

/** Looks at the week after the next one, which is far enough ahead to be changed, and chooses its slot so many from the first. */
export async function chooseSlot(page: Page, index: number): Promise<void> {
  const next = page.getByRole('button', { name: m.booking_week_next() })
  await next.click()
  await next.click()
  const slot = page.getByRole('main').locator('button[aria-pressed]').nth(index)
  await slot.click()
  await expect(slot).toHaveAttribute('aria-pressed', 'true')
}
