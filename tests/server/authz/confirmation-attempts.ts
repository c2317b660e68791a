import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/account.ts'
import { call } from '#tests/support/call.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { nextCode, otherCode } from '#tests/support/recovery.ts'
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
