import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PricedProvider, Pricing } from '#contract/pricing/api.ts'
import { PricingPage } from '#src/features/pricing/pages/pricing-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { hasDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ours } from '#tests/offline/network.ts'
import { badGateway, refuses, says, serve, silence, type Answers } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'
import { plan, providerId } from './plans.ts'

const sofia: PricedProvider = {
  _id: providerId,
  firstname: 'Sofia',
  lastname: 'Haddad',
  specialization: 'Psychotherapist',
  state: 'Cairo',
  country: 'Egypt',
  profileImg: null,
  plans: 1,
}
const listProviders = 'GET /pricing'
const readPricing = `GET /pricing/${providerId}`
const savePricing = 'POST /pricing'
const none: Pricing = { serviceProviderId: providerId, currency: null, pricingPlans: [] }
const one: Pricing = { ...none, currency: 'USD', pricingPlans: [plan()] }
const answers: Answers = {
  [listProviders]: says({ providers: [sofia], next: null }),
  [readPricing]: says(one),
  [savePricing]: says(one),
}
const draw = (db: UserDatabase) => renderScreen(<PricingPage db={db} />)

/** The form of Sofia's prices. */
async function openForm(db: UserDatabase) {
  const screen = await draw(db)
  await screen.getByRole('button', { name: 'Sofia Haddad', exact: false }).click()
  return screen
}

afterEach(() => void vi.useRealTimers())

describe('the care providers to choose from', () => {
  test('cannot be read: they say why, and come with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => draw(db),
      call: listProviders,
      answers,
      failed: 'Failed to fetch service providers',
      offline: m.pricing_providers_offline(),
    })
    await expect.element(screen.getByText('Psychotherapist')).toBeVisible()
  })

  test('are a skeleton first, and say where none is called so', async () => {
    const db = await openPhone()
    serve({ [listProviders]: silence })
    const waiting = await draw(db)
    await expect.element(waiting.getByText(m.ui_loading())).toBeInTheDocument()
    await waiting.unmount()
    serve({ [listProviders]: says({ providers: [], next: null }) })
    const screen = await draw(db)
    await expect.element(screen.getByText(m.pricing_providers_none())).toBeVisible()
  })
})

describe('the pricing form', () => {
  test('of prices that cannot be read says why, and comes with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => openForm(db),
      call: readPricing,
      answers,
      failed: m.pricing_failed(),
      offline: m.pricing_offline(),
    })
    await expect.element(screen.getByLabelText(m.pricing_price())).toHaveValue('10.00')
  })

  test.each([
    ['the first plan', none, badGateway, 'Failed to add pricing module'],
    ['another plan', one, badGateway, 'Failed to save pricing module'],
    [
      'one that the server refuses',
      one,
      refuses('busy', 'Come back at nine.'),
      'Come back at nine.',
    ],
  ])('says why %s was not saved, and keeps what was entered', async (_, pricing, answer, text) => {
    serve({ ...answers, [readPricing]: says(pricing), [savePricing]: answer })
    const screen = await openForm(await openPhone())
    await screen.getByRole('button', { name: m.pricing_add() }).click()
    const price = screen.getByLabelText(m.pricing_price()).last()
    await price.fill('12.50')
    await screen.getByRole('button', { name: m.pricing_save() }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(text)
    await expect.element(price).toHaveValue('12.50')
  })

  test('keeps what is changed while it saves, as a change of what is on sale then', async () => {
    const answer = Promise.withResolvers<Response>()
    serve({ ...answers, [savePricing]: () => answer.promise })
    const screen = await openForm(await openPhone())
    const price = screen.getByLabelText(m.pricing_price())
    await price.fill('12.50')
    await screen.getByRole('button', { name: m.pricing_save() }).click()
    await price.fill('13.00')
    const anew = plan({ price: 12.5 })
    answer.resolve(ours({ ...one, pricingPlans: [anew] }, { status: 201 }))
    await expect.element(screen.getByText(m.pricing_saved({ name: 'Sofia Haddad' }))).toBeVisible()
    await expect.element(price).toHaveValue('13.00')
    const requests = serve(answers)
    await screen.getByRole('button', { name: m.pricing_save() }).click()
    await expect.poll(() => requests).toHaveLength(1)
    expect(await requests[0]?.json()).toMatchObject({
      pricingPlans: [{ _id: anew._id, price: 13 }],
    })
  })

  describe('of plans that were sold anew meanwhile', () => {
    const anew = plan({
      type: 'bundle',
      sessions: 4,
      frequency: 'weekly',
      price: 12.5,
      priceMinor: 1_250,
    })
    const nowOnSale = says({ ...one, pricingPlans: [anew] })

    async function saveAgain(price: string) {
      serve({ ...answers, [savePricing]: badGateway })
      const screen = await openForm(await openPhone())
      const alert = screen.getByRole('alert')
      const save = screen.getByRole('button', { name: m.pricing_save() })
      await screen.getByLabelText(m.pricing_type()).selectOptions(m.pricing_type_bundle())
      await screen.getByLabelText(m.pricing_sessions(), { exact: true }).fill('4')
      await screen.getByLabelText(m.pricing_frequency()).fill(' weekly ')
      await screen.getByLabelText(m.pricing_price()).fill('12.50')
      await save.click()
      await expect.element(alert).toHaveTextContent('Failed to save pricing module')
      await screen.getByLabelText(m.pricing_price()).fill(price)
      serve({ ...answers, [savePricing]: refuses('plan_retired'), [readPricing]: nowOnSale })
      await save.click()
      return { screen, alert, save }
    }

    test('by a save whose answer was lost counts as saved, and is changed from there', async () => {
      const { screen, alert, save } = await saveAgain('12.50')
      await expect
        .element(screen.getByText(m.pricing_saved({ name: 'Sofia Haddad' })))
        .toBeVisible()
      await expect.element(alert).not.toBeInTheDocument()
      await expect.poll(hasDirtyForm).toBe(false)
      const requests = serve(answers)
      await screen.getByLabelText(m.pricing_price()).fill('13.00')
      await save.click()
      await expect.poll(() => requests).toHaveLength(1)
      expect(await requests[0]?.json()).toMatchObject({
        pricingPlans: [{ _id: anew._id, price: 13 }],
      })
    })

    test('says so, and shows what is on sale then', async () => {
      const { screen, alert } = await saveAgain('13.00')
      await expect.element(alert).toHaveTextContent(m.pricing_changed())
      await expect.element(screen.getByLabelText(m.pricing_price())).toHaveValue('12.50')
      await expect.poll(hasDirtyForm).toBe(false)
    })

    test('keeps what was entered while nobody can say what is on sale', async () => {
      const { screen, alert, save } = await saveAgain('13.00')
      await expect.element(alert).toHaveTextContent(m.pricing_changed())
      await screen.getByLabelText(m.pricing_price()).fill('14.00')
      serve({ ...answers, [savePricing]: refuses('plan_retired'), [readPricing]: badGateway })
      await save.click()
      await expect.element(alert).toHaveTextContent('Failed to save pricing module')
      await expect.element(screen.getByLabelText(m.pricing_price())).toHaveValue('14.00')
    })
  })

  test('says which plans it was filled in from', async () => {
    const requests = serve(answers)
    const screen = await openForm(await openPhone())
    await screen.getByRole('button', { name: m.pricing_add() }).click()
    await screen.getByLabelText(m.pricing_price()).last().fill('12.50')
    await screen.getByRole('button', { name: m.pricing_save() }).click()
    const saves = () => requests.filter(({ method }) => method === 'POST')
    await expect.poll(saves).toHaveLength(1)
    const seenPlans = one.pricingPlans.map(({ _id }) => _id)
    expect(await saves()[0]?.json()).toMatchObject({ seenPlans })
  })

  test('asks before what was not saved is left', async () => {
    serve(answers)
    const screen = await openForm(await openPhone())
    await screen.getByRole('button', { name: m.pricing_add() }).click()
    await screen.getByRole('button', { name: m.pricing_another() }).click()
    const dialog = screen.getByRole('dialog', { name: m.pricing_leave_title() })
    await dialog.getByRole('button', { name: m.pricing_leave(), exact: true }).click()
    await expect.element(screen.getByText(m.pricing_choose())).toBeVisible()
  })

  test('says without a network that it needs one, and is not changed by a newer answer', async () => {
    serve(answers)
    const screen = await openForm(await openPhone())
    const price = screen.getByLabelText(m.pricing_price())
    await expect.element(price).toHaveValue('10.00')
    setOnline(false)
    await expect.element(screen.getByText(m.pricing_needs_connection())).toBeVisible()
    vi.setSystemTime(Date.now() + 3_600_000)
    const requests = serve({ ...answers, [readPricing]: says(none) })
    setOnline(true)
    await expect.poll(() => requests).toHaveLength(1)
    await expect.poll(() => screen.getByText(m.pricing_needs_connection()).elements()).toEqual([])
    await expect.element(price).toHaveValue('10.00')
  })
})
