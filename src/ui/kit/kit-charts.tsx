import { useState } from 'react'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import type { ChartPoint } from '#src/ui/chart/chart-point.ts'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { TrendChart } from '#src/ui/chart/trend-chart.tsx'
import { KitGrid, KitSection } from './kit-section.tsx'

const levels = [
  { value: 4, emoji: '😄', label: 'happy' },
  { value: 3, emoji: '🙂', label: 'normal' },
  { value: 2, emoji: '😔', label: 'sad' },
  { value: 1, emoji: '😢', label: 'very sad' },
]

const ranges = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const

/** A chart with gaps, and its table. */
export function KitCharts() {
  const [range, setRange] = useState<(typeof ranges)[number]['value']>('30')
  return (
    <KitSection title="Charts">
      <KitGrid>
        <CardCollapsible level={3} title="Mood" summary="Mostly normal" defaultOpen>
          <SegmentedControl legend="Range" options={ranges} value={range} onChange={setRange} />
          <TrendChart
            label={`Mood, last ${range} days`}
            points={samplePoints(Number(range))}
            levels={levels}
          />
        </CardCollapsible>
      </KitGrid>
    </KitSection>
  )
}

/** Always the same wave with gaps of one and of three days. */
function samplePoints(days: number): ChartPoint[] {
  const firstDayMs = Date.UTC(2026, 1, 1)
  return Array.from({ length: days }, (_, index) => ({
    day: new Date(firstDayMs + index * 86_400_000).toISOString().slice(0, 10),
    value: index % 11 === 4 || index % 17 > 13 ? null : wave(index),
  }))
}

function wave(index: number): number {
  return Math.min(
    4,
    Math.max(1, Math.round(2.8 + 1.3 * Math.sin(index * 0.55) + (index % 3) * 0.2)),
  )
}
