import { createHash } from 'node:crypto'
import { ProblemError } from './problem-error.ts'

const keyCharsMax = 255
const uuidShape = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/**
 * The operation id that an `Idempotency-Key` stands for: a UUID is the id itself, so that a device may send one
 * operation either way; any other key is hashed to one. Quotes of the header's draft syntax are taken off.
 */
export function opIdOfKey(header: string): string {
  const key = header.trim().replace(/^"(.*)"$/, '$1')
  if (key === '' || key.length > keyCharsMax) {
    throw new ProblemError('invalid_input', {
      fields: { 'idempotency-key': `Expected 1 to ${keyCharsMax} characters.` },
    })
  }
  const lowered = key.toLowerCase()
  return uuidShape.test(lowered) ? lowered : hashedUuid(key)
}

/** RFC 9562, version 8: a UUID of our own making. */
function hashedUuid(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
