import { describe, expect, test } from 'vitest'
import { isolated, languages, type Language } from '#contract/language.ts'
import { neutralWords } from '#contract/push/words.ts'
import { amountText, timeText, wordsIn, type MailWords } from '#server/words/words.ts'
import { readMessages } from '../../../scripts/review-states.ts'

const code = '482913'
const counts = [1, 2, 3, 11, 100]
/** A name in the letters of the language, one in those of another, and one that the reader may not know. */
const names = ['Zoë O’Neil', 'ليلى حدّاد', null]

/** Every mail of a language, with all that can stand in it. */
function mailsIn(language: Language): MailWords[] {
  const { resetCode, confirmCode, sessions, receipt, sessionsLost, calendarExpired } =
    wordsIn(language)
  const when = timeText(new Date('2026-11-22T18:30:00Z'), 'Africa/Cairo', language)
  const shown = (name: string | null) => name && isolated(name, language)
  const roles = ['client', 'provider'] as const
  const aboutSessions = names.flatMap((name) =>
    roles.flatMap((role) =>
      [when, null].flatMap((other) => {
        const facts = { name: shown(name), when, role, other, cancelTapped: other }
        return Object.values(sessions).map((mail) => mail(facts))
      }),
    ),
  )
  const money = (minor: number) => amountText(minor, 'EGP', language)
  const receipts = names.flatMap((name) =>
    counts.map((count) =>
      receipt({
        number: isolated('Z-2026-0001', language),
        sessions: count,
        minutes: count,
        seller: shown(name),
        price: money(100_000),
        vatPercent: 14,
        vat: money(14_000),
        total: money(114_000),
        payer: name === null ? 'guest' : 'self',
        sandbox: name === null,
      }),
    ),
  )
  const lost = counts.map(sessionsLost)
  const others = [resetCode(code), confirmCode(code), calendarExpired]
  return [...others, ...aboutSessions, ...receipts, ...lost]
}

describe.each(languages)('the words of the server in %s', (language) => {
  const words = wordsIn(language)
  const mails = mailsIn(language)
  const texts = mails.flatMap(({ subject, paragraphs }) => [subject, ...paragraphs])

  test('have no holes, whatever stands in them', () => {
    const all = [...texts, ...Object.values(words.push), words.discreetPush, words.calendarSession]
    expect(
      all.filter((text) => text.trim() === '' || /undefined|null|NaN|[{}]/.test(text)),
    ).toEqual([])
  })

  test('hold names and amounts that run the other way apart', () => {
    const other = language === 'ar' ? /[a-z]/i : /[\u0600-\u06FF]/
    const bare = texts.map((text) =>
      text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '').replaceAll('Zync', ''),
    )
    expect(bare.filter((text) => other.test(text))).toEqual([])
  })

  test('name nobody in a subject, and give the code in the text alone', () => {
    const subjects = mails.map(({ subject }) => subject)
    expect(subjects.filter((text) => /O’Neil|حدّاد/.test(text) || text.includes(code))).toEqual([])
    for (const mail of mails.slice(0, 2)) expect(mail.paragraphs.join(' ')).toContain(code)
  })

  test('lead from one’s own receipt to the place that the menu names', () => {
    const place = readMessages('shell', language).get('shell_nav_payments')
    const own = names.filter((name) => name !== null).length * counts.length
    const leading = texts.filter((text) => typeof place === 'string' && text.includes(place))
    expect(leading).toHaveLength(own)
  })

  test('fit on a locked screen where they are a notification', () => {
    expect(Object.values(words.push).filter((text) => text.length >= 45)).toEqual([])
  })

  test('keep the word of the settings: neutral notifications say just that sentence', () => {
    expect(words.discreetPush).toBe(neutralWords[language])
    expect(readMessages('settings', language).get('push_discreet_hint')).toContain(
      words.discreetPush,
    )
  })
})

test('French says « tu », with spaces that do not break before its marks', () => {
  const french = wordsIn('fr')
  const texts = [
    ...mailsIn('fr').flatMap(({ subject, paragraphs }) => [subject, ...paragraphs]),
    ...Object.values(french.push),
    french.discreetPush,
  ]
  expect(texts.filter((text) => /\b(?:vous|votre|vos)\b/i.test(text))).toEqual([])
  expect(texts.filter((text) => / [;?!:%»]|« |\w[;?!%»]/u.test(text))).toEqual([])
})

test('Arabic counts sessions and minutes in its own forms', () => {
  const receipts = counts.map((count) => {
    const facts = {
      number: '1',
      seller: null,
      price: '',
      vatPercent: 14,
      vat: '',
      total: '',
      payer: 'self' as const,
      sandbox: false,
    }
    return wordsIn('ar').receipt({ ...facts, sessions: count, minutes: count }).paragraphs[0]
  })
  const forms = ['جلسة واحدة', 'جلستين', '3 جلسات', '11 جلسة', '100 جلسة']
  expect(receipts.map((text, place) => text?.includes(`اشتريت ${forms[place]}`))).toEqual(
    counts.map(() => true),
  )
})

test('an amount has the marks of its language, and no space that a plain-text mail shows as a riddle', () => {
  expect(amountText(113_999, 'USD', 'en')).toBe('$1,139.99')
  expect(amountText(113_999, 'EGP', 'en')).toBe('EGP 1,139.99')
  expect(amountText(113_999, 'USD', 'fr')).toBe('1 139,99 $US')
  // The sign stays on its side of the letters.
  expect(amountText(113_999, 'USD', 'ar')).toBe('\u2068\u200f1,139.99 \u2066US$\u2069\u2069')
})

test('the first of a month is « 1er » in French, and no other day or hour is', () => {
  const said = (moment: string) => timeText(new Date(moment), 'UTC', 'fr')
  expect(said('2026-11-01T01:05:00Z')).toContain('dimanche 1er novembre 2026 à 01:05')
  expect(said('2026-11-21T01:05:00Z')).toContain('samedi 21 novembre 2026 à 01:05')
})
