import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'

/** When the profile on this device is from, in words. Epoch milliseconds; undefined where it was not noted. */
export function asOfLabel(asOfMs: number | undefined): string {
  return asOfMs === undefined
    ? m.ui_stale()
    : m.account_profile_as_of({ when: formatMoment(asOfMs) })
}

/** "Beirut, Lebanon" of a person; undefined where neither is known. */
export function locationLabel(person: {
  state: string | null
  country: string | null
}): string | undefined {
  return [person.state, person.country].filter(Boolean).join(', ') || undefined
}
