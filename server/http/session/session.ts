import { hash, randomBytes } from 'node:crypto'
import type { Session } from './actor.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'

/** 256 bits, base64url: what nobody can guess and what fits in a header. */
const tokenBytes = 32
const bearerShape = /^Bearer ([\w-]{43})$/i

/** A new session's token, to be shown once, and the hash that is kept of it. */
export function newToken(random: (bytes: number) => Buffer = randomBytes): {
  token: string
  tokenHash: string
} {
  const token = random(tokenBytes).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** SHA-256 in hex: enough for 256 random bits, and fast, as every request needs it. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** The session of an `Authorization` header, or 401. What cannot be a token never reaches the database. */
export async function requireSession(
  authorization: string | undefined,
  findSession: (token: string) => Promise<Session | undefined>,
): Promise<Session> {
  const token = bearerShape.exec(authorization ?? '')?.[1]
  const session = token === undefined ? undefined : await findSession(token)
  if (!session) throw new ProblemError('unauthenticated')
  return session
}
