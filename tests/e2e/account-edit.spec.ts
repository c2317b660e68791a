import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { enterAs, fillLogin, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a new password ends the other session, and only the new one logs in', async ({
  page,
  browser,
  origin,
  teen,
  consoleGuard,
}) => {
  const changed = { email: teen.email, password: 'Other-Pass2!' }
  consoleGuard.expect(/status of 400 .*\/password/)
  // Whoever is logged out finds every door closed, and the old password at the login too.
  consoleGuard.expect(/status of 401 .*\/api\//)
  const other = await browser.newContext({ baseURL: origin })
  consoleGuard.watch(other)
  const elsewhere = await other.newPage()
  await signIn(elsewhere, teen)

  await enterAs(page, teen, `${origin}/edit-profile`)
  await page.getByRole('tab', { name: m.profile_tab_password() }).click()
  await changePassword(page, { from: 'Wrong-Pass1!', to: changed.password })
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await changePassword(page, { from: teen.password, to: changed.password })
  await expect(page.getByText(m.profile_password_saved())).toBeVisible()

  await elsewhere.goto('/profile')
  await elsewhere.getByRole('link', { name: m.shell_needs_auth_action() }).click()
  await fillLogin(elsewhere, teen)
  await expect(elsewhere.getByRole('alert')).toContainText('Login failed: ')
  await fillLogin(elsewhere, changed)
  await expect(elsewhere).toHaveURL('/profile')
  await expect(elsewhere.getByText(m.shell_needs_auth_none())).toHaveCount(0)
  await other.close()

  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: m.profile_bio_title() })).toBeVisible()
  await expect(page.getByText(m.shell_needs_auth_none())).toHaveCount(0)
})

async function changePassword(page: Page, { from, to }: { from: string; to: string }) {
  await page.getByLabel(m.profile_password_old(), { exact: true }).fill(from)
  await page.getByLabel(m.profile_password_new(), { exact: true }).fill(to)
  await page.getByLabel(m.profile_password_confirm(), { exact: true }).fill(to)
  await page.getByRole('button', { name: 'Save Changes' }).click()
}
