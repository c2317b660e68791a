import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { default as Axe, RunOptions } from 'axe-core'
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
  await putAxeInto(page)
  if (page.viewportSize()?.width !== phone.width) await page.setViewportSize(phone)
  await expectNoViolation(page, what, 'light', 'all')
  await expectLegibleTwiceAsLarge(page, what)
  await speakIn(page, 'ar')
  const where = `${what}, in Arabic`
  await expectNoViolation(page, where, 'dark', [colourContrast, targetSize])
  await page.setViewportSize(desktop)
  await expectNoViolation(page, where, 'light', 'all')
  await expectNoViolation(page, where, 'dark', [colourContrast])
  await expectLegibleTwiceAsLarge(page, where)
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
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const found = await analyze(page, rules)
  // A bar of the app covers a part of some target, or none: it depends on how far the page is scrolled.
  const open = found.every(({ id }) => id !== targetSize)
  const told = open ? found : [...without(found, targetSize), ...(await wholeTargets(page))]
  const where = `${what}, ${page.viewportSize()?.width} px, ${colorScheme}`
  expect
    .soft(
      told.map(({ line }) => line),
      where,
    )
    .toEqual([])
}

declare global {
  var axe: typeof Axe | undefined
}

/** What is read of a fault is where it is and why, not its markup. */
const axeSource = `${readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
;axe.configure({ noHtml: true })`

/** Half a megabyte of script, which is put once into each document; what another origin shows, axe leaves alone. */
async function putAxeInto(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  // A frame that has just come has no address yet.
  const isOurs = (url: string) => URL.canParse(url) && new URL(url).origin === origin
  for (const frame of page.frames().filter((each) => isOurs(each.url()))) {
    if (await frame.evaluate(makeStill)) await frame.evaluate(axeSource)
  }
}

/**
 * A colour on its way from light to dark is none that anybody reads, and one far below the screen is only on its way
 * when somebody comes there. A dialog that takes no tap yet is not modal to axe, which then finds the page over it.
 * True in a document that does not have axe yet.
 */
function makeStill(): boolean {
  const still = new CSSStyleSheet()
  still.replaceSync(
    `*, ::before, ::after { content-visibility: visible !important; transition: none !important }
dialog { pointer-events: auto !important }`,
  )
  if (document.adoptedStyleSheets.length === 0) document.adoptedStyleSheets.push(still)
  return globalThis.axe === undefined
}

/** A rule that is broken, with a line for each place, which says what is wrong and where. */
interface Violation {
  readonly id: string
  readonly line: string
}

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
  return await page.evaluate(violationsOfPage, {
    resultTypes: ['violations'],
    // No rule of these tags reads the text of a style sheet.
    preload: { assets: ['media'] },
    runOnly: rules === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: [...rules] },
  } satisfies RunOptions)
}

/** The lines alone leave the page: all that axe tells is more than its look costs. Nobody should have to scroll sideways. */
async function violationsOfPage(options: RunOptions): Promise<Violation[]> {
  if (!globalThis.axe) throw new Error('The document was left while it was looked at')
  const { violations } = await globalThis.axe.run(document, options)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => ({
      id,
      line: `${id} ${target.join(' ')}: ${failureSummary}`,
    })),
  )
  const { scrollWidth, clientWidth } = document.documentElement
  const beside = scrollWidth - clientWidth
  return beside > 0 ? [...found, { id: 'sideways', line: `sticks out by ${beside} px` }] : found
}

function without(found: readonly Violation[], rule: string): Violation[] {
  return found.filter(({ id }) => id !== rule)
}
