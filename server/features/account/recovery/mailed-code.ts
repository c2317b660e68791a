import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { resetCodeDigits } from '#contract/account/recovery.ts'

/** Six digits, all of them alike likely. */
export function newMailedCode(): string {
  return String(randomInt(10 ** resetCodeDigits)).padStart(resetCodeDigits, '0')
}

/** What is stored of a code: its HMAC with a key that the table does not hold. */
export function hashMailedCode(key: string, code: string): string {
  return createHmac('sha256', key).update(code).digest('hex')
}

/** True for the code behind a hash, in the same time for any other. */
export function isMailedCode(key: string, code: string, codeHash: string): boolean {
  const given = Buffer.from(hashMailedCode(key, code), 'hex')
  const stored = Buffer.from(codeHash, 'hex')
  return given.length === stored.length && timingSafeEqual(given, stored)
}
