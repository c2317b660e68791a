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

/** True for a value with a gap on both sides: no line reaches it, so only a dot can show it. */
export function isIsolated(points: readonly ChartPoint[], index: number): boolean {
  const before = points[index - 1]?.value ?? null
  const after = points[index + 1]?.value ?? null
  const value = points[index]?.value ?? null
  return value !== null && before === null && after === null
}
