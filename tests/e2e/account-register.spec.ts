import type { Page } from '@playwright/test'
import { workLicenseRule } from '#contract/file-rule.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { picture } from '#tests/support/pictures.ts'
import { goodPassword, tinyPdf } from '#tests/support/registration.ts'
import { attach, fillAccountSteps, fillPerson, type Newcomer } from './support/register.ts'
import { fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a Gen-Z registers with a photo and logs in', async ({ page }) => {
  const nour = newcomer('nour', { kind: m.register_type_genz(), birthYear: '2010' })
  await fillAccountSteps(page, nour)
  await attach(page, m.register_profile_image(), await photo())
  await fillPerson(page, nour)
  await registerAndLogIn(page, nour)
})

test('a parent registers with a drawn picture and logs in', async ({ page }) => {
  const hala = newcomer('hala', { kind: m.register_type_parent(), birthYear: '1980' })
  await fillAccountSteps(page, hala)
  await page.getByRole('button', { name: m.register_draw() }).click()
  await expect(page.getByText('avatar.png', { exact: true })).toBeVisible()
  await fillPerson(page, hala)
  await registerAndLogIn(page, hala)
})

test('a care provider registers with papers and logs in', async ({ page }) => {
  const rana = newcomer('rana', { kind: m.register_type_provider(), birthYear: '1985' })
  await fillAccountSteps(page, rana)
  await attach(page, m.register_profile_image(), await photo())
  await attach(page, m.register_resume(), paper('resume.pdf'))
  const license = page.locator('input[type=file]').and(page.getByLabel(m.register_work_license()))
  await license.setInputFiles({ ...paper('license.pdf'), buffer: Buffer.from('no paper') })
  await expect(page.getByText(workLicenseRule.kindText)).toBeVisible()
  await expect(license).not.toHaveAttribute('aria-invalid')
  await attach(page, m.register_work_license(), paper('license.pdf'))
  await page.getByLabel(m.register_specialization()).selectOption('Psychotherapist')
  await fillPerson(page, rana)
  await registerAndLogIn(page, rana)
})

async function registerAndLogIn(page: Page, who: Newcomer): Promise<void> {
  const name = `${who.firstname} ${who.lastname}`
  await page.getByRole('button', { name: m.register_submit(), exact: true }).click()
  await expect(page).toHaveURL('/welcome')
  await expect(page.getByRole('heading', { name: 'You Registered Successfully!' })).toBeVisible()
  await page.getByRole('link', { name: 'Login Now' }).click()
  await expect(page.getByLabel(m.account_login_email(), { exact: true })).toHaveValue(who.email)
  await fillLogin(page, who)
  await expect(page).toHaveURL('/dashboard')
  // A young person's points stand behind the name.
  const line = page.locator('summary').filter({ hasText: m.account_profile_title() })
  await expect(line).toContainText(name)
  await page.goto('/profile')
  await expect(page.getByRole('main').locator('img[src^="blob:"]')).toBeVisible()
}

function newcomer(username: string, about: Pick<Newcomer, 'kind' | 'birthYear'>): Newcomer {
  const firstname = `${username[0]?.toUpperCase()}${username.slice(1)}`
  const email = `${username}@example.org`
  return { ...about, username, email, firstname, lastname: 'Nasser', password: goodPassword }
}

async function photo() {
  return { name: 'me.png', mimeType: 'image/png', buffer: await picture(64, 64) }
}

function paper(name: string) {
  return { name, mimeType: 'application/pdf', buffer: tinyPdf }
}
