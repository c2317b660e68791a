/** "March 5, 2026" of a day without a zone (spec 9: dates in US long format). */
export function dayWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** "March 5, 2026 at 3:20 PM" of an instant in milliseconds, by this device's clock. */
export function momentWords(epochMs: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }).format(epochMs)
}

/** "at 3:20 PM" of an instant in milliseconds, by this device's clock. */
export function timeWords(epochMs: number): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(epochMs)
}
