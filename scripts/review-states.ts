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

/** Whether somebody who grew up with a language has read a message in it, as it is now beside the English one. */
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

/** The reviews of a language by the keys of its messages: what was read, and by whom. */
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

/** What a review is of: the English message and the translation. Either one changed is not read. */
export function reviewMark(english: Message, translation: Message): string {
  const both = JSON.stringify([english, translation])
  return createHash('sha256').update(both).digest('hex').slice(0, 12)
}

/** The state of every message of a language, by key. */
export function reviewStates(language: Language): Map<string, ReviewState> {
  const translations = allMessages(language)
  const reviews = readReviews(language)
  const states = [...allMessages(baseLanguage)].map(([key, english]): [string, ReviewState] => {
    const translation = translations.get(key)
    if (translation === undefined) return [key, 'missing']
    const [mark] = reviews.get(key)?.split(' ') ?? []
    if (mark === undefined) return [key, 'unread']
    return [key, mark === reviewMark(english, translation) ? 'reviewed' : 'changed']
  })
  return new Map(states)
}

function reviewsFile(language: Language): string {
  return fileURLToPath(new URL(`${language}.json`, reviewsFolder))
}
