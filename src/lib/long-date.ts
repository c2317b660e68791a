/** "March 5, 2026" of an instant, by this device's clock (spec 9: dates in US long format); empty for no instant. */
export function longDate(instant: string | number): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(date)
}

/** "March 5, 2026 at 3:20 PM" of an instant, by this device's clock. */
export function longMoment(epochMs: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }).format(epochMs)
}
