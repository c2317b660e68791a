import { expect, type BrowserContext, type Page, type Request } from '@playwright/test'
import { baseLanguage } from '#contract/language.ts'
import arabicTerms from '#src/i18n/terms.ar.json' with { type: 'json' }
import { allMessages } from '../../../scripts/review-states.ts'
import { places, speakIn } from './pseudo.ts'

/** The narrowest phone that there is. */
const narrow = { width: 320, height: 640 }

/**
 * On the narrowest phone, in languages that nobody speaks, one long and one mirrored, no words are cut off or stick out,
 * and no words are there but those of messages and of people.
 */
export async function expectTranslatable(page: Page, what: string): Promise<void> {
  await page.setViewportSize(narrow)
  for (const pseudo of ['long', 'mirrored'] as const) {
    await speakIn(page, places[pseudo], pseudo)
    const { faults, latin } = await page.evaluate(wordsOfPage)
    // A date in French has letters that no message has; one in Arabic has not.
    for (const { where, text } of pseudo === 'mirrored' ? await straysOf(page, latin) : []) {
      faults.push(`${where} is from no message: '${text}'`)
    }
    expect.soft(faults, `${what}, ${pseudo}`).toEqual([])
  }
}

/** What the server has said to the pages of a browser: the words of people, and what is stored in English. */
interface Heard {
  readonly words: Set<string>
  /** Whose answers are not read: they are still on their way, or a page that went on took them along. */
  readonly unread: Set<Request>
}
const heard = new WeakMap<BrowserContext, Heard>()

/** Notes what the server says in a browser, so that the words of people can be told from those of the app. */
export function noteWords(context: BrowserContext): void {
  const words = new Set<string>()
  const unread = new Set<Request>()
  heard.set(context, { words, unread })
  context.on('response', async (response) => {
    const isAnswer = new URL(response.url()).pathname.startsWith('/api/')
    if (!isAnswer || !response.headers()['content-type']?.includes('json')) return
    unread.add(response.request())
    // The page may be gone by now, and what it was told with it.
    const answer: unknown = await response.json().catch(() => undefined)
    if (answer === undefined) return
    for (const text of stringsIn(answer)) words.add(text)
    unread.delete(response.request())
  })
}

/** Notes words of people that no server says: those in a file that a test hands to the page. */
export function noteOwnWords(context: BrowserContext, words: readonly string[]): void {
  for (const word of words) heard.get(context)?.words.add(word)
}

/** The words that came neither from a message nor from a person; where there are some, the server is asked again. */
async function straysOf(page: Page, latin: readonly Latin[]): Promise<Latin[]> {
  const nothing: Heard = { words: new Set(), unread: new Set() }
  const { words, unread } = heard.get(page.context()) ?? nothing
  const strays = () => latin.filter((each) => isStray(each, [...words]))
  if (strays().length === 0) return []
  for (const request of unread) {
    unread.delete(request)
    if (request.method() !== 'GET') continue
    const again = await page.context().request.fetch(request)
    for (const text of stringsIn(await again.json().catch(() => undefined))) words.add(text)
  }
  return strays()
}

function stringsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(stringsIn) : []
}

/** Words in Latin letters, with the place where they stand. */
interface Latin {
  readonly text: string
  readonly where: string
  /** Whether it is what just happened, said in the language of that moment. */
  readonly isNews: boolean
}

/** What is the same in every language: names, the sign for letters of another size, currencies and time zones. */
const names =
  /\b(?:(?:Gen)?Zync|Google|YouTube|WhatsApp|Daylio|Bearable|English|Français|Aa)\b|\bUS\$|\bUTC\b|\b[A-Z][a-z]+\/[\w/ +-]+/g

/** What is stored in English and has words in a further language: it must never be shown as it is stored. */
const terms = new Set(
  Object.values(allButTexts(arabicTerms)).flatMap((table) => Object.keys(table)),
)

function allButTexts({ specialties, categories, countries, genders, spoken }: typeof arabicTerms) {
  return { specialties, categories, countries, genders, spoken }
}

/** Whether words came neither from a message nor from a person: they are in the code, or shown as they are stored. */
function isStray({ text, isNews }: Latin, known: readonly string[]): boolean {
  // It stays in the language of its moment: English, or the long one, which is in brackets.
  if (isNews && (/^\[.*\]$/.test(text) || englishTexts().some((each) => each.test(text))))
    return false
  const parts = text.split(/[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]+|[[\]،؛؟]/u)
  return parts.some((part) => {
    const rest = part.replaceAll(names, '').trim()
    const isInitials = /^[A-Z]{2}$/.test(rest)
    if (!/[a-z]{2}/i.test(rest) || isInitials) return false
    return terms.has(rest) || !isSaid(rest, known)
  })
}

/** Whether somebody said it, as a whole, as a part of a text, or as a name of several parts. */
function isSaid(text: string, known: readonly string[]): boolean {
  if (known.some((each) => each === text || (each.length > 60 && each.includes(text)))) return true
  const words = new Set(known.flatMap((each) => (each.length > 60 ? [] : each.split(/\s+/))))
  return text.split(/\s+/).every((word) => words.has(word))
}

let inEnglish: RegExp[] | undefined

/** The messages as English says them, whatever they are given. */
function englishTexts(): RegExp[] {
  inEnglish ??= [...allMessages(baseLanguage).values()]
    .flatMap((message) =>
      typeof message === 'string'
        ? [message]
        : message.flatMap(({ match }) => Object.values(match)),
    )
    .map((text) => text.replaceAll(/[$(-+.?[-^|]/g, '\\$&').replaceAll(/\{\w+\}/g, '.*'))
    .map((pattern) => new RegExp(`^${pattern}$`))
  return inEnglish
}

/** The words of the page as it stands: what is wrong with them, a line for each fault, and those in Latin letters. */
function wordsOfPage(): { faults: string[]; latin: Latin[] } {
  const faults: string[] = []
  const latin: Latin[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`sticks out by ${scrollWidth - clientWidth} px`)

  function judge(text: string, element: Element, where: string): void {
    if (/undefined|\[object|NaN|\{\w+\}/.test(text)) faults.push(`${where} has a hole: '${text}'`)
    if (/^[a-z]+(?:_[a-z\d]+)+$/.test(text)) faults.push(`${where} is a key: '${text}'`)
    // What says its own direction or language is somebody's, and so is what a message was given.
    if (element.closest('html > * [dir], html > * [lang], bdi')) return
    const own = text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, ' ')
    const isNews = element.closest('[role=alert], [role=status], [aria-live], [popover]') !== null
    if (/[A-Za-z]{2}/.test(own)) latin.push({ text: own, where, isNews })
  }

  const styles = new Map<Element, CSSStyleDeclaration>()
  function styleOf(element: Element): CSSStyleDeclaration {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }

  const edges = new Map<Element, DOMRect>()
  function edgeOf(element: Element): DOMRect {
    const edge = edges.get(element) ?? element.getBoundingClientRect()
    edges.set(element, edge)
    return edge
  }

  /** What hides a part of a line of words, though it can be scrolled to nowhere. */
  function hiddenBy(element: Element, line: DOMRect): string | undefined {
    const open = { across: true, down: true }
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = styleOf(each)
      // Read out alone, or with an ellipsis for what is not there.
      if (clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return
      const edge = edgeOf(each)
      const beside = line.left < edge.left - 1 || line.right > edge.right + 1
      // The letters of a line may be lower than the line.
      const some = line.height / 4
      const beyond = line.top < edge.top - some || line.bottom > edge.bottom + some
      if (open.across && /hidden|clip/.test(overflowX) && beside) return 'is cut off at its side'
      // The page itself is held still while a dialog is open.
      const isPage = each === document.documentElement
      if (open.down && !isPage && /hidden|clip/.test(overflowY) && beyond) return 'is cut off'
      if (open.across && each.matches('button, a[class]') && beside)
        return 'is wider than its button'
      open.across &&= !/auto|scroll/.test(overflowX)
      open.down &&= !/auto|scroll/.test(overflowY)
    }
    const beside = line.left < -1 || line.right > window.innerWidth + 1
    return open.across && beside ? 'is beside the screen' : undefined
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim()
    if (!element || !text || element.closest('script, style, noscript')) continue
    if (element.closest('option')) judge(text, element, 'an option')
    else if (element.checkVisibility({ visibilityProperty: true })) {
      judge(text, element, 'a text')
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
      const fault = lines.map((line) => hiddenBy(element, line)).find(Boolean)
      if (fault) faults.push(`'${text}' ${fault}: ${element.outerHTML.slice(0, 99)}`)
    }
  }
  for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      judge(element.getAttribute(name) ?? '', element, name)
    }
  }
  judge(document.title, document.documentElement, 'the title')
  return { faults, latin }
}
