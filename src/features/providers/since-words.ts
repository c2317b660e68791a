import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import type { KeptDirectory } from './kept-directory.ts'

/** When something had come, in words. */
export function sinceWords(asOfMs: number): string {
  return m.providers_as_of({ when: formatMoment(asOfMs) })
}

/** The same of a list; of a part alone, that it is one. */
export function directorySince({ asOfMs, startAsOfMs }: KeptDirectory): string {
  if (asOfMs !== undefined) return sinceWords(asOfMs)
  return startAsOfMs === undefined
    ? m.providers_as_of_part()
    : m.providers_as_of_start({ when: formatMoment(startAsOfMs) })
}
