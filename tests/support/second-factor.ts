import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/account.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from './call.ts'
import { addPerson, type SignedIn, type UserRow } from './people.ts'
import { goodPassword } from './registration.ts'
import { testNoonMs } from './server.ts'

export const stepMs = 30_000

const goodHash = hash(goodPassword, argon2Cost)

/** What an authenticator app shows for a secret at a moment. */
export function codeAt(secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs })
}

/** Six digits that are no code of the minutes around a moment. */
export function wrongCode(secret: string, atMs: number): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, atMs + steps * stepMs))
  const other = ['000000', '111111', '222222', '333333', '444444', '555555']
  return other.find((code) => !near.includes(code)) ?? ''
}

/** A care provider, or whoever else is given, who can log in with `goodPassword`. */
export async function addPersonWithPassword(
  database: Database,
  given: Partial<UserRow> = { userType: 'ServiceProvider', verifiedAt: new Date(0) },
): Promise<SignedIn> {
  return addPerson(database, { passwordHash: await goodHash, ...given })
}

export async function setGoodPassword(database: Database, id: string): Promise<void> {
  await database.orm
    .update(users)
    .set({ passwordHash: await goodHash })
    .where(eq(users.id, id))
}

export interface SecondFactorOf {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Turns a person's second factor on as they would; the code of `atMs` is used up by it. */
export async function turnOnSecondFactor(
  origin: string,
  { token }: Pick<SignedIn, 'token'>,
  atMs = testNoonMs,
): Promise<SecondFactorOf> {
  const body = { password: goodPassword }
  const { secret } = (await call(origin, 'beginSecondFactor', { body }, { token })).reply
  const code = { code: codeAt(secret, atMs) }
  const { reply } = await call(origin, 'confirmSecondFactor', { body: code }, { token })
  return { secret, recoveryCodes: reply.recoveryCodes }
}
