import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/account.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { nextCode, otherCode } from '#tests/support/recovery.ts'
import { goodPassword } from '#tests/support/registration.ts'
import type { Outcome, Stage } from './stage.ts'

/** Sends the right code of one's own address, or that of somebody else's. */
export async function tryConfirmEmail(stage: Stage): Promise<Outcome> {
  const { origin, actor, row } = stage
  if (actor) await unconfirm(stage, actor)
  const code = actor ? await codeOf(stage, actor) : '000000'
  const sent = row.relation === 'other' ? await codeOfSomebodyElse(stage, code) : code
  return call(origin, 'confirmEmail', { body: { code: sent } }, { token: actor?.token })
}

/** Asks for a code; the message goes to nobody but the one who asks. */
export async function trySendEmailCode(stage: Stage): Promise<Outcome> {
  const { origin, server, actor } = stage
  if (actor) await unconfirm(stage, actor)
  const before = server.mails.length
  const answer = await call(origin, 'sendEmailCode', {}, { token: actor?.token })
  if (!actor || answer.status !== 200) return answer
  await nextCode(server, before)
  return server.mails.at(-1)?.to === actor.user.email ? answer : { status: 500 }
}

/** Corrects one's own address, or tries it with an account of somebody else's, whose password one knows. */
export async function tryChangeEmail(stage: Stage): Promise<Outcome> {
  const { origin, database, actor, row } = stage
  const passwordHash = await hash(goodPassword, argon2Cost)
  const own = row.relation === 'own' && actor
  const { id } = own || (await addPerson(database, { emailConfirmedAt: null }))
  if (own) await unconfirm(stage, own)
  await database.orm.update(users).set({ passwordHash }).where(eq(users.id, id))
  const body = { email: `${crypto.randomUUID()}@example.org`, password: goodPassword }
  return call(origin, 'changeEmail', { params: { id }, body }, { token: actor?.token })
}

async function codeOf({ origin, server }: Stage, { token }: SignedIn): Promise<string> {
  const before = server.mails.length
  await call(origin, 'sendEmailCode', {}, { token })
  return nextCode(server, before)
}

/** Codes of two people may happen to be alike: then a wrong one does in their stead. */
async function codeOfSomebodyElse(stage: Stage, own: string): Promise<string> {
  const other = await addPerson(stage.database, { emailConfirmedAt: null })
  const code = await codeOf(stage, other)
  return code === own ? otherCode(own) : code
}

async function unconfirm({ database }: Stage, { id }: SignedIn): Promise<void> {
  const nobodyListed = { emailConfirmedAt: null, verifiedAt: null }
  await database.orm.update(users).set(nobodyListed).where(eq(users.id, id))
}
