import { describe, expect, test } from 'vitest'
import type { Specialty } from '#contract/reference/specialties.ts'
import {
  startsWanted,
  warmStarts,
  type Warming,
} from '#src/features/providers/prefetch/warm-starts.ts'

const hourMs = 3_600_000
const grid = ['Life Coach', 'Psychotherapist', 'Yoga Therapist', 'Psychiatrist'] as const
const nothing = { whole: new Map<string, number>(), starts: new Map<string, number>() }
const counts = { 'Life Coach': 3, Psychotherapist: 5_000, 'Yoga Therapist': 40 }

describe('the first cards that are fetched behind the grid', () => {
  test('are those of every specialty that has somebody, in the order of the grid', () => {
    const wanted = startsWanted(grid, { counts, kept: nothing, nowMs: hourMs })
    expect(wanted).toEqual(['Life Coach', 'Psychotherapist', 'Yoga Therapist'])
  })

  test('are none of a list that is here as a whole, however old it is', () => {
    const kept = { ...nothing, whole: new Map([['Psychotherapist', 0]]) }
    const wanted = startsWanted(grid, { counts, kept, nowMs: 100 * hourMs })
    expect(wanted).toEqual(['Life Coach', 'Yoga Therapist'])
  })

  test('are fetched again after an hour, and where the clock was set back by more', () => {
    const kept = { ...nothing, starts: new Map([['Psychotherapist', 5 * hourMs]]) }
    const wantedAt = (nowMs: number) => startsWanted(grid, { counts, kept, nowMs })
    expect(wantedAt(6 * hourMs - 1)).not.toContain('Psychotherapist')
    expect(wantedAt(6 * hourMs)).toContain('Psychotherapist')
    expect(wantedAt(0)).toContain('Psychotherapist')
  })
})

/** Warms what is told, and notes in which order. */
function warming(given: Partial<Warming> = {}) {
  const done: string[] = []
  const run = () =>
    warmStarts({
      wanted: ['Life Coach', 'Psychotherapist', 'Yoga Therapist'],
      inView: () => false,
      quiet: async () => void done.push('quiet'),
      mayWarm: () => true,
      warm: async (specialty) => void done.push(specialty),
      ...given,
    })
  return { done, run }
}

describe('warming', () => {
  test('waits for quiet before each, and takes one at a time', async () => {
    const { done, run } = warming()
    await run()
    expect(done).toEqual([
      'quiet',
      'Life Coach',
      'quiet',
      'Psychotherapist',
      'quiet',
      'Yoga Therapist',
    ])
  })

  test('takes first what is in view at that moment', async () => {
    const seen: Specialty[] = []
    const { run } = warming({
      inView: (specialty) => specialty === (seen.length < 1 ? 'Yoga Therapist' : 'Psychotherapist'),
      warm: async (specialty) => void seen.push(specialty),
    })
    await run()
    expect(seen).toEqual(['Yoga Therapist', 'Psychotherapist', 'Life Coach'])
  })

  test('stops without a network, in the background, and where data are saved', async () => {
    const { done, run } = warming({ mayWarm: () => done.length < 3 })
    await run()
    expect(done).toEqual(['quiet', 'Life Coach', 'quiet'])
  })

  test('stops when the grid is left', async () => {
    const left = () => Promise.reject(new Error('left'))
    const { done, run } = warming({ quiet: left })
    await expect(run()).rejects.toThrow('left')
    expect(done).toEqual([])
  })

  test('leaves a server in trouble alone', async () => {
    const asked: string[] = []
    const { run } = warming({
      warm: (specialty) => {
        asked.push(specialty)
        return Promise.reject(new Error('away'))
      },
    })
    await expect(run()).rejects.toThrow('away')
    expect(asked).toEqual(['Life Coach'])
  })
})
