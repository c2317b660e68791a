import * as m from '#src/i18n/paraglide/messages.js'

/** "Used today" or "Last used March 5, 2026" of an ISO instant; the server writes a use down once an hour. */
export function lastUsedWords(lastUsedAt: string, nowMs: number): string {
  const day = dayOf(Date.parse(lastUsedAt))
  return day === dayOf(nowMs) ? m.settings_sessions_used_today() : m.settings_sessions_used({ day })
}

/** "March 5, 2026" (spec 9: dates in US long format), by this device's clock. */
export function dayOf(epochMs: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(epochMs)
}
