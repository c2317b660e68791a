/** A day's value; null where nothing was recorded, which is drawn as a gap. */
export interface ChartPoint {
  /** YYYY-MM-DD */
  day: string
  value: number | null
}

/** What a value means: an emoji for the axis and words for the table and the tooltip. */
export interface ChartLevel {
  value: number
  emoji: string
  label: string
}

/** "Mar 5"; `long` adds the year: "March 5, 2026". A day is no instant, so no time zone may move it. */
export function dayLabel(day: string, length: 'short' | 'long' = 'short'): string {
  const options = length === 'short' ? shortDay : longDay
  return new Intl.DateTimeFormat('en-US', options).format(new Date(`${day}T00:00:00Z`))
}

const shortDay = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
const longDay = { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const

/** True for a value with a gap on both sides: no line reaches it, so only a dot can show it. */
export function standsAlone(points: readonly ChartPoint[], index: number): boolean {
  const before = points[index - 1]?.value ?? null
  const after = points[index + 1]?.value ?? null
  const value = points[index]?.value ?? null
  return value !== null && before === null && after === null
}
