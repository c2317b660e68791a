import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SuccessPage } from '#src/features/payments/pages/return-pages.tsx'
import { SandboxPage } from '#src/features/payments/pages/sandbox-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { badGateway, refuses, says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'
import { payment } from './payments.ts'

const sessionId = 'sandbox_1'
const readPayment = `GET /payment/session/${sessionId}`
const endPayment = `POST /payment/sandbox/${sessionId}`
const invalid = 'Invalid payment session'
const success = (db: UserDatabase) => renderScreen(<SuccessPage db={db} sessionId={sessionId} />)
const sandbox = (db: UserDatabase) => renderScreen(<SandboxPage db={db} sessionId={sessionId} />)
const pending = payment({ status: 'pending', paidAt: null, receipt: null })

describe('after a checkout', () => {
  test('a payment that cannot be read says why, and comes with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => success(db),
      call: readPayment,
      answers: { [readPayment]: says(payment()) },
      failed: 'Failed to load payment details',
      offline: m.payments_offline(),
    })
    await expect.element(screen.getByText(m.payments_success_paid_text())).toBeVisible()
  })

  test('an address without a purchase of one’s own says so', async () => {
    serve({ [readPayment]: refuses('not_found') })
    const db = await openPhone()
    const screen = await success(db)
    await expect.element(screen.getByText(invalid, { exact: true })).toBeVisible()
    await screen.unmount()
    const nameless = await renderScreen(<SuccessPage db={db} sessionId={undefined} />)
    await expect.element(nameless.getByText(invalid, { exact: true })).toBeVisible()
    await nameless.getByRole('link', { name: m.payments_mine() }).click()
    await expect.poll(nameless.path).toBe('/payment')
  })

  test('a payment that is not confirmed is read again until it is', async () => {
    // It is read by itself once the test has the time pass.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const requests = serve({ [readPayment]: says(pending) })
    const screen = await success(await openPhone())
    await expect.element(screen.getByText(m.payments_success_pending_text())).toBeVisible()
    press(screen.getByRole('button', { name: m.payments_look() }))
    await expect.poll(() => requests.length).toBe(2)
    serve({ [readPayment]: says(payment()) })
    vi.advanceTimersByTime(3_000)
    const paid = screen.getByText(m.payments_success_paid_text())
    await expect.element(paid).toBeVisible()
    await screen.getByRole('link', { name: m.payments_book() }).click()
    await expect.poll(screen.path).toBe(`/booking/${payment().serviceProviderId}`)
  })
})

describe('the built-in checkout', () => {
  test('that cannot be read says why, and comes with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => sandbox(db),
      call: readPayment,
      answers: { [readPayment]: says(pending) },
      failed: m.payments_failed(),
      offline: m.payments_offline(),
    })
    await expect.element(screen.getByText(m.payments_sandbox_mark())).toBeVisible()
  })

  test.each([
    ['that is nobody’s', refuses('not_found')],
    ['of a purchase whose money moves', says(payment({ sandbox: false }))],
  ])('of a session %s is none', async (_, answer) => {
    serve({ [readPayment]: answer })
    const screen = await sandbox(await openPhone())
    await expect.element(screen.getByText(invalid, { exact: true })).toBeVisible()
  })

  test('that is over leads to what became of it', async () => {
    serve({ [readPayment]: says(payment()) })
    const screen = await sandbox(await openPhone())
    await expect.element(screen.getByText(m.payments_sandbox_ended())).toBeVisible()
    await screen.getByRole('link', { name: m.payments_sandbox_see() }).click()
    await expect.poll(screen.path).toBe('/payment/success?session_id=sandbox_1')
  })

  test.each([
    ['the server’s own words', refuses('wrong_state'), 'This is no longer possible.'],
    ['the product’s words', badGateway, m.payments_sandbox_failed()],
  ])('that cannot be ended says %s in an alert', async (_, answer, text) => {
    serve({ [readPayment]: says(pending), [endPayment]: answer })
    const screen = await sandbox(await openPhone())
    await screen.getByRole('button', { name: m.payments_sandbox_cancel() }).click()
    const alert = screen.getByRole('dialog', { name: 'Error' })
    await expect.element(alert.getByText(text, { exact: true })).toBeVisible()
  })

  test('says without a network that it needs one, and leads on where it was given up', async () => {
    const given = payment({ status: 'expired', receipt: null })
    serve({ [readPayment]: says(pending), [endPayment]: says(given) })
    const screen = await sandbox(await openPhone())
    const cancel = screen.getByRole('button', { name: m.payments_sandbox_cancel() })
    await expect.element(cancel).toBeVisible()
    setOnline(false)
    await expect.element(screen.getByText(m.payments_needs_connection())).toBeVisible()
    setOnline(true)
    await cancel.click()
    await expect.poll(screen.path).toBe('/payment/cancel')
  })
})
