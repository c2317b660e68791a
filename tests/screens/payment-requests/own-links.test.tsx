import { expect, test } from 'vitest'
import type { PaymentRequest } from '#contract/payment-requests/api.ts'
import { OwnLinks } from '#src/features/payment-requests/own-links.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { badGateway, refuses, says, serve, type Answers } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { providerId } from '../pricing/plans.ts'
import { renderScreen } from '../router.tsx'

const open: PaymentRequest = {
  _id: crypto.randomUUID(),
  status: 'open',
  serviceProviderId: providerId,
  provider: { firstname: 'Sofia', lastname: 'Haddad' },
  type: 'single',
  sessions: 1,
  duration: 60,
  currency: 'USD',
  finalPriceMinor: 1_150,
  showsProvider: false,
  showsSpecialty: false,
  slot: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-27T09:00:00.000Z',
}
const list = 'GET /payment/requests'
const withdraw = `DELETE /payment/requests/${open._id}`

/** Presses the button that takes the link back. */
async function takeBack(answers: Answers) {
  serve({ [list]: says({ requests: [open] }) })
  const screen = await renderScreen(<OwnLinks db={await openPhone()} />)
  const button = screen.getByRole('button', { name: m.paylink_withdraw(), exact: false })
  await expect.element(button).toBeVisible()
  serve(answers)
  await button.click()
  return { screen, button, alert: screen.getByRole('dialog', { name: 'Error' }) }
}

test.each([
  ['is paid', [{ ...open, status: 'paid' }]],
  ['is gone', []],
])('why a link that %s meanwhile was not taken back stays to be read', async (_, requests) => {
  const { screen, button, alert } = await takeBack({
    [withdraw]: refuses('wrong_state', 'This link is over.'),
    [list]: says({ requests }),
  })
  await expect.poll(() => button.elements()).toHaveLength(0)
  await expect.element(alert.getByText('This link is over.')).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => alert.elements()).toHaveLength(0)
  await expect.element(screen.getByText('This link is over.')).not.toBeInTheDocument()
})

test('a link that was not taken back says so, and can be pressed again', async () => {
  const { button, alert } = await takeBack({
    [withdraw]: badGateway,
    [list]: says({ requests: [open] }),
  })
  await expect.element(alert.getByText(m.paylink_withdraw_failed())).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.element(button).toBeEnabled()
})

test('a link that was taken back by a call whose answer was lost is no failure', async () => {
  const { screen, alert } = await takeBack({
    [withdraw]: badGateway,
    [list]: says({ requests: [{ ...open, status: 'withdrawn' }] }),
  })
  await expect.element(screen.getByText(m.paylink_status_withdrawn())).toBeVisible()
  await expect.poll(() => alert.elements()).toHaveLength(0)
})
