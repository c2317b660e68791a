import { describe, expect, test } from 'vitest'
import { questTypes } from '#contract/quests/quest-types.gen.ts'
import { snapshotText } from '#contract/quests/response.ts'
import { harmfulWords, heldBy, knownPhrases, namesOfDisorders } from './banned-words.ts'
import { quests } from './known-quests.ts'
import { readingGrade, sentencesOf, wordsOf } from './reading-level.ts'
import { askedSentences, optionTexts, shownTexts } from './shown-texts.ts'

const cases = quests.map((quest) => ({ title: quest.title, quest }))
/** 'sad' is a code and a word that teens know. */
const codes = questTypes.filter((type) => type !== 'sad')
/** How instruments are called by those who use them. */
const names = [
  'phq',
  'pmq',
  'igd',
  'pq-16',
  'asrs',
  'bis-11',
  'y-bocs',
  'scid',
  'ede',
  'ham-a',
  'mini',
]

function offences(words: readonly string[]): string[] {
  return quests.flatMap((quest) =>
    shownTexts(quest).flatMap(({ where, text }) =>
      heldBy(text, words).map((word) => `${where}: ${word} in "${text}"`),
    ),
  )
}

describe('no text on a screen', () => {
  test('names a disorder or sounds like a clinic', () => {
    expect(offences(namesOfDisorders)).toEqual([])
  })

  test('shows a type code or the name of an instrument', () => {
    expect(offences([...codes, ...names])).toEqual([])
  })

  test('asks in the known phrases of an instrument', () => {
    const asked = quests.flatMap((quest) => [...askedSentences(quest), ...optionTexts(quest)])
    const known = asked.flatMap((text) =>
      heldBy(text, knownPhrases).map((one) => `${one}: ${text}`),
    )
    expect(known).toEqual([])
  })

  test('teaches a method, names a measure or scares', () => {
    expect(offences(harmfulWords.map((word) => `${word} `))).toEqual([])
  })

  test('would pass if it did', () => {
    expect(heldBy('You are depressed.', namesOfDisorders)).toEqual(['depress'])
    expect(heldBy('Your PHQ9 result', codes)).toEqual(['phq9'])
    expect(heldBy('Out of the racing-car', knownPhrases)).toEqual(['racing'])
    expect(heldBy('A goal weight', harmfulWords)).toEqual(['goal weight'])
    expect(heldBy('Embrace it, in time', ['racing', 'mini'])).toEqual([])
  })
})

describe.each(cases)('$title', ({ quest }) => {
  const asked = askedSentences(quest)

  test('asks in single sentences that end', () => {
    for (const sentence of asked) {
      expect([sentence, sentencesOf(sentence).length]).toEqual([sentence, 1])
      expect(sentence).toMatch(/^[A-Z].*[.?]$/)
    }
  })

  test('asks every question once', () => {
    const pairs = quest.questions.filter(({ type }) => type === 'PAIR').length
    expect(asked).toHaveLength(pairs > 0 ? 3 * pairs : quest.count)
  })

  test('is easy to read at 13: school year 7 at most on average, 20 words a sentence', () => {
    const grades = asked.map(readingGrade)
    expect(grades.reduce((sum, grade) => sum + grade, 0) / grades.length).toBeLessThan(6)
    expect(Math.max(...grades)).toBeLessThan(9)
    const prose = shownTexts(quest).filter(({ text }) => /[.?!]$/.test(text))
    expect(readingGrade(prose.map(({ text }) => text).join(' '))).toBeLessThan(7)
    const long = prose
      .flatMap(({ text }) => sentencesOf(text))
      .filter((one) => wordsOf(one).length > 20)
    expect(long).toEqual([])
  })

  test('gives each option a short name that is its own, and an emoji', () => {
    for (const { id, options, scaleLabels, type } of quest.questions) {
      const names = options.map(({ text }) => text)
      expect([id, new Set(names).size]).toEqual([id, names.length])
      expect([id, new Set(scaleLabels.map(({ label }) => label)).size]).toEqual([id, names.length])
      const lengthMax = type === 'PAIR' ? 70 : 27
      expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(lengthMax)
    }
    expect(optionTexts(quest).every((text) => text === text.trim())).toBe(true)
  })

  test('says which time it is about, and what it is not', () => {
    expect(quest.timeFrame).toMatch(/[.?]$/)
    expect(quest.notice).toMatch(/medical test|test of how your mind works/)
    expect(quest.sensitive).toBe(quest.contentNote !== undefined)
  })

  test('words its results with care and leaves nobody without a next step', () => {
    for (const { label, text } of quest.bands) {
      expect(label.length).toBeLessThan(32)
      expect(text).not.toMatch(/\byou (?:have|suffer|are) (?:a|an|from) /i)
    }
    const urgent = quest.bands.filter(({ tone }) => tone === 'urgent')
    for (const { text } of urgent) expect(text).toMatch(/trusted adult|adult you trust/)
    const lowest = quest.bands.find(({ tone }) => tone === 'calm')
    expect(lowest?.destination).toBeNull()
  })

  test('says a word of warning before a question on harming oneself', () => {
    const grave = quest.questions.filter(({ text }) => /hurt(?:ing)? myself/.test(text))
    for (const { contentNote } of grave) expect(contentNote).toBeDefined()
    expect(grave.length > 0).toBe(quest.risks.some(({ action }) => action === 'crisis_now'))
  })
})

test('every result says that it is no diagnosis', () => {
  expect(snapshotText).toContain('a snapshot, not a diagnosis')
})
