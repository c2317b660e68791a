import { expect, test } from 'vitest'
import { heardBy, noteHeard } from '#src/features/providers/heard-lists.ts'
import { card } from './cards.ts'

const start = { specialty: 'Psychotherapist', whole: false, asOfMs: 1_000 }

test('what the server has told is shown to whom it was told, before it is on the disk', () => {
  const sofia = card()
  noteHeard('lina', { ...start, cards: [sofia] })
  noteHeard('lina', { ...start, specialty: 'Life Coach', cards: [], whole: true })
  expect(heardBy('lina', 'Psychotherapist')).toMatchObject({
    providers: [sofia],
    asOfMs: undefined,
    startAsOfMs: 1_000,
  })
  expect(heardBy('lina', 'Life Coach')).toMatchObject({ asOfMs: 1_000, startAsOfMs: undefined })
  expect(heardBy('mona', 'Psychotherapist')).toBeUndefined()
})

test('it goes when somebody else is told something', () => {
  noteHeard('lina', { ...start, cards: [card()] })
  noteHeard('mona', { ...start, specialty: 'Life Coach', cards: [] })
  expect(heardBy('lina', 'Psychotherapist')).toBeUndefined()
  expect(heardBy('mona', 'Psychotherapist')).toBeUndefined()
})
