import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { baseLanguage, directionOf, type Language } from '#contract/language.ts'
import { allMessages, type Message } from '../../../scripts/review-states.ts'

/**
 * Languages that nobody speaks: a long one, whose words are about two fifths longer, with accents and in brackets, and a
 * mirrored one, in Arabic letters one for one. They are made in the page under test; no build has them.
 */
export type PseudoLanguage = 'long' | 'mirrored'

/** The language of the same direction in whose place each one is said. */
export const places: Readonly<Record<PseudoLanguage, Language>> = { long: 'fr', mirrored: 'ar' }

/** In the order of a built catalogue. */
const messages = [...allMessages(baseLanguage)]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([, message]) => message)

/** The page speaks another language, as if it had been chosen in another tab: nothing is loaded anew. */
export async function speakIn(
  page: Page,
  language: Language,
  pseudo?: PseudoLanguage,
): Promise<void> {
  if (pseudo) await teach(page, language)
  await page.evaluate(speakInPage, { tag: language, pseudo })
}

declare global {
  /** How the messages of a taught language are said; undefined: as they are. */
  var pseudoLanguage: PseudoLanguage | undefined
  /** The languages whose messages can also be said in one that nobody speaks. */
  var taughtLanguages: Set<string> | undefined
}

async function speakInPage({ tag, pseudo }: { tag: string; pseudo?: PseudoLanguage | undefined }) {
  globalThis.pseudoLanguage = pseudo
  const { promise: spoken, resolve } = Promise.withResolvers<void>()
  // The app sets it with every change of its words, also to what it was.
  const seen = new MutationObserver(() => resolve())
  seen.observe(document.documentElement, { attributeFilter: ['lang'] })
  const tabs = new BroadcastChannel('zync-language')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window and takes no origin
  tabs.postMessage(tag)
  await spoken
  seen.disconnect()
  tabs.close()
  if (document.documentElement.lang !== tag) throw new Error(`The messages of ${tag} did not load`)
  await new Promise(requestAnimationFrame)
}

async function teach(page: Page, language: Language): Promise<void> {
  if (await page.evaluate((tag) => globalThis.taughtLanguages?.has(tag), language)) return
  const rightToLeft = directionOf(language) === 'rtl'
  await page.evaluate(teachInPage, { language, file: fileOf(language), messages, rightToLeft })
}

/** Where the page loads the messages of a language from. */
function fileOf(language: Language): string {
  const index = readFileSync(new URL('../../../dist/index.html', import.meta.url), 'utf8')
  const file = new RegExp(`"(assets/${language}-[^"]+\\.js)"`).exec(index)?.[1]
  if (!file) throw new Error(`The build has no messages in ${language}`)
  return `/${file}`
}

interface Lesson {
  readonly language: Language
  readonly file: string
  readonly messages: readonly Message[]
  readonly rightToLeft: boolean
}

/** Puts what can say the English messages anew before each message of the language, where the page has them. */
async function teachInPage(lesson: Lesson): Promise<void> {
  type Inputs = Readonly<Record<string, unknown>>
  type Said = (inputs?: Inputs) => string
  const { messages: list } = (await import(lesson.file)) as { messages: Said[] }
  const vowels = 'aeiouyAEIOUY'
  const accented = ['åá', 'éè', 'îí', 'öø', 'ûü', 'ýÿ', 'ÅÁ', 'ÉÈ', 'ÎÍ', 'ÖØ', 'ÛÜ', 'ÝŸ']
  const arabic = 'ابتثجحخدذرزسشصضطظعغفقكلمنه'
  const letters = {
    long: (text: string) =>
      text.replaceAll(/[aeiouy]/gi, (letter) => accented[vowels.indexOf(letter)] ?? ''),
    mirrored: (text: string) =>
      text.replaceAll(/[a-z]/gi, (letter) => arabic[letter.toLowerCase().charCodeAt(0) - 97] ?? ''),
  }
  const plurals = new Intl.PluralRules('en')

  function templateOf(message: Message, inputs: Inputs): string {
    if (typeof message === 'string') return message
    const [cases] = message
    const values = new Map(Object.entries(inputs).map(([name, value]) => [name, String(value)]))
    for (const declaration of cases?.declarations ?? []) {
      const [, name, counted = ''] = /^local (\w+) = (\w+): plural$/.exec(declaration) ?? []
      if (name) values.set(name, plurals.select(Number(inputs[counted])))
    }
    const fitting = Object.entries(cases?.match ?? {}).find(([selected]) =>
      selected.split(/,\s*/).every((each) => {
        const [name = '', value] = each.split('=')
        return value === '*' || values.get(name) === value
      }),
    )
    return fitting?.[1] ?? ''
  }

  /** As the app isolates what runs the other way. */
  function shown(input: unknown): string {
    const against = lesson.rightToLeft ? /[a-z]/i : /[\u0590-\u08ff]/
    return against.test(String(input)) ? `\u2068${String(input)}\u2069` : String(input)
  }

  for (const [place, message] of lesson.messages.entries()) {
    const own = list[place]
    list[place] = (inputs = {}) => {
      const mode = globalThis.pseudoLanguage
      if (mode === undefined) return own?.(inputs) ?? ''
      const parts = templateOf(message, inputs).split(/\{(\w+)\}/)
      const said = parts.map((part, index) =>
        index % 2 === 0 ? letters[mode](part) : shown(inputs[part]),
      )
      return `[${said.join('')}]`
    }
  }
  globalThis.taughtLanguages ??= new Set()
  globalThis.taughtLanguages.add(lesson.language)
}
