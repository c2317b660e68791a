import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOpBudget, createPace } from '#server/features/sync/pace.ts'
import { type PlannedOp, cutSlice, partsOf, runsOf } from '#server/features/sync/plan.ts'

const kinds = { light: undefined, heavy: 20, heavier: 3 } as const

/** All that slicing looks at. */
function planned(kind: keyof typeof kinds, lane: string): PlannedOp {
  return { kind, lane, applier: { batchMax: kinds[kind] } } as unknown as PlannedOp
}

function slicesOf(ops: readonly PlannedOp[], room = 1): (readonly PlannedOp[])[] {
  const { slice, rest } = cutSlice(ops, room)
  return rest.length === 0 ? [slice] : [slice, ...slicesOf(rest, room)]
}

const someOps = fc.array(
  fc
    .tuple(fc.constantFrom('light', 'heavy', 'heavier'), fc.constantFrom('a', 'b', 'c', 'd'))
    .map(([kind, lane]) => planned(kind, lane)),
  { minLength: 1, maxLength: 60 },
)

describe('a push in slices', () => {
  test('is the whole push in its order, and no slice holds more than one transaction may', () => {
    fc.assert(
      fc.property(someOps, (ops) => {
        const slices = slicesOf(ops)
        expect(slices.flat()).toEqual(ops)
        for (const slice of slices) {
          expect(slice.length).toBeGreaterThan(0)
          const shares = slice.map(({ kind }) => 1 / (kinds[kind as keyof typeof kinds] ?? 100))
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1.000001)
        }
      }),
    )
  })

  test('is few transactions where its kind takes few statements for many', () => {
    expect(slicesOf(Array.from({ length: 1_000 }, () => planned('light', 'a')))).toHaveLength(10)
    expect(slicesOf(Array.from({ length: 60 }, () => planned('heavy', 'a')))).toHaveLength(3)
  })

  test('is as many more as a smaller room asks, and one operation at least has its place', () => {
    const light = Array.from({ length: 100 }, () => planned('light', 'a'))
    expect(slicesOf(light, 0.25)).toHaveLength(4)
    expect(slicesOf(light, 0.001)).toHaveLength(100)
  })

  test('is smaller with every failure, whole, and in order within each lane', () => {
    fc.assert(
      fc.property(someOps, fc.nat(), (ops, at) => {
        const failed = ops[at % ops.length]
        fc.pre(ops.length > 1 && failed !== undefined)
        const parts = partsOf(ops, failed?.kind ?? '')
        expect(new Set(parts.flat())).toEqual(new Set(ops))
        for (const part of parts) {
          expect(part.length).toBeGreaterThan(0)
          expect(part.length).toBeLessThan(ops.length)
        }
        for (const lane of 'abcd') {
          const inLane = (all: readonly PlannedOp[]) => all.filter((op) => op.lane === lane)
          expect(inLane(parts.flat())).toEqual(inLane(ops))
        }
      }),
    )
  })
})

describe('the runs of a slice', () => {
  test('are of one kind each, hold every operation, and keep the order of each lane', () => {
    fc.assert(
      fc.property(someOps, (ops) => {
        const runs = runsOf(ops)
        expect(new Set(runs.flat())).toEqual(new Set(ops))
        expect(runs.flat()).toHaveLength(ops.length)
        for (const run of runs) expect(new Set(run.map(({ kind }) => kind)).size).toBe(1)
        for (const lane of 'abcd') {
          const inLane = (all: readonly PlannedOp[]) => all.filter((op) => op.lane === lane)
          expect(inLane(runs.flat())).toEqual(inLane(ops))
        }
      }),
    )
  })

  test('are as many as the kinds where no lane has two of them', () => {
    const ops = Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0 ? planned('light', `light ${index}`) : planned('heavy', 'heavy'),
    )
    expect(runsOf(ops)).toHaveLength(2)
  })

  test('begin anew for what stands behind another kind in its lane, and others join there', () => {
    const [put, remove, again, other] = [
      planned('light', 'a'),
      planned('heavy', 'a'),
      planned('light', 'a'),
      planned('light', 'b'),
    ] as const
    expect(runsOf([put, remove, again, other])).toEqual([[put], [remove], [again, other]])
  })
})

describe('a person’s share of operations', () => {
  test('drains a phone that was away for months in one go', () => {
    const { take } = createOpBudget(() => 0)
    for (let request = 0; request < 20; request += 1) {
      expect(take('a phone', 1_000)).toEqual({ granted: 1_000, afterMs: 0 })
    }
    expect(take('a phone', 1_000)).toEqual({ granted: 0, afterMs: 20_000 })
    expect(take('another', 1_000).granted).toBe(1_000)
  })

  test('is never more than so many a minute beside what may be taken ahead', () => {
    const bounds = { perMinute: 60, ahead: 10 }
    const asked = fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 20 })))
    fc.assert(
      fc.property(asked, (times) => {
        let nowMs = 0
        let granted = 0
        const { take, waitMs } = createOpBudget(() => nowMs, bounds)
        for (const [passMs, wanted] of times) {
          nowMs += passMs
          const waits = waitMs('somebody') > 0
          const got = take('somebody', wanted)
          expect(waits).toBe(got.granted === 0)
          granted += got.granted
          expect(got.granted).toBeLessThanOrEqual(wanted)
          expect(got.afterMs > 0).toBe(got.granted < wanted)
          expect(granted).toBeLessThanOrEqual(10 + nowMs / 1_000)
        }
      }),
    )
  })
})

describe('the pace of pushes', () => {
  test('is whole slices without a rest while nobody waits', () => {
    const pace = createPace(() => 0)
    expect(pace.restMsAfter({ tookMs: 500, othersWait: false })).toBe(0)
    expect(pace.room()).toBe(1)
  })

  test('shrinks to what others do not notice, rests, and grows again when they are gone', () => {
    let nowMs = 0
    const pace = createPace(() => nowMs)
    expect(pace.restMsAfter({ tookMs: 8, othersWait: true })).toBe(96)
    expect(pace.room()).toBe(0.25)
    nowMs = 100
    expect(pace.restMsAfter({ tookMs: 2, othersWait: false })).toBe(24)
    expect(pace.room()).toBe(0.25)
    nowMs = 101
    for (let turn = 0; turn < 4; turn += 1) {
      expect(pace.restMsAfter({ tookMs: 2, othersWait: false })).toBe(0)
    }
    expect(pace.room()).toBe(1)
  })

  test('rests a tenth of a second at most', () => {
    expect(createPace(() => 0).restMsAfter({ tookMs: 900, othersWait: true })).toBe(100)
  })
})
