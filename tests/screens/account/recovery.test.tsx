import { expect, test } from 'vitest'
import { router } from '#src/app/router.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { says, serve } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { renderApp } from '../render-app.tsx'

const email = 'lina@zync.example'
const password = 'Other-Pass2!'

/** Where the app is, and what its login knows. */
const place = () => {
  const { pathname, search } = router.state.location
  return { pathname, search }
}

test('whoever was logged out and forgot the password comes back to the login, and to where they wanted to go', async () => {
  await openMember()
  const search = { reason: 'expired', redirect: '/trackers' }
  const screen = await renderApp('/login?reason=expired&redirect=%2Ftrackers')
  await screen.getByRole('link', { name: m.account_login_forgot() }).click()
  await expect
    .element(screen.getByRole('heading', { name: m.recovery_forgot_title() }))
    .toBeVisible()
  await screen.getByRole('link', { name: m.recovery_back_login() }).click()
  await expect.element(screen.getByText(m.account_login_reason_expired())).toBeVisible()
  expect(place()).toEqual({ pathname: '/login', search })
})

test.each([
  ['who was logged out', { reason: 'expired', redirect: '/trackers' }],
  ['who is logged in', { reason: 'expired' }],
  // It may be somebody else's password.
  ['at a page of another role', { reason: 'role', redirect: '/parents-community' }],
] as const)('a new password leads to the login for somebody %s', async (who, wanted) => {
  const asked = who === 'who is logged in' ? '' : `?${new URLSearchParams(wanted)}`
  await openMember()
  serve({
    'POST /auth/forgot-password': says({ message: 'Sent' }),
    'POST /auth/reset-password': says({ message: 'Changed' }),
  })
  const screen = await renderApp(`/forgot-password${asked}`)
  await screen.getByRole('textbox', { name: m.recovery_email() }).fill(email)
  await screen.getByRole('button', { name: m.recovery_forgot_submit() }).click()
  await screen.getByRole('button', { name: m.recovery_sent_action() }).click()
  await screen.getByRole('textbox', { name: m.recovery_code() }).fill('123456')
  await screen.getByLabelText(m.recovery_new_password(), { exact: true }).fill(password)
  await screen.getByLabelText(m.recovery_confirm_password(), { exact: true }).fill(password)
  await screen.getByRole('button', { name: m.recovery_reset_submit() }).click()
  await screen.getByRole('button', { name: m.recovery_done_action() }).click()
  const why = { expired: m.account_login_reason_expired, role: m.account_login_reason_role }
  await expect.element(screen.getByText(why[wanted.reason]())).toBeVisible()
  expect(place()).toEqual({ pathname: '/login', search: wanted })
})
