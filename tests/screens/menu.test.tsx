import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Menu } from '#src/ui/menu/menu.tsx'

afterEach(() => document.documentElement.removeAttribute('style'))

/** The page's padding says how much of the window's end is under the bottom bar, as the app's own styles do. */
test.each([
  ['opens below its button', 0, false],
  ['opens above its button where the bottom bar would lie over it', 80, true],
])('a menu near the end of the window %s', async (_what, coveredPx, above) => {
  document.documentElement.style.scrollPaddingBottom = `${coveredPx}px`
  const items = [{ id: 'report', label: 'Report', onSelect: () => undefined }]
  const screen = await render(
    <div style={{ position: 'fixed', top: window.innerHeight - 140 }}>
      <Menu items={items} />
    </div>,
  )
  const button = screen.getByRole('button')
  await button.click()
  const list = screen.getByRole('menu').element().getBoundingClientRect()
  expect(list.bottom <= button.element().getBoundingClientRect().top).toBe(above)
})
