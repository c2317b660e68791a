import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { picture } from '#tests/support/pictures.ts'
import { openSession, sofia, type Member } from './support/people.ts'
import { attach } from './support/register.ts'
import { enterAs, fillLogin, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a new photo is saved and shown', async ({ page, origin, server, teen }) => {
  const before = await ownProfile(server.origin, teen)
  await enterAs(page, teen, `${origin}/edit-profile`)
  await save(page)
  await expect(page.getByText('Please select an image to upload.')).toBeVisible()
  const photo = { name: 'new.png', mimeType: 'image/png', buffer: await picture(80, 80) }
  await attach(page, m.register_profile_image(), photo)
  await save(page)
  await expect(page.getByText(m.profile_image_saved())).toBeVisible()
  await expect(shownPhoto(page)).toBeVisible()
  await page.goto('/profile')
  await expect(shownPhoto(page)).toBeVisible()
  const { profileImg } = await ownProfile(server.origin, teen)
  expect(profileImg).toMatch(/./)
  expect(profileImg).not.toBe(before.profileImg)
})

test('a new bio is saved and shown', async ({ page, origin, server, teen }) => {
  const bio = 'I draw comics about my cat.'
  await enterAs(page, teen, `${origin}/edit-profile`)
  await page.getByRole('tab', { name: m.profile_tab_bio() }).click()
  await page.getByRole('textbox', { name: m.profile_tab_bio() }).fill(bio)
  await save(page)
  await expect(page.getByText(m.profile_bio_saved())).toBeVisible()
  expect(await ownProfile(server.origin, teen)).toMatchObject({ bio })
  await page.goto('/profile')
  await expect(page.getByText(bio)).toBeVisible()
})

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

test('a care provider finds the panels for the intro video and the calendar', async ({
  page,
  origin,
  server,
}) => {
  await enterAs(page, await openSession(server.origin, sofia), `${origin}/edit-profile`)
  await page.getByRole('tab', { name: 'Intro Video' }).click()
  await expect(page.getByText(m.library_intro_text())).toBeVisible()
  await page.getByRole('tab', { name: 'Calendar Settings' }).click()
  await expect(page.getByRole('heading', { name: m.calendar_schedule_title() })).toBeVisible()
})

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click()
}

async function changePassword(page: Page, { from, to }: { from: string; to: string }) {
  await page.getByLabel(m.profile_password_old(), { exact: true }).fill(from)
  await page.getByLabel(m.profile_password_new(), { exact: true }).fill(to)
  await page.getByLabel(m.profile_password_confirm(), { exact: true }).fill(to)
  await save(page)
}

/** The photo as the server gave it; without one, initials are drawn. */
function shownPhoto(page: Page) {
  return page.getByRole('main').locator('img[src^="blob:"]')
}

/** What the server holds of the person. */
async function ownProfile(origin: string, { id, token }: Member) {
  const { reply } = await call(origin, 'getUser', { params: { id } }, { token })
  if (reply.view !== 'full') throw new Error('Nobody sees their own profile in part')
  return reply
}
