import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoffMs } from '#src/offline/engine/queue.ts'

const almostOne = 1 - Number.EPSILON
const chance = fc.double({ min: 0, max: almostOne, noNaN: true })

describe('waiting after a failure', () => {
  test.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [8, 128_000],
    [9, 256_000],
    [10, 300_000],
    [11, 300_000],
    [2_000, 300_000],
  ])('after failure %i it takes less than %i ms, any time from none', (failures, ceilingMs) => {
    expect(backoffMs(failures, () => 0)).toBe(0)
    expect(backoffMs(failures, () => 0.5)).toBe(ceilingMs / 2)
    expect(backoffMs(failures, () => almostOne)).toBe(ceilingMs - 1)
  })

  test('it is a whole number of milliseconds below 300 s, whatever the chance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), chance, (failures, random) => {
        const waitMs = backoffMs(failures, () => random)
        expect(Number.isInteger(waitMs)).toBe(true)
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThan(300_000)
      }),
    )
  })

  test('the ceiling never falls as failures go on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), chance, (failures, random) => {
        const wait = (count: number) => backoffMs(count, () => random)
        expect(wait(failures + 1)).toBeGreaterThanOrEqual(wait(failures))
      }),
    )
  })

  test('the server’s own wish wins, shorter or longer', () => {
    expect(backoffMs(10, () => almostOne, 0)).toBe(0)
    expect(backoffMs(1, () => 0, 900_000)).toBe(900_000)
  })
})
