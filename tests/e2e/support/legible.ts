import { expect, type Page } from '@playwright/test'

export const phone = { width: 360, height: 740 }

/** Looks at a phone's screen while its letters are twice as large. */
export async function withLettersTwiceAsLarge<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.evaluate(() => {
    const twice = new CSSStyleSheet()
    twice.replaceSync(':root { font-size: 200% }')
    document.adoptedStyleSheets.push(twice)
    window.scrollTo(0, 0)
  })
  // Chromium asks a container's query again when its width changes, and not always when its letters do.
  if (page.viewportSize()?.width === phone.width)
    await page.setViewportSize({ ...phone, width: phone.width + 1 })
  await page.setViewportSize(phone)
  const seen = await look()
  await page.evaluate(() => document.adoptedStyleSheets.pop())
  return seen
}

/** With letters twice as large on a phone nothing sticks out, no heading is covered and no words lie over others. */
export async function expectLegibleTwiceAsLarge(page: Page, what: string): Promise<void> {
  const found = await withLettersTwiceAsLarge(page, () => illegible(page))
  expect.soft(found, `${what}, letters twice as large`).toEqual([])
}

/** What is wrong with the letters of the screen as it stands, a line for each fault. */
async function illegible(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    const shown = dialog ?? document.body
    const faults: string[] = []

    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`sticks out by ${scrollWidth - clientWidth} px`)
    const besideDialog = dialog ? dialog.scrollWidth - dialog.clientWidth : 0
    if (besideDialog > 0) faults.push(`sticks out of its dialog by ${besideDialog} px`)

    /** What is read out alone is clipped to nothing. */
    const isClipped = (element: Element | null) =>
      element !== null && getComputedStyle(element).clipPath !== 'none'

    const heading = shown.querySelector('h1')
    const line = heading?.getClientRects()[0]
    if (heading && line && heading.checkVisibility() && !isClipped(heading)) {
      heading.scrollIntoView({ block: 'nearest' })
      const { x, y, height } = heading.getBoundingClientRect()
      const there = document.elementFromPoint(x + 8, y + Math.min(height / 2, 20))
      // A menu that was opened lies over what it wants.
      const isMenu = Boolean(there?.closest('[role=menu]'))
      if (!there || !(isMenu || heading.contains(there) || there.contains(heading)))
        faults.push(`'${heading.textContent}' is covered by ${there?.outerHTML.slice(0, 80)}`)
    }

    /** What stands side by side there must not run into one another. */
    const groupOf = (element: Element) => {
      const group = element.closest('nav, header, fieldset, [role="tablist"]')
      return group && shown.contains(group) ? group : null
    }

    const cutBy = (element: Element | null): Element | null =>
      !element || getComputedStyle(element).overflowX !== 'visible'
        ? element
        : cutBy(
            element.matches('button, a, label, legend, fieldset') ? null : element.parentElement,
          )

    /** A line of words is as high as it is said to be; a font may have room for letters that are higher. */
    const lineOf = (element: Element, { x, y, width, height }: DOMRect) => {
      const lineHeight = Math.min(
        height,
        parseFloat(getComputedStyle(element).lineHeight) || height,
      )
      return new DOMRect(x, y + (height - lineHeight) / 2, width, lineHeight)
    }

    const labels = [
      ...shown.querySelectorAll(
        'nav *, header *, fieldset *, [role="tablist"] *, button, button *, a, a *',
      ),
    ]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => [...element.childNodes].map((node) => ({ element, node })))
      .filter(({ node }) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      .flatMap(({ element, node }) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        const spoken = isClipped(element) || isClipped(element.parentElement)
        // What an ellipsis stands for is cut off on purpose.
        const cut = cutBy(element)
        const boxes = cut ? [cut.getBoundingClientRect()] : [...range.getClientRects()]
        return spoken
          ? []
          : boxes.map((box) => ({ element, box: cut ? box : lineOf(element, box) }))
      })
    for (const { element, box } of labels) {
      const button = element.closest('button, a[class]')?.getBoundingClientRect()
      if (button && (box.left < button.left - 2 || box.right > button.right + 2))
        faults.push(`'${element.textContent}' is wider than its button`)
    }
    for (const [index, one] of labels.entries()) {
      for (const other of labels.slice(index + 1)) {
        const overX =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const overY =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (one.element === other.element || overX <= 2 || overY <= one.box.height / 3) continue
        const group = groupOf(one.element)
        if (group !== null && group === groupOf(other.element))
          faults.push(`'${one.element.textContent}' lies over '${other.element.textContent}'`)
      }
    }
    return faults
  })
}
