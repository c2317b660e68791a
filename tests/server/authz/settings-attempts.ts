import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { sessions, users } from '#server/db/schema/account.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { hashToken } from '#server/http/session/caller.ts'
import { call } from '#tests/support/call.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import type { Outcome, Stage } from './stage.ts'

export async function tryEndSession({ origin, database, actor }: Stage): Promise<Outcome> {
  const id = actor ? await otherSession(database, actor.id) : uuidv7()
  return call(origin, 'endSession', { params: { id } }, { token: actor?.token })
}

export async function tryDeleteAccount({ origin, database, actor }: Stage): Promise<Outcome> {
  if (actor) {
    const passwordHash = await hash(goodPassword, argon2Cost)
    await database.orm.update(users).set({ passwordHash }).where(eq(users.id, actor.id))
  }
  const body = { password: goodPassword }
  return call(origin, 'deleteAccount', { body }, { token: actor?.token })
}

/** Revokes a session by its hash: one's own, somebody else's, or one that does not exist. */
export async function tryRevoke({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const owner = row.relation === 'own' && actor ? actor : await addPerson(database)
  const revoked = await addSession(database, owner.id)
  const tokenHash = hashToken(row.relation === 'none' ? uuidv7() : revoked)
  const body = { tokenHashes: [tokenHash] }
  return call(origin, 'revokeSessions', { body }, { token: actor?.token })
}

async function otherSession(database: Stage['database'], userId: string): Promise<string> {
  const tokenHash = hashToken(await addSession(database, userId))
  const [row] = await database.orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
  return row?.id ?? ''
}
