import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'

/** "Used today" or "Last used March 5, 2026" of an ISO instant; the server writes a use down once an hour. */
export function lastUsedWords(lastUsedAt: string, nowMs: number): string {
  const day = formatDate(Date.parse(lastUsedAt))
  return day === formatDate(nowMs)
    ? m.settings_sessions_used_today()
    : m.settings_sessions_used({ day })
}
