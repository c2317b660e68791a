import { useState } from 'react'
import { expect, test } from 'vitest'
import { ExitPart, QuickExit } from '#src/features/safety/exit-button.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { clearStoredSession } from '#src/session/session.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ExitPart />
      <QuickExit />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} title="A sheet" onClose={() => setOpen(false)} />
    </>
  )
}

test('the small button to leave is in reach in an open dialog, and on the page once that is closed', async () => {
  const screen = await renderScreen(<Page />)
  await screen.getByRole('checkbox', { name: m.safety_exit_button() }).click()
  const button = screen.getByRole('button', { name: m.safety_leave() })
  await expect.poll(() => button.elements().map((each) => each.closest('dialog'))).toEqual([null])
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => button.element().closest('dialog')?.open).toBe(true)
  const place = button.element()
  if (place instanceof HTMLElement) place.focus()
  // What lies outside an open dialog takes no focus.
  await expect.element(button).toHaveFocus()
  await screen.getByRole('button', { name: m.ui_close() }).click()
  await expect.poll(() => button.elements().map((each) => each.closest('dialog'))).toEqual([null])
  await screen.getByRole('checkbox', { name: m.safety_exit_button() }).click()
})

test('the choice goes with a logout: whoever logs in next finds it off, and no button', async () => {
  await openPhone()
  const screen = await renderScreen(<Page />)
  const choice = screen.getByRole('checkbox', { name: m.safety_exit_button() })
  const button = screen.getByRole('button', { name: m.safety_leave() })
  await choice.click()
  await expect.element(button).toBeVisible()
  clearStoredSession()
  await expect.element(button).not.toBeInTheDocument()
  await openPhone()
  await expect.element(choice).not.toBeChecked()
  await choice.click()
  await expect.element(button).toBeVisible()
})

test('a choice of another tab counts in this one at once', async () => {
  await openPhone()
  const screen = await renderScreen(<Page />)
  const choice = screen.getByRole('checkbox', { name: m.safety_exit_button() })
  for (const chosen of ['on', 'off']) {
    localStorage.setItem('exitButton', chosen)
    window.dispatchEvent(new StorageEvent('storage', { key: 'exitButton', newValue: chosen }))
    const shown = chosen === 'on' ? 1 : 0
    const button = screen.getByRole('button', { name: m.safety_leave() })
    await expect.poll(() => button.elements()).toHaveLength(shown)
    await expect.poll(() => choice.element()).toHaveProperty('checked', chosen === 'on')
  }
})
