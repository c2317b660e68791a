import { catalogues } from 'virtual:catalogues'
import { afterEach, describe, expect, test } from 'vitest'
import { trackerCatalog, trackerTypes } from '#contract/trackers/catalog.ts'
import { copyText, describeOp } from '#src/features/sync/describe-op.ts'
import { changeSpeech } from '#src/i18n/chosen.ts'

afterEach(() => changeSpeech({ language: 'en' }, {}))

const mood = {
  kind: 'trackers.record',
  payload: { trackerType: 'Mood', answer: 'sad', date: '2026-03-05' },
}

describe('the text of an unsent item', () => {
  test('says what it is and for which day', () => {
    expect(describeOp(mood)).toEqual({
      title: 'Mood: Sad',
      detail: 'Check-in for March 5, 2026',
    })
  })

  test.each(['fr', 'ar'] as const)('says each answer in the words of %s', async (language) => {
    const catalogue = await catalogues[language]?.()
    changeSpeech({ language }, catalogue?.messages)
    for (const trackerType of trackerTypes) {
      const { answers, promptAnswers = [] } = trackerCatalog[trackerType]
      for (const answer of [...answers, ...promptAnswers]) {
        const payload = { trackerType, answer, date: '2026-03-05' }
        const { title } = describeOp({ kind: 'trackers.record', payload })
        expect(title).not.toContain(answer)
      }
    }
  })

  test('is copied as the same text', () => {
    expect(copyText(mood)).toBe('Mood: Sad\nCheck-in for March 5, 2026')
  })

  test('says of a block and a report what they do, in the words that were written', () => {
    const id = '01985a3c-0000-7a10-8c00-00000000000b'
    const report = { target: { kind: 'person', id }, reason: 'other', note: 'He shouted.' }
    expect(describeOp({ kind: 'safety.block', payload: { userId: id } })).toEqual({
      title: 'Block someone',
      detail: 'You won’t be able to find or message each other anymore.',
    })
    expect(describeOp({ kind: 'safety.report', payload: report }).detail).toBe('He shouted.')
  })

  test('counts the answers of an import', () => {
    const importId = '01985a3c-0000-7a10-8c00-00000000000b'
    const answers = ['2026-03-05', '2026-03-06'].map((date) => {
      return { trackerType: 'Mood', answer: 'sad', date }
    })
    const detail = (count: number) => {
      const payload = { importId, source: 'daylio', entries: answers.slice(0, count) }
      return describeOp({ kind: 'trackers.import', payload }).detail
    }
    expect(detail(1)).toBe('1 answer, March 5, 2026 to March 5, 2026')
    expect(detail(2)).toBe('2 answers, March 5, 2026 to March 6, 2026')
  })

  test('of another build says so, and copying gives out what is stored', () => {
    const foreign = { kind: 'future.kind', payload: { note: 'mine' } }
    expect(describeOp(foreign).title).toBe('An item we can’t show here')
    expect(copyText(foreign)).toBe('{"note":"mine"}')
  })
})
