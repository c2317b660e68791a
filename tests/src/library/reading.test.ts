import { describe, expect, test } from 'vitest'
import { categoryFilters } from '#contract/library/model.ts'
import { attemptOf, payloadOf } from '#src/features/library/data/attempt.ts'
import { searchOnDevice } from '#src/features/library/data/library-calls.ts'
import { categoryOfTab, categoryTabId } from '#src/features/library/list/category-tab.ts'
import { isMidway, positionOf, scrollTo } from '#src/features/library/reader/reader.tsx'
import { speechParts } from '#src/features/library/reader/use-voice.ts'
import { embedRefused } from '#src/features/library/video/video-card.tsx'
import { article } from './articles.ts'

describe('what a voice reads', () => {
  test('comes in sentences, without what cannot be said', () => {
    expect(speechParts('Sleep well.\n\nReally? Yes!\n---\n')).toEqual([
      'Sleep well.',
      'Really?',
      'Yes!',
    ])
  })

  test('has no piece that is too long, and loses no word', () => {
    const long = 'breathe '.repeat(200).trim()
    const parts = speechParts(long)
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(220)
    expect(parts.join(' ')).toBe(long)
    expect(speechParts('a'.repeat(500)).join('')).toBe('a'.repeat(500))
  })
})

describe('the position in a text', () => {
  const box = { top: 200, height: 4_000, windowHeight: 800 }

  test('is how much has passed the window', () => {
    expect(positionOf(box)).toBeCloseTo(0.15)
    expect(positionOf({ ...box, top: -9_000 })).toBe(1)
    expect(positionOf({ ...box, height: 0 })).toBe(0)
  })

  test('is found again by scrolling there', () => {
    const scrolled = { ...box, top: box.top - scrollTo(box, 0.6) }
    expect(positionOf(scrolled)).toBeCloseTo(0.6)
  })

  test('is worth coming back to in the middle alone', () => {
    expect([0, 0.6, 1].map((position) => isMidway(position, box))).toEqual([false, true, false])
  })
})

describe('search on the device', () => {
  const inText = article({ content: 'A **calm** mind sleeps.' })
  const inTitle = article({ title: 'Calm evenings' })
  const neither = article({ title: 'Breakfast', content: 'Oats.' })

  test('finds what the server would, the title before the text', () => {
    const { hits } = searchOnDevice([inText, neither, inTitle], 'CALM')
    expect(hits.map((hit) => hit.article)).toEqual([inTitle, inText])
    expect(hits[1]?.match.filter(({ hit }) => hit)).toEqual([{ text: 'calm', hit: true }])
  })

  test('finds the author, and the newest first of equals', () => {
    const { hits } = searchOnDevice([inText, inTitle, neither], 'sofia mar')
    expect(hits.map((hit) => hit.article)).toEqual([neither, inTitle, inText])
  })

  test('finds nothing for nothing', () => {
    expect(searchOnDevice([inText], ' ')).toEqual({ hits: [], count: 0 })
    expect(searchOnDevice([inText], 'calm oats')).toEqual({ hits: [], count: 0 })
  })

  test('reads an article anew once it has changed', () => {
    searchOnDevice([inText], 'calm')
    const changed = { ...inText, content: 'Busy.', seq: inText.seq + 100 }
    expect(searchOnDevice([changed], 'calm').count).toBe(0)
    expect(searchOnDevice([changed], 'busy').count).toBe(1)
  })

  test('counts all that it finds, and gives as many of them as are asked for', () => {
    const many = Array.from({ length: 25 }, () => article({ title: 'Calm evenings' }))
    const first = searchOnDevice(many, 'calm')
    expect([first.hits.length, first.count]).toEqual([20, 25])
    const { hits } = searchOnDevice(many, 'calm', 40)
    expect(hits.map((hit) => hit.article)).toEqual(many.toReversed())
  })
})

test('every category has a tab of its own, and a wrong one opens All', () => {
  expect(categoryFilters.map((category) => categoryOfTab(categoryTabId(category)))).toEqual([
    ...categoryFilters,
  ])
  expect([categoryOfTab('luck'), categoryOfTab(undefined)]).toEqual(['All', 'All'])
})

test.each([
  ['{"event":"onError","info":150}', true],
  ['{"event":"onError","info":101,"id":1}', true],
  ['{"event":"onError","info":5}', false],
  ['{"event":"onReady"}', false],
  ['no json', false],
  [{ event: 'onError', info: 150 }, false],
])('the player’s message %j refuses to be embedded: %s', (data, refused) => {
  expect(embedRefused(data)).toBe(refused)
})

test('the same thing tried again has the same id, and anything else a new one', () => {
  let made = 0
  const newId = () => `id-${(made += 1)}`
  const first = attemptOf(undefined, 'a', newId)
  expect(attemptOf(first, 'a', newId)).toBe(first)
  expect(attemptOf(first, 'b', newId).opId).toBe('id-2')
})

test('the same words with the same file are the same thing, whenever the file was chosen', async () => {
  const words = { title: 'A walk' }
  const file = (content: string, lastModified: number) =>
    new File([content], 'walk.png', { lastModified })
  const first = await payloadOf(words, file('one', 1))
  expect(await payloadOf(words, file('one', 2))).toBe(first)
  expect(await payloadOf(words, file('two', 1))).not.toBe(first)
  expect(await payloadOf(words)).not.toBe(first)
  expect(await payloadOf({ title: 'A run' }, file('one', 1))).not.toBe(first)
})
