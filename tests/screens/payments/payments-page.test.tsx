import { afterEach, describe, expect, test, vi } from 'vitest'
import { PaymentsPage } from '#src/features/payments/pages/payments-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ours } from '#tests/offline/network.ts'
import { badGateway, refuses, says, serve, silence } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'
import { payment } from './payments.ts'

afterEach(() => vi.restoreAllMocks())

const readPayments = 'GET /payment/mine'
const draw = (db: UserDatabase) => renderScreen(<PaymentsPage db={db} />)
const one = payment()
const title = { name: 'Bundle of 4 sessions with Sofia Haddad' }

/** A phone on which the payments were read once. */
async function knownPhone() {
  const db = await openPhone()
  serve({ [readPayments]: says({ payments: [one], next: null }) })
  const screen = await draw(db)
  await expect.element(screen.getByRole('heading', title)).toBeVisible()
  await screen.unmount()
  return db
}

describe('my payments', () => {
  test('cannot be read: they say why, and come with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => draw(db),
      call: readPayments,
      answers: { [readPayments]: says({ payments: [], next: null }) },
      failed: 'Failed to fetch payment',
      offline: m.payments_offline(),
    })
    await expect.element(screen.getByText(m.payments_none(), { exact: true })).toBeVisible()
  })

  test('are a skeleton before the server has said, and say where there are none', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    serve({ [readPayments]: () => promise })
    const screen = await draw(await openPhone())
    await expect.element(screen.getByText(m.ui_loading())).toBeInTheDocument()
    resolve(ours({ payments: [], next: null }))
    await expect.element(screen.getByText(m.payments_none(), { exact: true })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: m.payments_to_providers() }))
      .toBeVisible()
  })

  test('that this device has come first, and stay where the newest cannot be read', async () => {
    const db = await knownPhone()
    serve({ [readPayments]: silence })
    const waiting = await draw(db)
    await expect.element(waiting.getByRole('heading', title)).toBeVisible()
    await waiting.unmount()
    serve({ [readPayments]: refuses('busy', 'Come back at nine.') })
    const screen = await draw(db)
    await expect
      .element(screen.getByText(`Come back at nine. ${m.ui_stale()}`, { exact: false }))
      .toBeVisible()
    await expect.element(screen.getByRole('heading', title)).toBeVisible()
  })

  test('are read without a network, and say that they are from before', async () => {
    const db = await knownPhone()
    setOnline(false)
    serve({})
    const screen = await draw(db)
    await expect.element(screen.getByText(m.ui_stale(), { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('heading', title)).toBeVisible()
  })

  test('of somebody who is gone say that what is left cannot take place, and that the money comes back', async () => {
    const gone = { serviceProviderId: null, provider: null }
    const payments = [payment(gone), payment({ ...gone, sessionsLeft: 0, sessionsUsed: 4 })]
    serve({ [readPayments]: says({ payments: [...payments, one], next: null }) })
    const screen = await draw(await openPhone())
    await expect.element(screen.getByText(m.payments_lost())).toBeVisible()
    const lost = screen.getByText(m.payments_used_lost({ used: 1, left: 3 }))
    await expect.poll(() => lost.elements()).toHaveLength(1)
    await expect.element(screen.getByText(m.payments_used({ used: 4, left: 0 }))).toBeVisible()
    await expect.element(screen.getByText(m.payments_used({ used: 1, left: 3 }))).toBeVisible()
  })

  test('whose money came back say so once', async () => {
    const gone = payment({ serviceProviderId: null, provider: null, refundedMinor: 8_600 })
    serve({ [readPayments]: says({ payments: [gone], next: null }) })
    const screen = await draw(await openPhone())
    await expect.element(screen.getByText(m.payments_status_partly())).toBeVisible()
    await expect.element(screen.getByText(m.payments_lost())).not.toBeInTheDocument()
  })

  test('go on with older ones, and keep the way there where those cannot be read', async () => {
    const older = payment({
      metadata: { type: 'single', sessions: 1, duration: 60, frequency: '' },
    })
    const pages = (failing: boolean) =>
      serve({
        [readPayments]: (request) => {
          if (!request.url.includes('after=')) return ours({ payments: [one], next: 'older' })
          return failing ? badGateway(request) : ours({ payments: [older], next: null })
        },
      })
    pages(true)
    const screen = await draw(await openPhone())
    const more = screen.getByRole('button', { name: m.payments_more() })
    await more.click()
    await expect.element(screen.getByText(m.ui_more_failed(), { exact: false })).toBeVisible()
    const retry = screen.getByRole('button', { name: m.ui_retry() })
    await expect.element(retry).toHaveFocus()
    await expect.poll(() => screen.getByRole('heading', title).elements()).toHaveLength(1)
    // The list begins anew when its person comes back: what failed before is over.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    window.dispatchEvent(new Event('online'))
    await expect.element(more).toBeVisible()
    await expect
      .element(screen.getByText(m.ui_more_failed(), { exact: false }))
      .not.toBeInTheDocument()
    await more.click()
    await expect.element(retry).toBeVisible()
    pages(false)
    await retry.click()
    await expect.poll(() => [...more.elements(), ...retry.elements()]).toHaveLength(0)
    await expect
      .element(screen.getByText(m.ui_more_failed(), { exact: false }))
      .not.toBeInTheDocument()
    await expect.poll(() => screen.getByRole('heading', { level: 2 }).elements()).toHaveLength(2)
  })
})
