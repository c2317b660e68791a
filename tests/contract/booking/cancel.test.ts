import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cancelCountsUntilMs, clockSkewMsMax, lateCancelHoursMax } from '#contract/booking/model.ts'

const hourMs = 3_600_000
const startMs = Date.parse('2026-06-18T06:00:00Z')
const changeableMs = startMs - 24 * hourMs
const at = (ms: number) => new Date(ms).toISOString()
const until = (tappedMs: number, lastAnswerMs = tappedMs) =>
  cancelCountsUntilMs(
    { tappedAt: at(tappedMs), lastAnswerAt: at(lastAnswerMs) },
    { startMs, changeableMs },
  )

describe('until when a queued cancel counts', () => {
  test('is the end of the notice time, where it was tapped long before', () => {
    expect(until(changeableMs - 48 * hourMs)).toBe(changeableMs)
  })

  test('is twelve hours after a tap in the last minute of it', () => {
    const tappedMs = changeableMs - 60_000
    expect(until(tappedMs)).toBe(tappedMs + lateCancelHoursMax * hourMs)
  })

  test('is not later for a tap after it, nor by a clock that was set back', () => {
    expect(until(changeableMs)).toBe(changeableMs)
    const tappedMs = changeableMs - 60_000
    expect(until(tappedMs, tappedMs + clockSkewMsMax + 1)).toBe(changeableMs)
    expect(until(tappedMs, tappedMs + clockSkewMsMax)).toBeGreaterThan(changeableMs)
  })

  test('is never after the start, nor before the end of the notice time', () => {
    const ms = fc.integer({ min: startMs - 60 * hourMs, max: startMs + 60 * hourMs })
    fc.assert(
      fc.property(ms, ms, fc.integer({ min: 0, max: 48 }), (tappedMs, lastAnswerMs, notice) => {
        const endMs = startMs - notice * hourMs
        const counted = cancelCountsUntilMs(
          { tappedAt: at(tappedMs), lastAnswerAt: at(lastAnswerMs) },
          { startMs, changeableMs: endMs },
        )
        expect(counted).toBeGreaterThanOrEqual(endMs)
        expect(counted).toBeLessThanOrEqual(startMs)
      }),
    )
  })
})
