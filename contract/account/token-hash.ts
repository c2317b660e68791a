import * as v from 'valibot'

/** SHA-256 of a token, in hex: all that a device remembers of a session that it ended without a network. */
export const tokenHashSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'A hash is 64 hex digits'),
)

/** A device sends the ends of as many sessions in one call; more go in further calls. */
export const revocationsMax = 10
