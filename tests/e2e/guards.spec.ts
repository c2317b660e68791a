import * as m from '#src/i18n/paraglide/messages.js'
import { saysAfter } from './support/in-passing.ts'
import { mona, openSession, sofia } from './support/people.ts'
import { expectUnsent, trackerCard } from './support/phone.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a visitor who wants to go somewhere lands there after the login', async ({ page, teen }) => {
  await page.goto('/trackers')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(m.account_login_reason_login())).toBeVisible()
  await saysAfter(page, ['Login Successful!', 'Welcome back'], () => fillLogin(page, teen))
  await expect(page).toHaveURL('/trackers')
  await expect(trackerCard(page, 'Mood')).toBeVisible()
})

for (const [who, person] of [
  ['a parent', mona],
  ['a care provider', sofia],
] as const) {
  test(`${who} is told why trackers are not theirs and gets back to the dashboard`, async ({
    page,
    origin,
    server,
    teen,
  }) => {
    await enterAs(page, await openSession(server.origin, person), `${origin}/trackers`)
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(m.account_login_reason_role())).toBeVisible()
    await page.getByRole('link', { name: m.shell_go_dashboard() }).click()
    await expect(page).toHaveURL('/dashboard')

    await page.goto('/trackers')
    await fillLogin(page, teen)
    await expect(page).toHaveURL('/trackers')
    await expect(trackerCard(page, 'Mood')).toBeVisible()
    await expectUnsent(page, 0)
  })
}

test('the address of the installed app shows the first page to who has no login', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Join Now' })).toBeVisible()
})

test('an address outside the app is no place to go after a login', async ({
  page,
  teen,
  origin,
}) => {
  await page.goto('/login?redirect=//evil.example/&reason=login')
  await fillLogin(page, teen)
  await expect(page).toHaveURL(`${origin}/dashboard`)
})

test('somebody logged in who asks for the login is already there', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/login`)
  await expect(page).toHaveURL('/dashboard')
})

test('a wrong password says so and keeps the email', async ({ page, teen, consoleGuard }) => {
  consoleGuard.expect(/status of 401 .*\/api\/auth\/login/)
  await page.goto('/login')
  await fillLogin(page, { email: teen.email, password: 'Wrong-Pass1!' })
  await expect(page.getByRole('alert')).toContainText('Login failed: ')
  await expect(page.getByRole('textbox', { name: m.account_login_email() })).toHaveValue(teen.email)
})

test('what cannot be an email or a password is refused beside its field', async ({ page }) => {
  await page.goto('/login')
  await fillLogin(page, { email: 'nobody', password: 'short' })
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
})
