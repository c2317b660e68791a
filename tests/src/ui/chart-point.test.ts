import { expect, test } from 'vitest'
import { type ChartPoint, dayLabel, standsAlone } from '#src/ui/chart/chart-point.ts'

test('a day keeps its date whatever the time zone of the device', () => {
  expect(dayLabel('2026-01-01')).toBe('Jan 1')
  expect(dayLabel('2026-12-31', 'long')).toBe('December 31, 2026')
})

test('only a value with gaps or ends on both sides stands alone', () => {
  const points = days([4, null, 3, null, 2, 1, null])
  expect(points.map((_, index) => standsAlone(points, index))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
    false,
  ])
})

function days(values: (number | null)[]): ChartPoint[] {
  return values.map((value, index) => ({ day: `2026-03-0${index + 1}`, value }))
}
