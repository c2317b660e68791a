/** How far the zone's clock is ahead of UTC at a moment, both in milliseconds. Throws a RangeError for no zone. */
export function offsetsOf(timeZone: string): (epochMs: number) => number {
  const format = clockOf(timeZone)
  return (epochMs) => {
    const shown: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(epochMs)) shown[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
    const clockMs = Date.UTC(year, month - 1, day, hour, minute, second)
    return clockMs - Math.floor(epochMs / 1_000) * 1_000
  }
}

/** What the zone's clock shows at a moment, both in epoch milliseconds: the clock's as if it were UTC. */
export function clockAt(timeZone: string, epochMs: number): number {
  return epochMs + offsetsOf(timeZone)(epochMs)
}

/** Making one costs as much as reading it ten times, so they are kept; as many as there are names of zones, and no more. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clocksMax = 600

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // A zone's name may be written in many cases.
  if (clocks.size >= clocksMax) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}
