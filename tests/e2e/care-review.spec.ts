import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { goodPassword, providerRegistration } from '#tests/support/registration.ts'
import { anotherPhone } from './support/another-phone.ts'
import { buttonFor, cardOf, listStands, specialtyPath } from './support/care.ts'
import { boss, newTeen, openSession, type Member } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serverFor: 'own', settings: { REVIEW_PROVIDERS: 'on' }, serviceWorkers: 'block' })

test('a new provider waits for the review, is turned down, approved, and then found and asked', async ({
  page,
  browser,
  origin,
  server,
  consoleGuard,
}) => {
  const provider = await register(server.origin)
  await enterAs(page, provider, `${origin}/profile`)
  await expect(page.getByText(m.profile_review_waiting_title())).toBeVisible()
  await expect(page.getByText(m.profile_review_waiting_text())).toBeVisible()

  await page.goto('/connection-requests')
  await expect(page.getByText('No pending connection requests.')).toBeVisible()
  await expect(page.getByText(m.connections_requests_waiting())).toBeVisible()
  await page.goto('/profile')

  const admin = await openSession(server.origin, boss)
  const desk = await anotherPhone({ browser, consoleGuard }, admin, `${origin}/admin/reviews`)
  const waiting = cardOf(desk.page, provider)
  const download = desk.page.waitForEvent('download')
  await waiting.getByRole('button', { name: m.reports_review_paper_resume() }).click()
  expect((await download).suggestedFilename()).toBe('New Person resume.pdf')
  await waiting.getByRole('button', { name: m.reports_review_reject() }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('button', { name: m.reports_review_reject() }).click()
  await expect(dialog.getByText(m.reports_review_reason_missing())).toBeVisible()
  await dialog.getByRole('textbox').fill('The license has expired.')
  await dialog.getByRole('button', { name: m.reports_review_reject() }).click()
  await expect(waiting).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Reason: The license has expired.')).toBeVisible()

  await desk.page.getByRole('tab', { name: m.reports_review_rejected() }).click()
  await waiting.getByRole('button', { name: m.reports_review_approve() }).click()
  await dialog.getByRole('checkbox', { name: m.reports_review_minors() }).check()
  await dialog.getByRole('button', { name: m.reports_review_approve() }).click()
  await expect(waiting).toHaveCount(0)
  await desk.close()

  await page.goto('/edit-profile?tab=practice')
  // With the profile that was approved: the one on this device is from before.
  await expect(page.getByText(m.profile_minors_off())).toBeVisible()
  await page.getByRole('checkbox', { name: m.profile_practice_minors() }).check()
  await page.getByRole('checkbox', { name: 'Arabic', exact: true }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(m.profile_practice_saved())).toBeVisible()

  const teen = await newTeen(server.origin)
  const list = origin + specialtyPath('Psychotherapist')
  const phone = await anotherPhone({ browser, consoleGuard }, teen, list)
  await listStands(phone.page)
  await phone.page.getByText(m.providers_filters(), { exact: true }).click()
  await phone.page.getByLabel(m.providers_filter_language()).selectOption('Arabic')
  await expect(cardOf(phone.page, provider).getByText(m.providers_minors())).toBeVisible()
  await phone.page.getByRole('link', { name: 'View Profile New Person', exact: true }).click()
  await expect(phone.page.getByText(/^Verified on \w+ \d+, \d{4}$/)).toBeVisible()
  await buttonFor(phone.page, 'Service Request', provider).click()
  await expect(buttonFor(phone.page, 'Remove Request', provider)).toBeVisible()
  await phone.close()
})

async function register(origin: string): Promise<Member> {
  const fields = providerRegistration()
  await call(origin, 'registerServiceProvider', fields)
  return await openSession(origin, { email: fields.body.email, password: goodPassword })
}
