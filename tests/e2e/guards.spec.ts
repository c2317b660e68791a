import * as m from '#src/i18n/paraglide/messages.js'
import { saysAfter } from './support/in-passing.ts'
import { mona, openSession } from './support/people.ts'
import { expectUnsent, trackerCard } from './support/phone.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a visitor who wants to go somewhere lands there after the login, and is not asked for it again', async ({
  page,
  teen,
}) => {
  // The address of the installed app: who opens it has asked for no page yet.
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Join Now' })).toBeVisible()
  await page.goto('/trackers')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(m.account_login_reason_login())).toBeVisible()
  await saysAfter(page, ['Login Successful!', 'Welcome back'], () => fillLogin(page, teen))
  await expect(page).toHaveURL('/trackers')
  await expect(trackerCard(page, 'Mood')).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('a parent is told why trackers are not theirs and gets back to the dashboard', async ({
  page,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, await openSession(server.origin, mona), `${origin}/trackers`)
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
