import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { baseLanguage, type Language } from '../contract/language.ts'

/** A message as a catalogue's file has it: a text, or the texts of its cases. */
export type Message = string | readonly MessageCases[]

export interface MessageCases {
  readonly declarations?: readonly string[]
  readonly selectors?: readonly string[]
  readonly match: Readonly<Record<string, string>>
}

/** Whether somebody who grew up with a language has read a text in it, as it is now beside the English one. */
export type ReviewState = 'reviewed' | 'changed' | 'unread' | 'missing'

const messagesFolder = new URL('../src/i18n/messages/', import.meta.url)
const reviewsFolder = new URL('../src/i18n/reviews/', import.meta.url)

/** The features that have messages, in the order of the alphabet. */
export function messageFeatures(): string[] {
  return readdirSync(messagesFolder).toSorted()
}

/** The messages of one feature in a language; none where it has no file. */
export function readMessages(feature: string, language: Language): Map<string, Message> {
  const file = new URL(`${feature}/${language}.json`, messagesFolder)
  if (!existsSync(file)) return new Map()
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Message>
  return new Map(Object.entries(messages).filter(([key]) => !key.startsWith('$')))
}

/** All messages of a language. */
export function allMessages(language: Language): Map<string, Message> {
  return new Map(messageFeatures().flatMap((feature) => [...readMessages(feature, language)]))
}

/** The reviews of a language by the keys of its texts: what was read, and by whom. */
export function readReviews(language: Language): Map<string, string> {
  const file = reviewsFile(language)
  if (!existsSync(file)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
}

export function writeReviews(language: Language, reviews: ReadonlyMap<string, string>): void {
  const inOrder = [...reviews].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify(Object.fromEntries(inOrder), null, 2)
  writeFileSync(reviewsFile(language), `${text}\n`)
}

/** Something that is read in a language, beside its English original. */
export interface ReviewedText {
  readonly english: unknown
  /** Undefined where the language has none. */
  readonly translation: unknown
}

/**
 * Everything that is read in a language, by its key: every message, and as a whole what has its words elsewhere: each quest,
 * each table of terms (with the helplines), the mails, and the words of notifications.
 */
export function reviewedTexts(language: Language): Map<string, ReviewedText> {
  const translations = allMessages(language)
  const texts = [...allMessages(baseLanguage)].map(([key, english]): [string, ReviewedText] => [
    key,
    { english, translation: translations.get(key) },
  ])
  const quests = readJson(`src/i18n/quests.${language}.json`) as QuestWords | undefined
  const types = readdirSync(new URL('../contract/quests/catalog/', import.meta.url))
    .map((file) => file.replace('.ts', ''))
    // An older version of a quest has the words of the newest.
    .filter((name) => !/-v\d+$/.test(name))
  const terms = readJson(`src/i18n/terms.${language}.json`) as object | undefined
  const english = readJson('src/i18n/terms.ar.json') as object
  return new Map([
    ...texts,
    [
      'quest.general',
      { english: readText('contract/quests/response.ts'), translation: quests?.general },
    ],
    ...types.map((type): [string, ReviewedText] => [
      `quest.${type}`,
      {
        english: readText(`contract/quests/catalog/${type}.ts`),
        translation: quests?.quests[type],
      },
    ]),
    // The English of a term is its key.
    ...Object.keys(english).map((table): [string, ReviewedText] => [
      `terms.${table}`,
      { english: table, translation: new Map(Object.entries(terms ?? {})).get(table) },
    ]),
    [
      'mails',
      {
        english: readText('server/words/en.ts'),
        translation: readText(`server/words/${language}.ts`),
      },
    ],
    [
      'notifications',
      { english: 'contract/push/words.ts', translation: readText('contract/push/words.ts') },
    ],
  ])
}

interface QuestWords {
  readonly general: unknown
  readonly quests: Readonly<Record<string, unknown>>
}

function readJson(path: string): unknown {
  const text = readText(path)
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

function readText(path: string): string | undefined {
  const file = new URL(`../${path}`, import.meta.url)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** What a review is of: the English original and the translation. Either one changed is not read. */
export function reviewMark(english: unknown, translation: unknown): string {
  const both = JSON.stringify([english, translation])
  return createHash('sha256').update(both).digest('hex').slice(0, 12)
}

/** The state of everything that is read in a language, by key. */
export function reviewStates(language: Language): Map<string, ReviewState> {
  const reviews = readReviews(language)
  const states = [...reviewedTexts(language)].map(([key, text]): [string, ReviewState] => {
    if (text.translation === undefined) return [key, 'missing']
    const [mark] = reviews.get(key)?.split(' ') ?? []
    if (mark === undefined) return [key, 'unread']
    return [key, mark === reviewMark(text.english, text.translation) ? 'reviewed' : 'changed']
  })
  return new Map(states)
}

function reviewsFile(language: Language): string {
  return fileURLToPath(new URL(`${language}.json`, reviewsFolder))
}
