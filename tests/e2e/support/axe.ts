import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { baseLanguage } from '#contract/language.ts'
import { expectLegibleTwiceAsLarge, phone } from './legible.ts'
import { speakIn } from './pseudo.ts'
import { expectTranslatable } from './translatable.ts'

/** All rules, or a few of them by name. */
type Rules = 'all' | readonly string[]

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

const colourContrast = 'color-contrast'

/** The rule of axe that also minds what lies over a target. */
const targetSize = 'target-size'

const desktop = { width: 1280, height: 800 }

/**
 * The screen as it stands has no violation, light and dark, on a phone and on a desktop, nothing sticks out sideways, and it
 * can be read with letters twice as large: in English, in Arabic from the right to the left, and in languages of a test
 * (`expectTranslatable`). What no language changes, axe looks at in one of them.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(phone)
  await expectNoViolation(page, what, 'light', 'all')
  await expectNothingBeside(page, what)
  await expectLegibleTwiceAsLarge(page, what)
  await speakIn(page, 'ar')
  const where = `${what}, in Arabic`
  await expectNoViolation(page, where, 'dark', [colourContrast, targetSize])
  await expectNothingBeside(page, where)
  await expectLegibleTwiceAsLarge(page, where)
  await page.setViewportSize(desktop)
  await expectNoViolation(page, where, 'light', 'all')
  await expectNoViolation(page, where, 'dark', [colourContrast])
  await expectNothingBeside(page, where)
  await expectTranslatable(page, what)
  await speakIn(page, baseLanguage)
  await page.setViewportSize(phone)
}

async function expectNoViolation(
  page: Page,
  what: string,
  colorScheme: 'light' | 'dark',
  rules: Rules,
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await coloursAreThere(page)
  const found = await analyze(page, rules)
  // A bar of the app covers a part of some target, or none: it depends on how far the page is scrolled.
  const open = found.every(({ id }) => id !== targetSize)
  const told = open ? found : [...without(found, targetSize), ...(await wholeTargets(page))]
  const where = `${what}, ${page.viewportSize()?.width} px, ${colorScheme}`
  expect.soft(told.flatMap(linesOf), where).toEqual([])
}

/** Nobody should have to scroll a page sideways. */
async function expectNothingBeside(page: Page, what: string): Promise<void> {
  const beside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  const where = `${what}, ${page.viewportSize()?.width} px, sideways`
  expect.soft(beside, where).toBeLessThanOrEqual(0)
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

/** The targets that are too small where the page is shown whole, and nothing lies under a bar. */
async function wholeTargets(page: Page): Promise<Violation[]> {
  const viewport = page.viewportSize() ?? phone
  const wholePx = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, wholePx) })
  const found = await analyze(page, [targetSize])
  await page.setViewportSize(viewport)
  return found
}

async function analyze(page: Page, rules: Rules): Promise<Violation[]> {
  // Half a megabyte of script, which would be put into the page twice for each look.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? 'void 0' : undefined
  const asked = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).options({
    resultTypes: ['violations'],
  })
  const about = rules === 'all' ? asked.withTags(tags) : asked.withRules([...rules])
  // Without frames of other origins there is no need for the blank page that axe would open for them each time.
  return (await about.setLegacyMode(true).analyze()).violations
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
