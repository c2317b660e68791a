import { describe, expect, test } from 'vitest'
import {
  chanceOf,
  rankCorrelation,
  relate,
  type Pair,
} from '#src/features/trackers/insights/relate.ts'

describe('the rank correlation', () => {
  test.each<[string, Pair[], number]>([
    ['of ranks without ties', pairs([4, 3, 2, 1], [1, 2, 3, 4]), -1],
    ['of ties on both sides, by hand', pairs([1, 2, 2, 3], [1, 1, 2, 4]), 3.75 / 4.5],
    ['of six days, by hand', pairs([4, 4, 3, 2, 1, 1], [3, 4, 4, 2, 2, 1]), 13.5 / 16.5],
    ['of what is even on both sides', pairs([1, 1, 2, 2], [1, 2, 1, 2]), 0],
    ['of what never changes', pairs([3, 3, 3], [1, 2, 4]), 0],
    ['of nothing', [], 0],
  ])('%s', (_, given, expected) => {
    expect(rankCorrelation(given)).toBeCloseTo(expected, 12)
  })

  test('is the same from either side', () => {
    const given = pairs([1, 2, 2, 4, 3, 1], [2, 1, 3, 4, 4, 1])
    expect(rankCorrelation(given)).toBe(rankCorrelation(given.map(([a, b]) => [b, a])))
  })
})

describe('the chance', () => {
  test('is the share of turns that are as strong, by hand', () => {
    expect(chanceOf(pairs([1, 2, 3, 4], [1, 2, 3, 4]))).toBe(1 / 4)
    // Turned by two it is the same, and by one or three as strong the other way round.
    expect(chanceOf(pairs([1, 2, 1, 2], [1, 2, 1, 2]))).toBe(1)
    expect(chanceOf(pairs([1, 2, 3, 4], [2, 2, 2, 2]))).toBe(1)
  })
})

describe('an answer', () => {
  const unlike = Array.from({ length: 30 }, (_, day) => (day * day) % 29 < 13)

  test('needs 30 days, and 8 on each side of the first tracker', () => {
    const given = unlike.map((good): Pair => (good ? [4, 4] : [2, 2]))
    expect(relate([])).toEqual({ kind: 'not_enough', daysMissing: 30 })
    expect(relate(given.slice(1))).toEqual({ kind: 'not_enough', daysMissing: 1 })
    expect(relate(given).kind).toBe('together')
    const seldom = given.map((_, day): Pair => (day % 6 === 0 ? [1, 1] : [3, 3]))
    expect(relate(seldom)).toEqual({ kind: 'not_enough', daysMissing: 3 })
    expect(relate(given.map(() => [3, 3]))).toEqual({ kind: 'not_enough', daysMissing: 8 })
  })

  test('says the direction, and counts the days of both halves', () => {
    const better = unlike.filter(Boolean).length
    const sides = {
      better: { days: better, secondBetter: better },
      lesser: { days: 30 - better, secondBetter: 0 },
    }
    expect(relate(unlike.map((good) => (good ? [4, 3] : [3, 1])))).toEqual({
      kind: 'together',
      direction: 'same',
      betterFrom: [4, 3],
      ...sides,
    })
    expect(relate(unlike.map((good) => (good ? [2, 1] : [1, 4])))).toMatchObject({
      direction: 'opposite',
      betterFrom: [2, 3],
      better: { days: better, secondBetter: 0 },
      lesser: { days: 30 - better, secondBetter: 30 - better },
    })
  })

  test('is that there is no connection where the second never changes', () => {
    expect(relate(unlike.map((good) => [good ? 4 : 1, 3]))).toEqual({ kind: 'none' })
  })
})

/** Simulated people; the numbers come out the same each time. */
const people = 6_000

describe.each([
  ['the same day', 0],
  ['the next day', 1],
])('about %s', (_, lag) => {
  test.each([
    ['45 days that are independent', { days: 45, inertia: 0 }],
    ['45 days with inertia', { days: 45, inertia: 0.6 }],
    ['90 days with inertia', { days: 90, inertia: 0.6 }],
    ['150 days with inertia, two in five without an answer', { inertia: 0.6, answered: 0.6 }],
  ])(
    'after %s, few people without any connection are shown one: 5.5 in a hundred',
    (name, life) => {
      const { share, asked } = shareTogether({ lag, slope: 0, ...life }, seedOf(name) + lag)
      expect(asked).toBeGreaterThan(people * 0.9)
      expect(share).toBeLessThanOrEqual(0.055)
    },
  )

  test('an effect of one standard deviation is found in 80 of a hundred after 45 days', () => {
    const { share } = shareTogether({ days: 45, lag, slope: slopeOfOne }, 5 + lag)
    expect(share).toBeGreaterThanOrEqual(0.8)
  })
})

test('what is planted is one standard deviation between the days of the better and of the lesser half', () => {
  const random = randomFrom(3)
  const halves: [number[], number[]] = [[], []]
  for (let day = 0; day < 100_000; day++) {
    const first = normal(random)
    halves[first > 0 ? 0 : 1].push(slopeOfOne * first + normal(random))
  }
  const [better, lesser] = halves.map((half) => {
    const mean = half.reduce((sum, each) => sum + each, 0) / half.length
    return { mean, variance: half.reduce((sum, each) => sum + (each - mean) ** 2, 0) / half.length }
  }) as [Moments, Moments]
  const deviation = Math.sqrt((better.variance + lesser.variance) / 2)
  expect((better.mean - lesser.mean) / deviation).toBeCloseTo(1, 1)
})

interface Moments {
  readonly mean: number
  readonly variance: number
}

interface Life {
  readonly days?: number
  /** How much of a day's feeling is that of the day before. */
  readonly inertia?: number
  /** How much of the first feeling is in the second one. */
  readonly slope: number
  readonly lag: number
  /** The share of days with answers. */
  readonly answered?: number
}

/** With it the second feeling is one standard deviation better on days of the first one's better half. */
const slopeOfOne = 0.677

/** Of the people who get an answer, how many are shown a connection. */
function shareTogether(life: Life, seed: number): { share: number; asked: number } {
  const random = randomFrom(seed)
  const kinds = Array.from({ length: people }, () => relate(answersOf(life, random)).kind)
  const asked = kinds.filter((kind) => kind !== 'not_enough').length
  return { share: kinds.filter((kind) => kind === 'together').length / asked, asked }
}

/** The days on which somebody has answered both. */
function answersOf(life: Life, random: () => number): Pair[] {
  const { days = 150, inertia = 0, slope, lag, answered = 1 } = life
  const first = feelings(days, inertia, random)
  const own = feelings(days, inertia, random)
  const open = first.map(() => random() < answered)
  return first.flatMap((feeling, day): Pair[] => {
    const next = day + lag
    if (next >= days || !open[day] || !open[next]) return []
    return [[scoreOf(feeling), scoreOf(slope * feeling + (own[next] ?? 0))]]
  })
}

function feelings(days: number, inertia: number, random: () => number): number[] {
  let feeling = normal(random)
  return Array.from({ length: days }, () => {
    feeling = inertia * feeling + Math.sqrt(1 - inertia ** 2) * normal(random)
    return feeling
  })
}

/** Four answers, the two in the middle more often. */
function scoreOf(feeling: number): number {
  return 1 + [-0.8, 0.1, 0.9].filter((cut) => feeling > cut).length
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** The generator mulberry32: numbers from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function seedOf(name: string): number {
  return name.length * 7
}

function pairs(first: readonly number[], second: readonly number[]): Pair[] {
  return first.map((score, day) => [score, second[day] ?? 0])
}
