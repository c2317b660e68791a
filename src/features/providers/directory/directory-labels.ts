import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import type { StoredDirectory } from './directory-store.ts'

/** From when something is, for a line of text. */
export function formatAsOf(asOfMs: number): string {
  return m.providers_as_of({ when: formatMoment(asOfMs) })
}

/** The same of a list; of a part alone, that it is one. */
export function formatDirectoryAsOf({ asOfMs, firstPageAsOfMs }: StoredDirectory): string {
  if (asOfMs !== undefined) return formatAsOf(asOfMs)
  return firstPageAsOfMs === undefined
    ? m.providers_as_of_part()
    : m.providers_as_of_start({ when: formatMoment(firstPageAsOfMs) })
}
