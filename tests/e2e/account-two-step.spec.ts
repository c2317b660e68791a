import type { Page } from '@playwright/test'
import { appHeader } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { goodPassword, providerRegistration } from '#tests/support/registration.ts'
import { codeAt, stepMs } from '#tests/support/second-factor.ts'
import { expectAccessible } from './support/axe.ts'
import { boss, newProvider, openSession } from './support/people.ts'
import { settingsStand } from './support/phone.ts'
import { enterAs, fillLogin, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { noteOwnWords } from './support/translatable.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a care provider turns on two-step sign-in, and logs in with a code and with a recovery code', async ({
  page,
  browser,
  origin,
  server,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 40[03] .*\/auth\/login|status of 400 .*second-factor/)
  const provider = await newProvider(server.origin)
  await enterAs(page, provider, `${origin}/profile?tab=settings`)
  await settingsStand(page)
  const { secret, codes } = await turnOn(page, provider.password)
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  const other = await browser.newContext({ baseURL: origin })
  consoleGuard.watch(other)
  const phone = await other.newPage()
  await phone.goto('/login')
  await fillLogin(phone, provider)
  const field = phone.getByRole('textbox', { name: m.account_login_code() })
  await expect(field).toBeFocused()
  await expect(phone.getByText('Enter the 6-digit code from your authenticator app.')).toBeVisible()
  await expectAccessible(phone, 'the code of a login')
  await field.fill('000 000')
  await field.press('Enter')
  await expect(phone.getByText('Invalid or expired code. Please try again.')).toBeVisible()
  await field.fill(codeAt(secret, Date.now() + stepMs))
  await field.press('Enter')
  await expect(phone).toHaveURL('/dashboard')
  await other.close()

  const third = await browser.newContext({ baseURL: origin })
  consoleGuard.watch(third)
  const lost = await third.newPage()
  await lost.goto('/login')
  await fillLogin(lost, provider)
  await lost.getByRole('button', { name: m.account_login_code_recovery() }).click()
  const recovery = lost.getByRole('textbox', { name: m.account_login_recovery_code() })
  await recovery.fill(codes[0] ?? '')
  await recovery.press('Enter')
  await expect(lost).toHaveURL('/dashboard')
  await lost.goto('/profile?tab=settings')
  await expect(lost.getByText('9 recovery codes left')).toBeVisible()
  await expect(lost.getByRole('button', { name: m.settings_sessions_end_others() })).toBeVisible()

  await lost.getByRole('button', { name: m.twostep_renew(), exact: true }).click()
  await prove(lost, provider.password, codes[1] ?? '', m.twostep_renew())
  await expect(lost.getByRole('heading', { name: m.twostep_codes_title() })).toBeVisible()
  const fresh = await lost.getByRole('dialog').getByRole('listitem').allTextContents()
  await lost.getByRole('button', { name: m.twostep_codes_saved() }).click()
  await lost.getByRole('button', { name: m.twostep_turn_off(), exact: true }).click()
  await prove(lost, provider.password, fresh[0] ?? '', m.twostep_turn_off())
  await expect(lost.getByRole('button', { name: m.twostep_turn_on() })).toBeVisible()
  await third.close()
  // Whoever changes how they sign in is logged out elsewhere.
  await expect(page.getByText(m.shell_needs_auth_none())).toBeVisible()
})

test.describe('where providers are reviewed', () => {
  test.use({ serverFor: 'own', settings: { REVIEW_PROVIDERS: 'on' } })

  test('a superAdmin proves who they are before a decision, and what they wrote goes through', async ({
    page,
    origin,
    server,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 403 .*\/review|status of 400 .*\/auth\/prove/)
    const fields = providerRegistration({
      email: 'late@example.org',
      username: 'late',
      firstname: 'Late',
      lastname: 'Proof',
    })
    await call(server.origin, 'registerServiceProvider', fields)
    const registered = await openSession(server.origin, {
      email: fields.body.email,
      password: goodPassword,
    })
    // The name is this test's own: it does not have to be found in an answer of the server.
    noteOwnWords(page.context(), ['Late Proof'])
    await enterAs(page, await openSession(server.origin, boss), `${origin}/admin/reviews`)
    await answerOnceWithProofRequired(page)
    const card = page.getByRole('listitem').filter({ hasText: 'Late Proof' })
    await card.getByRole('button', { name: m.reports_review_reject() }).click()
    const sheet = page.getByRole('dialog').filter({ hasText: 'Late Proof' })
    await sheet.getByRole('textbox').fill('The license cannot be read.')
    await sheet.getByRole('button', { name: m.reports_review_reject() }).click()

    const asks = page.getByRole('dialog').filter({ hasText: m.twostep_prove_title() })
    await expect(asks).toBeVisible()
    await expectAccessible(page, 'the question who it is')
    await asks.getByRole('button', { name: m.twostep_cancel() }).click()
    await expect(sheet.getByText('Please confirm that it is you.')).toBeVisible()
    await expect(sheet.getByRole('textbox')).toHaveValue('The license cannot be read.')

    await answerOnceWithProofRequired(page)
    await sheet.getByRole('button', { name: m.reports_review_reject() }).click()
    await asks.getByLabel(m.twostep_password(), { exact: true }).fill('Wrong-Pass1!')
    await asks.getByRole('button', { name: m.twostep_prove_confirm() }).click()
    await expect(asks.getByText('This is not your current password.')).toBeVisible()
    await asks.getByLabel(m.twostep_password(), { exact: true }).fill(boss.password)
    await asks.getByRole('button', { name: m.twostep_prove_confirm() }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const params = { id: registered.id }
    const { reply } = await call(server.origin, 'getUser', { params }, registered)
    expect(reply).toMatchObject({ rejectedReason: 'The license cannot be read.' })
  })
})

test.describe('where superAdmins must have a second factor', () => {
  test.use({ serverFor: 'own', settings: { REQUIRE_SECOND_FACTOR: 'true' } })

  test('one without is led to where it is turned on, and goes on from there', async ({
    page,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 403/)
    await page.goto('/login')
    await fillLogin(page, boss)
    await expect(page).toHaveURL('/profile?tab=settings')
    await expect(page.getByText(m.twostep_required())).toBeVisible()
    await expect(page.getByText(m.settings_sessions_title())).toHaveCount(0)
    await page.goto('/admin/reports')
    await expect(page).toHaveURL('/profile?tab=settings')
    await turnOn(page, boss.password)
    await expect(page.getByText(m.settings_sessions_title())).toBeVisible()
    await page.goto('/admin/reports')
    await expect(page.getByRole('heading', { name: m.reports_admin_title() })).toBeVisible()
    await expect(page).toHaveURL('/admin/reports')
  })

  test('nobody else notices', async ({ page, teen }) => {
    await signIn(page, teen)
    await page.goto('/profile?tab=settings')
    await expect(page.getByText(m.settings_sessions_title())).toBeVisible()
    await expect(page.getByText(m.twostep_title())).toHaveCount(0)
  })
})

/** Turns it on from the settings, as somebody with an authenticator app does. */
async function turnOn(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: m.twostep_turn_on() }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(m.twostep_password(), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: m.twostep_next() }).click()
  await expect(dialog.getByRole('img', { name: m.twostep_qr() })).toBeVisible()
  await expectAccessible(page, 'the QR code')
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: m.twostep_code() }).fill(codeAt(secret, Date.now()))
  await dialog.getByRole('button', { name: m.twostep_confirm(), exact: true }).click()
  await expect(page.getByRole('heading', { name: m.twostep_codes_title() })).toBeVisible()
  await expectAccessible(page, 'the recovery codes')
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: m.twostep_codes_download() }).click()
  expect((await saved).suggestedFilename()).toBe('zync-recovery-codes.txt')
  await dialog.getByRole('button', { name: m.twostep_codes_saved() }).click()
  await expect(page.getByText(m.twostep_on(), { exact: true })).toBeVisible()
  return { secret, codes }
}

async function prove(page: Page, password: string, code: string, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(m.twostep_password(), { exact: true }).fill(password)
  await dialog.getByRole('textbox', { name: m.twostep_code() }).fill(code)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
}

/** As the server answers ten minutes after the last proof; what comes after the one answer reaches the server. */
async function answerOnceWithProofRequired(page: Page): Promise<void> {
  await page.route(
    '**/api/admin/providers/*/review',
    (route) =>
      route.fulfill({
        status: 403,
        headers: { [appHeader.name]: appHeader.value },
        json: problem('proof_required'),
      }),
    { times: 1 },
  )
}
