import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { LockScreen } from '#src/app/lock-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { setLock } from '#src/offline/session/lock.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import { setVault } from '#src/offline/session/session-start.ts'
import { settleLock } from '#src/session/app-lock.ts'
import { openPhone } from '../phone.ts'

vi.mock('#src/features/safety/help/help-now.tsx', () => {
  throw new Error('The part is not on this device')
})

test('the lock stays where Help now cannot be loaded, and says what helps without it', async () => {
  const { userId } = await openPhone()
  await writeSession({ token: 'secret', userId })
  await setLock({ token: 'secret', userId }, '204961')
  setVault(undefined)
  await settleLock()
  await render(<LockScreen />)
  const help = page.getByRole('button', { name: m.safety_open() })
  for (let time = 0; time < 2; time += 1) {
    await help.click()
    const dialog = page.getByRole('dialog', { name: m.safety_title() })
    await expect.element(dialog.getByText(m.safety_missing_text())).toBeVisible()
    await dialog.getByRole('button', { name: m.ui_close() }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await expect.element(page.getByLabelText(m.lock_pin(), { exact: true })).toBeVisible()
})
