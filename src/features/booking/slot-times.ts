import type { Slot } from '#contract/booking/model.ts'
import { localTimeAt } from '#contract/local-date.ts'
import { formatClock, formatWeekdayClock, formatWeekdayDate } from '#src/lib/dates.ts'

/** The slots of one day that can be booked. */
export interface SlotDay {
  /** The day by the viewer's clock, `2026-11-21`. */
  readonly day: string
  readonly slots: readonly Slot[]
}

/** The slots that can be booked, by the day that the viewer's clock shows, in order. */
export function slotDays(slots: readonly Slot[], viewerZone: string): SlotDay[] {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    if (!slot.available) continue
    const day = localTimeAt(Date.parse(slot.start), viewerZone).date
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return [...days].map(([day, found]) => ({ day, slots: found }))
}

/** What the provider's clock shows where it is not what the viewer's shows; with its day where that differs too. */
export function timeThere(
  instant: string,
  { viewer, provider }: { viewer: string; provider: string },
): string | undefined {
  const there = formatClock(instant, provider)
  const sameDay = formatWeekdayDate(instant, provider) === formatWeekdayDate(instant, viewer)
  if (sameDay) return there === formatClock(instant, viewer) ? undefined : there
  return formatWeekdayClock(instant, provider)
}
