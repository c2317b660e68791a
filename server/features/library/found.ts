import { ProblemError } from '#server/http/routing/problem-error.ts'

/** The record, or `not_found` in its place. */
export function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}
