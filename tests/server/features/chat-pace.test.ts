import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { burstMax, takeTurns } from '#server/features/chat/send.ts'

const nowMs = Date.parse('2026-06-15T12:00:00Z')

describe('the pace of a person', () => {
  test('lets ten go at once, and tells each of the others its second', () => {
    expect(takeTurns(0, nowMs, 13)).toEqual({
      now: 10,
      usedUntilMs: nowMs + 10_000,
      waitsMs: [1_000, 2_000, 3_000],
    })
  })

  test('gives a place back each second, and never more than ten', () => {
    const { usedUntilMs } = takeTurns(0, nowMs, 10)
    expect(takeTurns(usedUntilMs, nowMs + 999, 1).now).toBe(0)
    expect(takeTurns(usedUntilMs, nowMs + 1_000, 2).now).toBe(1)
    expect(takeTurns(usedUntilMs, nowMs + 3_600_000, 99).now).toBe(10)
  })

  test('is the same whether they come one by one or together, and never above one a second for long', () => {
    const gap = fc.record({ afterMs: fc.nat(5_000), wanted: fc.nat(30) })
    fc.assert(
      fc.property(fc.array(gap, { maxLength: 40 }), (gaps) => {
        let [at, used, sent] = [nowMs, 0, 0]
        for (const { afterMs, wanted } of gaps) {
          at += afterMs
          const together = takeTurns(used, at, wanted)
          let [alone, one] = [0, used]
          for (let count = 0; count < wanted; count += 1) {
            const place = takeTurns(one, at, 1)
            alone += place.now
            one = place.usedUntilMs
          }
          expect([alone, together.waitsMs.length]).toEqual([together.now, wanted - together.now])
          used = together.usedUntilMs
          sent += together.now
        }
        expect(sent).toBeLessThanOrEqual(burstMax + (at - nowMs) / 1_000)
      }),
    )
  })

  test('keeps its word: who waits as long as they were told may go', () => {
    fc.assert(
      fc.property(fc.nat(60_000), fc.integer({ min: 1, max: 50 }), (usedAheadMs, wanted) => {
        const { waitsMs, usedUntilMs } = takeTurns(nowMs + usedAheadMs, nowMs, wanted)
        const [first] = waitsMs
        if (first === undefined) return
        expect(takeTurns(usedUntilMs, nowMs + first, 1).now).toBe(1)
        expect(takeTurns(usedUntilMs, nowMs + first - 1, 1).now).toBe(0)
      }),
    )
  })
})
