import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { expectLegibleTwiceAsLarge, phone } from './legible.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** The rule of axe that also minds what lies over a target. */
const targetSize = 'target-size'

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
      const found = await violations(page, colorScheme)
      // A bar of the app covers a part of some target, or none: it depends on how far the page is scrolled.
      const open = found.every(({ id }) => id !== targetSize)
      const told = open ? found : [...without(found, targetSize), ...(await wholeTargets(page))]
      expect.soft(told.flatMap(linesOf), where).toEqual([])
    }
    expect
      .soft(await sidewaysPx(page), `${what}, ${viewport.width} px, sideways`)
      .toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(phone)
  await expectLegibleTwiceAsLarge(page, what)
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

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

/** In the dark it is the colours alone that differ. */
function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<Violation[]> {
  return analyze(page, (asked) =>
    colorScheme === 'light' ? asked.withTags(rules) : asked.withRules('color-contrast'),
  )
}

/** The targets that are too small where the page is shown whole, and nothing lies under a bar. */
async function wholeTargets(page: Page): Promise<Violation[]> {
  const viewport = page.viewportSize() ?? phone
  const wholePx = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, wholePx) })
  const found = await analyze(page, (asked) => asked.withRules(targetSize))
  await page.setViewportSize(viewport)
  return found
}

async function analyze(page: Page, about: (asked: AxeBuilder) => AxeBuilder): Promise<Violation[]> {
  const asked = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // Without frames of other origins there is no need for the blank page that axe would open for them each time.
  return (await about(asked).setLegacyMode(true).analyze()).violations
}

function without(found: readonly Violation[], rule: string): Violation[] {
  return found.filter(({ id }) => id !== rule)
}

/** A line for each place, which says what is wrong and where. */
function linesOf({ id, nodes }: Violation): string[] {
  return nodes.map(
    ({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary}`,
  )
}

/** How far the page can be scrolled sideways, which nobody should have to. */
async function sidewaysPx(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
