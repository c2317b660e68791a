import * as m from '#src/i18n/paraglide/messages.js'
import { expectNothingLeft, leftBehind } from './support/left-behind.ts'
import { settingsStand } from './support/phone.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a deleted account leaves nothing on the device and logs in no more', async ({
  page,
  origin,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 400 .*\/api\/me/)
  consoleGuard.expect(/status of 401 .*\/api\/auth\/login/)
  // What is read ahead for later may be on its way when the account goes.
  consoleGuard.expect(/status of 401 .*\/api\/(?!auth)/)
  await enterAs(page, teen, `${origin}/profile?tab=settings`)
  await settingsStand(page)
  await page.getByRole('button', { name: m.settings_delete_open() }).click()
  const dialog = page.getByRole('dialog', { name: m.settings_delete_ask_title() })
  const confirm = dialog.getByRole('button', { name: m.settings_delete_confirm() })
  const password = dialog.getByLabel(m.settings_delete_password(), { exact: true })
  await confirm.click()
  await expect(dialog.getByText(m.settings_delete_password_required())).toBeVisible()
  await password.fill('Wrong-Pass1!')
  await confirm.click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  expect((await leftBehind(page)).databases).toEqual([`zync-u-${teen.id}`])

  await password.fill(teen.password)
  await confirm.click()
  await expect(page.getByText(m.settings_delete_done())).toBeVisible()
  await expect(page).toHaveURL('/')
  await expectNothingLeft(page)

  await page.goto('/login')
  await fillLogin(page, teen)
  await expect(page.getByRole('alert')).toContainText('Login failed: ')
})

test('somebody who keeps their account stays logged in', async ({ page, origin, teen }) => {
  await enterAs(page, teen, `${origin}/profile?tab=settings`)
  await settingsStand(page)
  await page.getByRole('button', { name: m.settings_delete_open() }).click()
  await page.getByRole('button', { name: m.settings_delete_keep() }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')
})
