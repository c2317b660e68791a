import type { CSSProperties } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { ToastRegion, showToast } from '#src/ui/message/toast.tsx'

test('a toast that comes up between a press and its release takes neither', async () => {
  const tokens = { '--duration': '1ms', '--ease-spring': 'ease' } as CSSProperties
  await render(
    <div style={tokens}>
      <ToastRegion />
    </div>,
  )
  const lettingThrough = heldFromTheirStart('let-through')
  showToast({ text: 'Ready for offline', tone: 'success' })
  await expect.element(page.getByText('Ready for offline')).toBeVisible()
  const close = page.getByRole('button', { name: 'Dismiss' }).element()
  const toast = close.parentElement as HTMLElement
  expect(lettingThrough).toHaveLength(2)
  for (const animation of lettingThrough) animation.currentTime = 0
  expect(toast.contains(elementAt(close))).toBe(false)
  for (const animation of lettingThrough) animation.finish()
  expect(close.contains(elementAt(close))).toBe(true)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('Ready for offline')).not.toBeInTheDocument()
})

test('a toast is over the dialog that is open, and stays where it is closed', async () => {
  const draw = (first: boolean, second: boolean) => (
    <>
      <ToastRegion />
      <Dialog open={first} title="First" onClose={() => undefined}>
        <Dialog open={second} title="Second" onClose={() => undefined} />
      </Dialog>
    </>
  )
  const screen = await render(draw(true, false))
  const live = page.getByRole('region', { name: 'Notifications' })
  const ofPage = live.first().element()
  await expect
    .element(page.getByRole('dialog', { name: 'First' }))
    .toContainElement(live.nth(1).element())
  await screen.rerender(draw(true, true))
  showToast({ text: 'Not saved' })
  const words = page.getByText('Not saved')
  await expect.element(words).toBeVisible()
  await expect
    .element(page.getByRole('dialog', { name: 'Second' }))
    .toContainElement(words.element())
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(words).not.toBeInTheDocument()
  showToast({ text: 'Saved' })
  await screen.rerender(draw(false, false))
  await expect.element(page.getByText('Saved')).toBeVisible()
  // A region that came with its words would not be read.
  expect(ofPage.isConnected && ofPage.textContent).toContain('Saved')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

/** The animations of this name, each paused before its first frame, since a slow page draws its next one after their end. */
function heldFromTheirStart(name: string): CSSAnimation[] {
  const held: CSSAnimation[] = []
  const observer = new MutationObserver(() => {
    for (const animation of document.getAnimations() as CSSAnimation[]) {
      if (!animation.animationName?.includes(name) || held.includes(animation)) continue
      animation.pause()
      held.push(animation)
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return held
}

/** What a press on the middle of an element reaches. */
function elementAt(element: Element): Element | null {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2)
}
