import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { picture } from '#tests/support/pictures.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { expectAccessible } from './support/axe.ts'
import { goOffline, goOnline } from './support/phone.ts'
import { attach, fillAccountSteps, fillPerson, type Newcomer } from './support/register.ts'
import { mailedCode, pasteCode, wrongCode } from './support/reset-code.ts'
import { fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({
  serverFor: 'own',
  settings: { CONFIRM_EMAILS: 'on' },
  losesNetwork: true,
  serviceWorkers: 'block',
})

const nour: Newcomer = {
  kind: m.register_type_genz(),
  birthYear: '2010',
  username: 'nour',
  email: 'nour@example.org',
  firstname: 'Nour',
  lastname: 'Nasser',
  password: goodPassword,
}

test('a newcomer confirms their email when they like, and a code is typed once', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 400 .*\/api\/auth\/email\/confirm/)
  await register(page)
  await expect(page.getByText(m.register_welcome_code())).toBeVisible()
  await page.getByRole('link', { name: m.register_welcome_login() }).click()
  await fillLogin(page, nour)
  await expect(page).toHaveURL('/dashboard')

  await expect(page.getByRole('heading', { name: m.companion_title() })).toBeVisible()
  // By the keyboard: cards above it may still grow with what the server says, and a press would miss it.
  await page.locator('summary', { hasText: m.account_confirm_title() }).press('Enter')
  await expect(page.getByText(m.account_confirm_sent({ email: nour.email }))).toBeVisible()
  await expectAccessible(page, 'the dashboard with the code to enter')

  const code = await mailedCode(server.dataDir, nour.email)
  const confirm = page.getByRole('button', { name: m.account_confirm_submit(), exact: true })
  await pasteCode(page, wrongCode(code))
  await confirm.click()
  await expect(page.getByText('Invalid or expired code. Please try again.')).toBeVisible()

  await goOffline(page)
  await pasteCode(page, code)
  await confirm.click()
  await expect(page.getByRole('alert').getByText(m.recovery_offline())).toBeVisible()
  await expect(page.getByLabel(m.recovery_code())).toHaveValue(code)

  await goOnline(page)
  await confirm.click()
  await expect(page.getByText(m.account_confirm_done())).toBeVisible()
  await expect(page.getByRole('heading', { name: m.account_confirm_title() })).toBeHidden()
  await page.goto('/profile?tab=settings')
  await expect(page.getByRole('heading', { name: m.settings_sessions_title() })).toBeVisible()
  await expect(page.getByRole('heading', { name: m.account_confirm_title() })).toBeHidden()
})

test('a newcomer asks for a new code in the settings, and the old one is worth nothing', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 400 .*\/api\/auth\/email\/confirm/)
  await register(page)
  const first = await mailedCode(server.dataDir, nour.email)
  await page.getByRole('link', { name: m.register_welcome_login() }).click()
  await fillLogin(page, nour)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/profile?tab=settings')
  await page.getByRole('button', { name: m.account_confirm_again() }).click()
  await expect(page.getByText('A new code is on its way. It works for 24 hours.')).toBeVisible()
  await expectAccessible(page, 'the settings with the code to enter')

  const confirm = page.getByRole('button', { name: m.account_confirm_submit(), exact: true })
  await expect
    .poll(() => mailedCode(server.dataDir, nour.email), 'another code was mailed')
    .not.toBe(first)
  await pasteCode(page, first)
  await confirm.click()
  await expect(page.getByText('Invalid or expired code. Please try again.')).toBeVisible()
  await pasteCode(page, await mailedCode(server.dataDir, nour.email))
  await confirm.click()
  await expect(page.getByText(m.account_confirm_done())).toBeVisible()
})

test('a newcomer corrects a mistyped address, and confirms the right one', async ({
  page,
  server,
}) => {
  await register(page)
  await page.getByRole('link', { name: m.register_welcome_login() }).click()
  await fillLogin(page, nour)
  await expect(page).toHaveURL('/dashboard')
  await page.locator('summary', { hasText: m.account_confirm_title() }).press('Enter')
  await page.getByRole('button', { name: m.account_email_wrong() }).press('Enter')
  const dialog = page.getByRole('dialog', { name: m.account_email_title() })
  await expectAccessible(page, 'the dialog that corrects an email')
  const right = 'nour.nasser@example.org'
  await dialog.getByLabel(m.account_login_email()).fill(right)
  await dialog.getByLabel(m.twostep_password(), { exact: true }).fill(nour.password)
  await dialog.getByRole('button', { name: m.account_email_submit() }).click()
  await expect(page.getByText(m.account_confirm_sent({ email: right }))).toBeVisible()

  await pasteCode(page, await mailedCode(server.dataDir, right))
  await page.getByRole('button', { name: m.account_confirm_submit(), exact: true }).click()
  await expect(page.getByText(m.account_confirm_done())).toBeVisible()
})

async function register(page: Page): Promise<void> {
  await fillAccountSteps(page, nour)
  const photo = { name: 'me.png', mimeType: 'image/png', buffer: await picture(64, 64) }
  await attach(page, m.register_profile_image(), photo)
  await fillPerson(page, nour)
  await page.getByRole('button', { name: m.register_submit(), exact: true }).click()
  await expect(page.getByRole('heading', { name: m.register_welcome_title() })).toBeVisible()
}
