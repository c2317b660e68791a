import type { Slot } from '#contract/booking/model.ts'

/** The slots of one day that can be booked. */
export interface SlotDay {
  /** The day by the viewer's clock, `2026-11-21`. */
  readonly day: string
  readonly slots: readonly Slot[]
}

/** The slots that can be booked, by the day that the viewer's clock shows, in order. */
export function slotDays(slots: readonly Slot[], viewerZone: string): SlotDay[] {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: viewerZone, dateStyle: 'short' })
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    if (!slot.available) continue
    const day = dayOf.format(new Date(slot.start))
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return [...days].map(([day, found]) => ({ day, slots: found }))
}

/** "Monday, November 23, 2026". */
export function dayWords(instant: string, timeZone: string): string {
  return format(instant, { timeZone, dateStyle: 'full' })
}

/** "9:00 AM". */
export function clockWords(instant: string, timeZone: string): string {
  return format(instant, { timeZone, timeStyle: 'short' })
}

/** "Monday, November 23, 2026, 9:00 – 10:00 AM", by the viewer's clock. */
export function spanWords({ start, end }: Pick<Slot, 'start' | 'end'>, timeZone: string): string {
  const words = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  })
  return words.formatRange(new Date(start), new Date(end)).replaceAll('\u202f', ' ')
}

/** "Monday, November 23, 2026 at 9:00 AM". */
export function momentWords(instant: string, timeZone: string): string {
  return format(instant, { timeZone, dateStyle: 'full', timeStyle: 'short' })
}

/** What the provider's clock shows where it is not what the viewer's shows; with its day where that differs too. */
export function timeThere(
  instant: string,
  { viewer, provider }: { viewer: string; provider: string },
): string | undefined {
  const there = clockWords(instant, provider)
  const sameDay = dayWords(instant, provider) === dayWords(instant, viewer)
  if (sameDay) return there === clockWords(instant, viewer) ? undefined : there
  return format(instant, {
    timeZone: provider,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** A zone's name as people read it: "America/New York". */
export function zoneWords(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}

/** The zone of this device. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function format(instant: string, options: Intl.DateTimeFormatOptions): string {
  // Some platforms put a narrow space before AM and PM, which reads and compares as another text.
  return new Intl.DateTimeFormat('en-US', options)
    .format(new Date(instant))
    .replaceAll('\u202f', ' ')
}
