import { expect, test } from 'vitest'
import { type ChartPoint, isIsolated } from '#src/ui/chart/trend-chart.tsx'

test('only a value with gaps or ends on both sides is isolated', () => {
  const points = days([4, null, 3, null, 2, 1, null])
  expect(points.map((_, index) => isIsolated(points, index))).toEqual([
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
