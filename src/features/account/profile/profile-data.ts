import type { UserType } from '#contract/account/model.ts'
import type { EditedField, User } from '#contract/account/profile.ts'
import { profileApi } from '#contract/account/settings.ts'
import { providersApi } from '#contract/providers/api.ts'
import type { Practice } from '#contract/providers/model.ts'
import { defineLocal, defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction, userTransactionWithRoom } from '#src/offline/storage/user-transaction.ts'
import { putProfile, readProfile, readProfileAsOf, refreshScore } from '#src/session/own-profile.ts'

/** When the server last sent the profile, in epoch milliseconds. */
export const profileAsOf = defineLocal({ key: 'account.profileAsOf', read: readProfileAsOf })

/** A young person's own points. */
export const scoreResource = defineResource({
  key: 'account.score',
  read: async (db) => (await readProfile(db))?.score,
  refresh: refreshScore,
})

/** Whose profile is changed, and as whom. */
export interface Member {
  readonly db: UserDatabase
  readonly token: string
  readonly userT: UserType
}

/** What each field that people change is changed to. */
interface NewValue extends Record<EditedField, unknown> {
  profileImg: File
  bio: string
  practice: Practice
  shareScore: boolean
}

/** The call that changes a field, and answers with the profile as it is now. */
const changes: {
  readonly [Name in EditedField]: (member: Member, value: NewValue[Name]) => Promise<User>
} = {
  profileImg: ({ db, token, userT }, image) =>
    callApi(
      profileApi.updateProfileImage,
      { params: { id: db.userId }, body: { userT }, files: { profileImg: image } },
      { token },
    ),
  bio: ({ db, token, userT }, bio) =>
    callApi(profileApi.updateBio, { params: { id: db.userId }, body: { bio, userT } }, { token }),
  practice: ({ db, token }, practice) =>
    callApi(providersApi.updatePractice, { params: { id: db.userId }, body: practice }, { token }),
  shareScore: ({ db, token }, shareScore) =>
    callApi(
      profileApi.updateSharing,
      { params: { id: db.userId }, body: { shareScore } },
      { token },
    ),
}

/** Changes a field on the server, and the profile on this device; a bio's draft has done its work. Rejects as the call does. */
export async function saveField<Name extends EditedField>(
  member: Member,
  name: Name,
  value: NewValue[Name],
): Promise<void> {
  const user = await changes[name](member, value)
  await userTransaction(member.db, [], async () => {
    await putProfile(member.db, user)
    if (name === 'bio') await member.db.meta.delete('bioDraft')
  })
}

/** Shows the points to those one is connected with. Rejects as the call does. */
export async function setScoreShared(member: Member): Promise<void> {
  await saveField(member, 'shareScore', true)
}

/** Changes the password; every other session of the account ends. Rejects as the call does. */
export async function savePassword(
  { db, token, userT }: Member,
  passwords: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { oldPassword, newPassword } = passwords
  await callApi(
    profileApi.updatePassword,
    { params: { id: db.userId }, body: { oldPassword, newPassword, userT } },
    { token },
  )
}

/** What was written and not saved, on an earlier visit or before the app was closed; undefined when nothing was. */
export async function readBioDraft(db: UserDatabase): Promise<string | undefined> {
  const row = await db.meta.get('bioDraft')
  return row?.key === 'bioDraft' ? row.text : undefined
}

/** Stores what is being written in the person's own database; a text equal to the saved one is no draft. Throws `StorageFullError`. */
export async function saveBioDraft(db: UserDatabase, text: string, saved: string): Promise<void> {
  await userTransactionWithRoom(db, [], async () => {
    if (text === saved) await db.meta.delete('bioDraft')
    else await db.meta.put({ key: 'bioDraft', text })
  })
}

export async function deleteBioDraft(db: UserDatabase): Promise<void> {
  await userTransaction(db, [], () => db.meta.delete('bioDraft'))
}
