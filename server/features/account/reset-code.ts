import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { resetCodeDigits } from '#contract/account/recovery.ts'

/** Six digits, all of them alike likely. */
export function newResetCode(): string {
  return String(randomInt(10 ** resetCodeDigits)).padStart(resetCodeDigits, '0')
}

/** What is kept of a code: its HMAC with the token of the browser that asked, which is stored nowhere. */
export function hashResetCode(token: string, code: string): string {
  return createHmac('sha256', token).update(code).digest('hex')
}

/** True for the code behind a hash, in the same time for any other. */
export function isResetCode(token: string, code: string, codeHash: string): boolean {
  const given = Buffer.from(hashResetCode(token, code), 'hex')
  const stored = Buffer.from(codeHash, 'hex')
  return given.length === stored.length && timingSafeEqual(given, stored)
}
