/** "March 5, 2026" of an instant, by this device's clock (spec 9: dates in US long format); empty for no instant. */
export function longDate(instant: string | number): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(date)
}

/** "March 5, 2026 at 3:20 PM" of an instant, by the clock of a zone; by this device's unless one is given. */
export function longMoment(epochMs: number, timeZone?: string): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat('en-US', style).format(epochMs)
}
