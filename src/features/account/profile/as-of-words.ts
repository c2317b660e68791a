import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'

/** When the profile on this device is from, in words. Epoch milliseconds; undefined where it was not noted. */
export function asOfWords(asOfMs: number | undefined): string {
  return asOfMs === undefined
    ? m.ui_stale()
    : m.account_profile_as_of({ when: formatMoment(asOfMs) })
}
