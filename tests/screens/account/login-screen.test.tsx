import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LoginScreen } from '#src/features/account/pages/login-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { loginSearchSchema, clearStoredSession } from '#src/session/session.ts'
import { refuses, says, serve } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'

const email = 'lina@zync.example'
const minuteMs = 60_000

async function logIn(screen: Screen, typed: { email: string; password: string }): Promise<void> {
  await field(screen).fill(typed.email)
  await screen.getByLabelText(m.account_login_password(), { exact: true }).fill(typed.password)
  await screen.getByRole('button', { name: m.account_login_submit(), exact: true }).click()
}

const field = (screen: Screen) => screen.getByRole('textbox', { name: m.account_login_email() })

test('an address outside the app is no place to go after a login', async () => {
  const { session } = await openMember()
  clearStoredSession()
  serve({ 'POST /auth/login': says({ token: 'a'.repeat(43), userPayload: session.user }) })
  const search = v.parse(loginSearchSchema, { redirect: '//evil.example/', reason: 'login' })
  const screen = await renderScreen(<LoginScreen {...search} />)
  await expect.element(screen.getByText(m.account_login_reason_login())).toBeVisible()
  await logIn(screen, { email, password: 'Right-Pass1!' })
  await expect.element(screen.getByText('Login Successful!')).toBeVisible()
  await expect.poll(() => screen.path()).toBe('/dashboard')
})

test('who taps a page while the login still says welcome stays on the way to it', async () => {
  const { session } = await openMember()
  clearStoredSession()
  serve({ 'POST /auth/login': says({ token: 'a'.repeat(43), userPayload: session.user }) })
  const screen = await renderScreen(
    <>
      <LoginScreen />
      <Link to="/trackers">Trackers</Link>
    </>,
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await logIn(screen, { email, password: 'Right-Pass1!' })
  await expect.element(screen.getByText('Login Successful!')).toBeVisible()
  press(screen.getByRole('link', { name: 'Trackers' }))
  await expect.poll(() => screen.path()).toBe('/trackers')
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(screen.path()).toBe('/trackers')
})

test('a wrong password says so and keeps the email', async () => {
  const asked = serve({ 'POST /auth/login': refuses('wrong_credentials') })
  const screen = await renderScreen(<LoginScreen />)
  await logIn(screen, { email, password: 'Wrong-Pass1!' })
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Login failed: Wrong email or password.')
  await expect.element(field(screen)).toHaveValue(email)
  expect(asked).toHaveLength(1)
})

test('a wrong code says so to those who hear the page, and the focus is where it is typed again', async () => {
  serve({ 'POST /auth/login': refuses('second_factor_required') })
  const screen = await renderScreen(<LoginScreen />)
  await logIn(screen, { email, password: 'Right-Pass1!' })
  const code = screen.getByRole('textbox', { name: m.account_login_code() })
  await expect.element(code).toBeVisible()
  const said = code.element().closest('form')?.querySelectorAll<HTMLElement>('p[aria-live]') ?? []
  // What is there before its words are is read out when they come.
  expect([...said].map((one) => getComputedStyle(one).display)).not.toContain('none')
  await code.fill('123456')
  serve({ 'POST /auth/login': refuses('invalid_code') })
  await screen.getByRole('button', { name: m.account_login_submit(), exact: true }).click()
  await expect.element(code).toHaveAttribute('aria-invalid', 'true')
  await expect.element(code).toHaveFocus()
})

test('what cannot be an email or a password is refused beside its field', async () => {
  const asked = serve({})
  const screen = await renderScreen(<LoginScreen />)
  await logIn(screen, { email: 'nobody', password: 'short' })
  await expect.element(screen.getByText('Invalid email format')).toBeVisible()
  await expect.element(screen.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect.element(field(screen)).toHaveFocus()
  expect(asked).toEqual([])
})

test.each(['Parent', 'ServiceProvider'] as const)(
  'a %s is told why a page is not theirs, with the way to their own',
  async (userT) => {
    await openMember(userT)
    const screen = await renderScreen(<LoginScreen redirect="/trackers" reason="role" />)
    await expect.element(screen.getByText(m.account_login_reason_role())).toBeVisible()
    await screen.getByRole('link', { name: m.shell_go_dashboard() }).click()
    await expect.poll(() => screen.path()).toBe('/dashboard')
  },
)
