import type { LocalDate } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { dayNumber } from './of-day.ts'

const lines = [
  m.dashboard_kind_slow,
  m.dashboard_kind_come,
  m.dashboard_kind_breath,
  m.dashboard_kind_rest,
  m.dashboard_kind_small,
  m.dashboard_kind_ask,
  m.dashboard_kind_figured,
  m.dashboard_kind_feelings,
  m.dashboard_kind_friend,
] as const

/** One kind sentence for a day: the same all day long, another one tomorrow. It asks for nothing. */
export function kindLine(day: LocalDate): string {
  return lines[dayNumber(day) % lines.length]?.() ?? ''
}
