import { expect, onTestFinished, test } from 'vitest'
import { QueuedDialog } from '#src/ui/dialog/dialog-queue.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { renderScreen } from './router.tsx'

const dialog = (
  <QueuedDialog>
    <Dialog open onClose={() => undefined} title="By itself" />
  </QueuedDialog>
)

const press = (type: string) => window.dispatchEvent(new PointerEvent(type))

test('a dialog opens by itself once the finger that is on the page is lifted, and takes no tap from it', async () => {
  let taps = 0
  press('pointerdown')
  const screen = await renderScreen(
    <>
      <button type="button" onClick={() => (taps += 1)}>
        Under the finger
      </button>
      {dialog}
    </>,
  )
  const button = screen.getByRole('button', { name: 'Under the finger' })
  await expect.element(button).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  press('pointerup')
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(taps).toBe(1)
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})

test('a press that the browser takes for scrolling ends the wait as well', async () => {
  press('pointerdown')
  const screen = await renderScreen(dialog)
  press('pointercancel')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})

test.each([
  { byItself: true, atFirst: 'none' },
  { byItself: false, atFirst: 'auto' },
])(
  'a dialog that just opened (by itself: $byItself) takes pointers: $atFirst',
  async ({ byItself, atFirst }) => {
    // The kit's durations, which this page has no sheet of.
    const { style } = document.documentElement
    style.cssText = '--duration: 0.2s; --ease: ease'
    onTestFinished(() => {
      style.cssText = ''
    })
    // Before the first frame: a slow page draws the next one after their end.
    const opening = new MutationObserver((changes) => {
      for (const { target } of changes) {
        for (const animation of (target as Element).getAnimations()) animation.pause()
      }
    })
    opening.observe(document, { attributeFilter: ['open'], subtree: true })
    onTestFinished(() => opening.disconnect())
    const screen = await renderScreen(
      byItself ? dialog : <Dialog open onClose={() => undefined} title="By a press" />,
    )
    const opened = screen.getByRole('dialog')
    await expect.poll(() => opened.element().getAnimations()[0]?.playState).toBe('paused')
    expect(getComputedStyle(opened.element()).pointerEvents).toBe(atFirst)
    for (const animation of opened.element().getAnimations()) animation.finish()
    await expect.poll(() => getComputedStyle(opened.element()).pointerEvents).toBe('auto')
  },
)
