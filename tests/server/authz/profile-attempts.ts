import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/account.ts'
import { accessLog } from '#server/db/schema/providers.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { addPerson } from '#tests/support/people.ts'
import { filePart, goodPassword, tinyPng } from '#tests/support/registration.ts'
import { addImage, addResume } from '#tests/support/stored-files.ts'
import { relate } from './relate.ts'
import type { Outcome, Stage } from './stage.ts'

export async function tryUpdateImage(stage: Stage): Promise<Outcome> {
  const params = { id: await accountOf(stage) }
  const input = { params, body: {}, files: { profileImg: filePart(tinyPng) } }
  return call(stage.origin, 'updateProfileImage', input, { token: stage.actor?.token })
}

export async function tryUpdateBio(stage: Stage): Promise<Outcome> {
  const input = { params: { id: await accountOf(stage) }, body: { bio: 'Mine' } }
  return call(stage.origin, 'updateBio', input, { token: stage.actor?.token })
}

export async function tryUpdateSharing(stage: Stage): Promise<Outcome> {
  const input = { params: { id: await accountOf(stage) }, body: { shareScore: false } }
  return call(stage.origin, 'updateSharing', input, { token: stage.actor?.token })
}

export async function tryUpdateLanguage(stage: Stage): Promise<Outcome> {
  const input = { params: { id: await accountOf(stage) }, body: { language: 'ar' as const } }
  return call(stage.origin, 'updateLanguage', input, { token: stage.actor?.token })
}

export async function tryUpdatePassword(stage: Stage): Promise<Outcome> {
  const passwordHash = await hash(goodPassword, argon2Cost)
  const id = await accountOf(stage)
  await stage.database.orm.update(users).set({ passwordHash }).where(eq(users.id, id))
  const body = { oldPassword: goodPassword, newPassword: 'Other-Pass1!' }
  const input = { params: { id }, body }
  return call(stage.origin, 'updatePassword', input, { token: stage.actor?.token })
}

export async function tryGetScore(stage: Stage): Promise<Outcome> {
  const { origin, database, row, actor } = stage
  const own = row.relation === 'own' && row.actor === 'adolescent' && actor
  const shareScore = row.relation !== 'connectedScoreHidden'
  const userId = own ? actor.id : (await addPerson(database, { shareScore })).id
  if (actor && !own) await relate(database, row.relation, actor, userId)
  return call(origin, 'getScore', { params: { userId } }, { token: actor?.token })
}

/** The row's object: a listed provider for everybody, or a young person, who is the caller where it is their own. */
export async function tryGetImage(stage: Stage): Promise<Outcome> {
  const { origin, server, database, row, actor } = stage
  const provider = { userType: 'ServiceProvider', verifiedAt: new Date(0) } as const
  const ofProvider = row.object === 'image of a verified provider'
  const own =
    row.relation === 'own' && (ofProvider ? row.actor === 'provider' : isClient(row.actor))
  const owner = own && actor ? actor : await addPerson(database, ofProvider ? provider : {})
  if (actor && !own && !ofProvider) await relate(database, row.relation, actor, owner.id)
  const file = await addImage(server, database, owner.id)
  return call(origin, 'getProfileImage', { params: { file } }, { token: actor?.token })
}

/** Reading somebody else's paper leaves a note of it. */
export async function tryGetPaper(stage: Stage): Promise<Outcome> {
  const { origin, server, database, row, actor } = stage
  const own = row.relation === 'own' && actor
  const { id } = own ? actor : await addPerson(database, { userType: 'ServiceProvider' })
  await addResume(server, database, id)
  const params = { id, paper: 'resume' as const }
  const answer = await call(origin, 'getPaper', { params }, { token: actor?.token })
  const notes = await database.orm.$count(accessLog, eq(accessLog.subjectId, id))
  return notes > 0 ? { status: answer.status, view: 'audited' } : answer
}

async function accountOf({ row, actor, database }: Stage): Promise<string> {
  return row.relation === 'own' && actor ? actor.id : (await addPerson(database)).id
}

function isClient(actor: string): boolean {
  return actor === 'adolescent' || actor === 'parent'
}
