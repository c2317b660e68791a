import * as m from '#src/i18n/paraglide/messages.js'
import { expectAccessible } from './support/axe.ts'
import { newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a provider sets working hours and a busy time, and finds them as they were left', async ({
  page,
  origin,
  server,
}) => {
  const provider = await newProvider(server.origin)
  await enterAs(page, provider, `${origin}/edit-profile?tab=calendar`)
  // Nobody has set Google's keys here.
  await expect(page.getByText(m.calendar_google_unset())).toBeVisible()
  await expect(page.getByRole('button', { name: m.calendar_google_connect() })).toBeDisabled()
  const end = page.getByLabel(m.calendar_end())
  await end.fill('18:30')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(m.calendar_saved())).toBeVisible()

  const year = new Date().getFullYear() + 1
  await page.getByLabel(m.calendar_busy_start()).fill(`${year}-02-01T09:00`)
  await page.getByLabel(m.calendar_busy_end()).fill(`${year}-02-01T10:00`)
  await page.getByRole('button', { name: m.calendar_busy_add() }).click()
  const remove = page.getByRole('button', { name: /^Remove February 1/ })
  await expect(remove).toBeVisible()
  await expectAccessible(page, 'Calendar Settings')
  await page.reload()
  await expect(end).toHaveValue('18:30')
  // Its part stands above, with an answer of its own.
  await expect(page.getByRole('button', { name: m.calendar_room_save() })).toBeVisible()
  await remove.click()
  await expect(page.getByText(m.calendar_busy_none())).toBeVisible()
})
