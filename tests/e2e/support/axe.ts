import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

/** The screen as it stands has no violation, light and dark, on a phone and on a desktop, and nothing sticks out sideways. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await coloursAreThere(page)
      const where = `${what}, ${viewport.width} px, ${colorScheme}`
      expect.soft(await violations(page, colorScheme), where).toEqual([])
    }
    expect
      .soft(await sidewaysPx(page), `${what}, ${viewport.width} px, sideways`)
      .toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(phone)
}

/**
 * A colour on its way from light to dark is none that anybody reads, and one far below the screen is only on its way
 * when somebody comes there.
 */
async function coloursAreThere(page: Page): Promise<void> {
  await page.evaluate((rule) => {
    if (document.adoptedStyleSheets.length > 0) return
    const still = new CSSStyleSheet()
    still.replaceSync(rule)
    document.adoptedStyleSheets.push(still)
  }, '*, ::before, ::after { content-visibility: visible !important; transition: none !important }')
}

/** Each as a line that says what is wrong and where. In the dark it is the colours alone that differ. */
async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const asked = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  const axe = colorScheme === 'light' ? asked.withTags(rules) : asked.withRules('color-contrast')
  // Without frames of other origins there is no need for the blank page that axe would open for them each time.
  const { violations } = await axe.setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
}

/** How far the page can be scrolled sideways, which nobody should have to. */
async function sidewaysPx(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
