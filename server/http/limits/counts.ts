import { hash } from 'node:crypto'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { Count } from './limits.sql.ts'

/** The key that something is counted under. What it is (an e-mail, an address) is stored as a hash. */
export function countKey(name: string, counted: readonly string[]): string {
  return `${name}:${hash('sha256', JSON.stringify(counted), 'base64url')}`
}

/** Throws `rate_limited` with the time until the window ends for a count that has gone beyond `pointsMax`. */
export function checkCount({ points, endsAtMs }: Count, pointsMax: number, nowMs: number): void {
  if (points <= pointsMax) return
  const retryAfterSeconds = Math.max(0, endsAtMs - nowMs) / 1_000
  throw new ProblemError('rate_limited', { retryAfterSeconds })
}
