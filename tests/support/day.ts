import * as v from 'valibot'
import { localDateSchema, type LocalDate } from '#contract/local-date.ts'

/** A day of the calendar; throws for one that does not exist. */
export function day(text: string): LocalDate {
  return v.parse(localDateSchema, text)
}
