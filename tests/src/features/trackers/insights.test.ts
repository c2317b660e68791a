import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import type { DayEntry } from '#src/features/trackers/entries-resource.ts'
import { pairsOf } from '#src/features/trackers/insights/question.ts'

describe('the days of a question', () => {
  const entries = [
    entry('Sleep', '2026-10-30', '8 - 10'),
    entry('Sleep', '2026-10-31', '7 - 8', 'waiting'),
    entry('Sleep', '2026-11-02', '1 - 4'),
    entry('Sleep', '2026-11-03', '5 - 6', 'refused'),
    entry('Mood', '2026-10-30', 'sad'),
    entry('Mood', '2026-10-31', 'happy'),
    entry('Mood', '2026-11-01', 'normal'),
    entry('Mood', '2026-11-03', 'very sad'),
    entry('Diet', '2026-11-02', 'well'),
  ]

  test('are those with both answers; what waits counts, and what was refused does not', () => {
    const question = { first: 'Sleep', second: 'Mood', when: 'same_day' } as const
    expect(pairsOf(entries, question)).toEqual([
      [4, 2],
      [3, 4],
    ])
  })

  test('have the second tracker’s next day beside them, over a month’s end and never over a gap', () => {
    const question = { first: 'Sleep', second: 'Mood', when: 'next_day' } as const
    expect(pairsOf(entries, question)).toEqual([
      [4, 4],
      [3, 3],
      [1, 1],
    ])
    expect(pairsOf(entries, { ...question, first: 'Mood', second: 'Sleep' })).toEqual([
      [2, 3],
      [3, 1],
    ])
  })

  test('are in their order, however they come', () => {
    const question = { first: 'Sleep', second: 'Mood', when: 'next_day' } as const
    expect(pairsOf(entries.toReversed(), question)).toEqual(pairsOf(entries, question))
    expect(pairsOf([], question)).toEqual([])
  })
})

/** Words by which one thing would be the reason of another, in each language. */
const causes: Readonly<Record<string, RegExp>> = {
  en: /\b(because|caus\w*|due to|leads? to|makes?|thanks to|results?|reasons?|effects?|affects?|influenc\w*|improv\w*|helps?|so that|therefore)\b/i,
  fr: /\b(parce que|car|caus\w*|à cause|grâce à|en raison|raisons?|dû|due|provoqu\w*|entraîn\w*|rend\w*|influ\w*|effets?|améliore\w*|aide\w*|donc)\b/i,
  ar: /بسبب|سبب|لأن|يؤدي|تؤدي|نتيجة|بفضل|يؤثر|تؤثر|تأثير|يجعل|يحسّن|لذلك/,
}

test.each(languages)('no text in %s says that one is the reason of the other', (id) => {
  const path = new URL(`../../../../src/i18n/messages/insights/${id}.json`, import.meta.url)
  const texts = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => causes[id]?.test(JSON.stringify(text)) ?? true)).toEqual([])
})

function entry(
  trackerType: TrackerType,
  day: string,
  answer: string,
  state: DayEntry['state'] = 'sent',
): DayEntry {
  const score = trackerScore(trackerType, answer)
  if (!score) throw new Error(`No answer ${answer}`)
  return { trackerType, day: day as LocalDate, answer, score, state }
}
