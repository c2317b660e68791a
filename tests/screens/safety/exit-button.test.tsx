import { useState } from 'react'
import { expect, test } from 'vitest'
import { ExitPart, QuickExit } from '#src/features/safety/exit-button.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
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
