import * as m from '#src/i18n/paraglide/messages.js'
import { longMoment } from '#src/lib/long-date.ts'
import type { KeptDirectory } from './kept-directory.ts'

/** When something had come, in words. */
export function sinceWords(asOfMs: number): string {
  return m.providers_as_of({ when: longMoment(asOfMs) })
}

/** The same of a list; of a part alone, that it is one. */
export function directorySince({ asOfMs, startAsOfMs }: KeptDirectory): string {
  if (asOfMs !== undefined) return sinceWords(asOfMs)
  return startAsOfMs === undefined
    ? m.providers_as_of_part()
    : m.providers_as_of_start({ when: longMoment(startAsOfMs) })
}
