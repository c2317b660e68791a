import * as m from '#src/i18n/paraglide/messages.js'
import {
  askForCode,
  mailedCode,
  pasteCode,
  sendNewPassword,
  wrongCode,
} from './support/reset-code.ts'
import { fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

const newPassword = 'Other-Pass2!'

test('a mailed code sets a new password in the place of the old, and a wrong one does not', async ({
  page,
  origin,
  server,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 400 .*\/api\/auth\/reset-password/)
  consoleGuard.expect(/status of 401 .*\/api\/auth\/login/)
  await askForCode(page, `${origin}/forgot-password`, teen.email)
  const code = await mailedCode(server.dataDir, teen.email)

  await pasteCode(page, wrongCode(code))
  await sendNewPassword(page, newPassword)
  const error = page.getByRole('dialog', { name: 'Error' })
  await expect(error).toContainText('Invalid or expired code. Please try again.')
  await error.getByRole('button', { name: m.recovery_error_close() }).click()

  await pasteCode(page, code)
  await sendNewPassword(page, newPassword)
  const done = page.getByRole('dialog', { name: m.recovery_done_title() })
  await done.getByRole('button', { name: m.recovery_done_action() }).click()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, teen)
  await expect(page.getByRole('alert')).toContainText('Login failed: ')
  await fillLogin(page, { email: teen.email, password: newPassword })
  await expect(page).toHaveURL('/dashboard')
})
