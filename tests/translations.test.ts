import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { baseLanguage, languageFacts, languages } from '#contract/language.ts'
import { questTypes } from '#contract/quests/quest-types.gen.ts'
import { loadCatalogue } from '#src/i18n/choose-language.ts'
import { changeSpeech, currentSpeech, type Catalogue, type You } from '#src/i18n/chosen.ts'
import arabicManifest from '#src/i18n/manifest/ar.json' with { type: 'json' }
import * as m from '#src/i18n/paraglide/messages.js'
import arabicQuests from '#src/i18n/quests.ar.json' with { type: 'json' }
import frenchQuests from '#src/i18n/quests.fr.json' with { type: 'json' }
import arabicTerms from '#src/i18n/terms.ar.json' with { type: 'json' }
import frenchTerms from '#src/i18n/terms.fr.json' with { type: 'json' }
import {
  allMessages,
  messageFeatures,
  readMessages,
  readReviews,
  reviewMark,
  reviewStates,
  type Message,
} from '../scripts/review-states.ts'

const english = allMessages(baseLanguage)
const translations = languages
  .filter((each) => each !== baseLanguage)
  .map((language) => ({ language, messages: allMessages(language) }))

const before = currentSpeech()
afterEach(() => changeSpeech(before, {}))

describe.each(translations)('$language', ({ language, messages }) => {
  test('has the keys of English, each in the file of its feature', () => {
    for (const feature of messageFeatures()) {
      const known = new Set(readMessages(feature, baseLanguage).keys())
      const own = [...readMessages(feature, language).keys()]
      expect(own.filter((key) => !known.has(key))).toEqual([])
    }
  })

  test('counts quests, helplines, mails and notifications among what is read', () => {
    const keys = [...reviewStates(language).keys()]
    const others = keys.filter((key) => !english.has(key))
    expect(others).toEqual(expect.arrayContaining(['quest.phq9', 'terms.helplines', 'mails']))
    expect(others.filter((key) => key.startsWith('quest.')).length).toBe(questTypes.length + 1)
  })

  test('lacks a text or a review only as a draft', () => {
    const states = new Set(reviewStates(language).values())
    const draft = languageFacts[language].status === 'draft'
    expect(draft || (states.size === 1 && states.has('reviewed'))).toBe(true)
  })

  test('reviews texts that there are, each by a name', () => {
    const reviews = [...readReviews(language)]
    const known = reviewStates(language)
    expect(reviews.filter(([key]) => !known.has(key))).toEqual([])
    expect(reviews.filter(([, review]) => !/^[0-9a-f]{12} \S/.test(review))).toEqual([])
  })

  test('says in each message what the English one says, and whom it addresses besides', () => {
    const differing = [...messages].filter(([key, message]) => {
      const own = inputsOf(message)
      own.delete('you')
      const theirs = inputsOf(english.get(key) ?? '')
      return own.size !== theirs.size || [...own].some((name) => !theirs.has(name))
    })
    expect(differing.map(([key]) => key)).toEqual([])
  })

  test('has a form for everybody where a message depends on who reads', () => {
    const without = [...messages].filter(([, message]) => {
      const cases =
        typeof message === 'string' ? [] : message.flatMap((each) => Object.keys(each.match))
      return (
        cases.some((each) => each.includes('you=')) && !cases.some((each) => each.includes('you=*'))
      )
    })
    expect(without.map(([key]) => key)).toEqual([])
  })

  test('leaves the direction of what a message is given to the app', () => {
    const marked = [...messages].filter(([, message]) =>
      /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(textsOf(message).join('')),
    )
    expect(marked.map(([key]) => key)).toEqual([])
  })

  test('shows words in every case of every message, and never a key', async () => {
    changeSpeech({ language }, await loadCatalogue(language))
    expect(wordless(m as unknown as Catalogue, messages)).toEqual([])
  })
})

test('English shows words in every case of every message, and never a key', () => {
  expect(wordless(m as unknown as Catalogue, english)).toEqual([])
})

test.each(languages)('each message in %s has all plural forms of the language', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const lacking = [...allMessages(language)].filter(([, message]) =>
    pluralsOf(message).some(({ name, cases }) =>
      pluralCategories.some((form) => !cases.some((each) => each.includes(`${name}=${form}`))),
    ),
  )
  expect(lacking.map(([key]) => key)).toEqual([])
})

/** Names of things that are written so in every language, and what a keyboard or an address is made of. */
const latinInArabic =
  /\b(?:Zync|GenZync|Google|YouTube|WhatsApp|Word|PQ-16|iPhone|iPad|Mac|PDF|PNG|JPG|GIF|DOCX?|CSV|JSON|FHIR|Daylio|Bearable|USD|EGP|Page Up|Page Down|Enter|Esc)\b|https?:\/\/\S*|mailto:|\.pdf\b/g

test('Arabic is written in Arabic letters but for names, with digits from 0 to 9 and Arabic punctuation', () => {
  const strays = [...allMessages('ar')].filter(([, message]) =>
    textsOf(message).some((text) =>
      /[A-Za-z,?;\u0660-\u0669\u06F0-\u06F9]/.test(
        text.replaceAll(/\{\w+\}/g, '').replaceAll(latinInArabic, ''),
      ),
    ),
  )
  expect(strays).toEqual([])
})

/** What is said to one man: it has no other reading in a text without vowel marks. */
const toOneMan =
  /(?<![\u0621-\u0652])[وف]?(?:اضغط|ادخل|افتح|ابقَ?|أظهر|أنهِ|حاول|استعمل|استخدم|انتظر|اقفل|اختر|اكتب|احفظ|احتفظ|أوقف|أعد|انظر|اطلب|اضبط|أغلق|أكمل|ابدأ|اقرأ|أضف|احذف|اسأل|اترك|تأكد|تحقق|سجّ?ل الدخول|تريده?|لتكمل)(?![\u0621-\u0652])/

/**
 * What one man does, in verbs that no woman, thing or plural is the subject of in the catalogues; the passive has its
 * vowel mark (تُكتب), a woman's form another ending.
 */
const ofOneMan =
  /(?<![\u0621-\u0652])(?:كنت ت[\u0621-\u0652]+|(?:عندما|حين) تبدأ|[وفل]?ت(?:حصل|كتبه?ا?|ختاره?|ستطيع|قدر|رغب|جده?|نشئه?|\u064F?زلها?|رسله?|حذفه?|حفظه?|شاركه?|ضيف|عرفه?|فعله?|شعر|ضغط|قرر|دخله?|شاهده?))(?![\u0621-\u0652])/

/** Files of code whose Arabic is read outside the catalogues: mails, notifications, calendar files. */
const arabicInCode = [
  'server/words/ar.ts',
  'contract/push/words.ts',
  'contract/push/reminders.ts',
  'contract/booking/ics.ts',
]

test('Arabic speaks to nobody as to a man but where it knows that one reads', () => {
  const said = [...allMessages('ar')].flatMap(([key, message]) =>
    typeof message === 'string'
      ? [{ key, text: message }]
      : message.flatMap(({ match }) =>
          Object.entries(match)
            .filter(([each]) => !each.includes('you=male'))
            .map(([, text]) => ({ key, text })),
        ),
  )
  const elsewhere = Object.entries({
    terms: stringsIn(arabicTerms),
    quests: stringsIn(arabicQuests),
    manifest: stringsIn(arabicManifest),
    ...Object.fromEntries(
      arabicInCode.map((file) => [file, readFileSync(file, 'utf8').split('\n')]),
    ),
  }).flatMap(([key, texts]) => texts.map((text) => ({ key, text })))
  const toMen = [...said, ...elsewhere].filter(({ text }) =>
    [toOneMan, ofOneMan].some((each) => each.test(text)),
  )
  expect(toMen).toEqual([])
})

/** Where « vous » is two people. */
const frenchOfTwo = new Set([
  'calendar_room_none_text',
  'chat_choose_text',
  'chat_delete_text',
  'chat_list_none_client',
  'chat_list_none_provider',
  'chat_messages_begin',
  'connections_end_text',
  'connections_next',
  'connections_next_pending',
  'reports_block_text',
  'sharing_ended_text',
  'sharing_messages_text',
  'sharing_preview_chat',
  'sharing_preview_chat_text',
  'sync_block_detail',
  'sync_message_delete_detail',
])

test('French says tu to everybody', () => {
  const said = [...allMessages('fr')].filter(
    ([key, message]) =>
      !frenchOfTwo.has(key) &&
      /(?<!rendez-)\b(?:vous|votre|vos|veuillez)\b/i.test(textsOf(message).join(' ')),
  )
  expect(said.map(([key]) => key)).toEqual([])
})

test('French has no common space where a line may not end: before its marks and within « »', () => {
  const said = [...allMessages('fr')].map(([key, message]) => ({ key, texts: textsOf(message) }))
  const terms = { key: 'terms', texts: stringsIn(frenchTerms) }
  const quests = { key: 'quests', texts: stringsIn(frenchQuests) }
  const breaking = [...said, terms, quests].flatMap(({ key, texts }) =>
    texts.filter((text) => / [;?!:%»]|« /.test(text)).map((text) => ({ key, text })),
  )
  expect(breaking).toEqual([])
})

/** A name or a title may begin with a vowel, and a message cannot write « d’ » for it. */
const beforeName =
  /(?<!\p{L})(?:de|que|jusque|lorsque|puisque|le|la|ne|je|me|te|se) \{(?:name|who|title|zone)\}/iu

test('French has no word before a name that loses its vowel there', () => {
  const said = [...allMessages('fr')].filter(([, message]) =>
    textsOf(message).some((text) => beforeName.test(text)),
  )
  expect(said.map(([key]) => key)).toEqual([])
})

test('a review is of the English words and of the translated ones: either one changed is unread', () => {
  const read = reviewMark('Log in', 'دخول')
  expect(reviewMark('Log in', 'دخول')).toBe(read)
  expect(reviewMark('Log in', 'الدخول')).not.toBe(read)
  expect(reviewMark('Log in now', 'دخول')).not.toBe(read)
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

function textsOf(message: Message): string[] {
  return typeof message === 'string'
    ? [message]
    : message.flatMap(({ match }) => Object.values(match))
}

/** The plurals of a message, `countPlural` of `local countPlural = count: plural`, and the cases that there are. */
function pluralsOf(message: Message): { name: string; cases: string[] }[] {
  return (typeof message === 'string' ? [] : message).flatMap(({ declarations = [], match }) =>
    declarations.flatMap((each) => {
      const name = /^local (\w+) = \w+: plural$/.exec(each)?.[1]
      return name ? [{ name, cases: Object.keys(match) }] : []
    }),
  )
}

function inputsOf(message: Message): Set<string> {
  const shown = textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)])
  return new Set(shown.map(([, name = '']) => name))
}

/** The messages that show nothing, their key or a hole, with what they were given. */
function wordless(said: Catalogue, messages: ReadonlyMap<string, Message>): unknown[] {
  return [...messages].flatMap(([key, message]) =>
    casesOf(message).flatMap((inputs) =>
      readersOf(message).flatMap((you) => {
        if (you !== currentSpeech().you) changeSpeech({ you })
        const text = said[key]?.(inputs) ?? ''
        const words = text.trim() !== '' && text !== key && !/undefined|[{}]/.test(text)
        return words ? [] : [{ key, inputs, you, text }]
      }),
    ),
  )
}

/** Whom a message tells apart. */
function readersOf(message: Message): readonly You[] {
  return typeof message !== 'string' && JSON.stringify(message).includes('input you')
    ? ['female', 'male', 'other']
    : ['other']
}

/** Inputs for every case of a message: each that it names, and for what it counts one of every plural of any language. */
function casesOf(message: Message): Record<string, unknown>[] {
  const choices = new Map<string, unknown[]>([...inputsOf(message)].map((name) => [name, ['x']]))
  for (const { declarations = [], match } of typeof message === 'string' ? [] : message) {
    for (const selected of Object.keys(match).flatMap((each) => each.split(/,\s*/))) {
      const [name = '', value] = selected.split('=')
      const counted = declarations
        .map((each) => /^local (\w+) = (\w+): plural/.exec(each))
        .find((found) => found?.[1] === name)?.[2]
      if (counted) choices.set(counted, [0, 1, 2, 3, 11, 100, 1.5])
      else if (value !== '*') choices.set(name, [...(choices.get(name) ?? []), value])
    }
  }
  choices.delete('you')
  return [...choices].reduce<Record<string, unknown>[]>(
    (cases, [name, values]) =>
      cases.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
}
