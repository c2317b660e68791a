import { describe, expect, test } from 'vitest'
import type { Specialty } from '#contract/reference/specialties.ts'
import {
  firstPagesWanted,
  prefetchFirstPages,
  type Prefetch,
} from '#src/features/providers/directory/prefetch-first-pages.ts'

const hourMs = 3_600_000
const grid = ['Life Coach', 'Psychotherapist', 'Yoga Therapist', 'Psychiatrist'] as const
const nothing = { whole: new Map<string, number>(), firstPages: new Map<string, number>() }
const counts = { 'Life Coach': 3, Psychotherapist: 5_000, 'Yoga Therapist': 40 }

describe('the first cards that are fetched behind the grid', () => {
  test('are those of every specialty that has somebody, in the order of the grid', () => {
    const wanted = firstPagesWanted(grid, { counts, stored: nothing, nowMs: hourMs })
    expect(wanted).toEqual(['Life Coach', 'Psychotherapist', 'Yoga Therapist'])
  })

  test('are none of a list that is here as a whole, however old it is', () => {
    const stored = { ...nothing, whole: new Map([['Psychotherapist', 0]]) }
    const wanted = firstPagesWanted(grid, { counts, stored, nowMs: 100 * hourMs })
    expect(wanted).toEqual(['Life Coach', 'Yoga Therapist'])
  })

  test('are fetched again after an hour, and where the clock was set back by more', () => {
    const stored = { ...nothing, firstPages: new Map([['Psychotherapist', 5 * hourMs]]) }
    const wantedAt = (nowMs: number) => firstPagesWanted(grid, { counts, stored, nowMs })
    expect(wantedAt(6 * hourMs - 1)).not.toContain('Psychotherapist')
    expect(wantedAt(6 * hourMs)).toContain('Psychotherapist')
    expect(wantedAt(0)).toContain('Psychotherapist')
  })
})

/** Prefetches what is wanted, and notes in which order. */
function prefetching(given: Partial<Prefetch> = {}) {
  const done: string[] = []
  const run = () =>
    prefetchFirstPages({
      wanted: ['Life Coach', 'Psychotherapist', 'Yoga Therapist'],
      inView: () => false,
      quiet: async () => void done.push('quiet'),
      mayFetch: () => true,
      fetch: async (specialty) => void done.push(specialty),
      ...given,
    })
  return { done, run }
}

describe('prefetching', () => {
  test('waits for quiet before each, and takes one at a time', async () => {
    const { done, run } = prefetching()
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
    const { run } = prefetching({
      inView: (specialty) => specialty === (seen.length < 1 ? 'Yoga Therapist' : 'Psychotherapist'),
      fetch: async (specialty) => void seen.push(specialty),
    })
    await run()
    expect(seen).toEqual(['Yoga Therapist', 'Psychotherapist', 'Life Coach'])
  })

  test('stops without a network, in the background, and where data are saved', async () => {
    const { done, run } = prefetching({ mayFetch: () => done.length < 3 })
    await run()
    expect(done).toEqual(['quiet', 'Life Coach', 'quiet'])
  })

  test('stops when the grid is left', async () => {
    const left = () => Promise.reject(new Error('left'))
    const { done, run } = prefetching({ quiet: left })
    await expect(run()).rejects.toThrow('left')
    expect(done).toEqual([])
  })

  test('leaves a server in trouble alone', async () => {
    const asked: string[] = []
    const { run } = prefetching({
      fetch: (specialty) => {
        asked.push(specialty)
        return Promise.reject(new Error('away'))
      },
    })
    await expect(run()).rejects.toThrow('away')
    expect(asked).toEqual(['Life Coach'])
  })
})
