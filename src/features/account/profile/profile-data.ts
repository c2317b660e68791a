import type { UserType } from '#contract/account/model.ts'
import { profileApi } from '#contract/account/settings.ts'
import { providersApi } from '#contract/providers/api.ts'
import type { Practice } from '#contract/providers/model.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { putProfile, readProfile, readProfileAsOf, refreshScore } from '#src/session/own-profile.ts'
import { defineLocal, defineResource } from '#src/data/resource.ts'

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

/** Replaces the profile image on the server, and the profile on this device. Rejects as the call does. */
export async function saveImage({ db, token, userT }: Member, image: File): Promise<void> {
  const user = await callApi(
    profileApi.updateProfileImage,
    { params: { id: db.userId }, body: { userT }, files: { profileImg: image } },
    { token },
  )
  await userTransaction(db, [], () => putProfile(db, user))
}

/** Replaces the bio on the server, and the profile on this device; its draft has done its work. Rejects as the call does. */
export async function saveBio({ db, token, userT }: Member, bio: string): Promise<void> {
  const user = await callApi(
    profileApi.updateBio,
    { params: { id: db.userId }, body: { bio, userT } },
    { token },
  )
  await userTransaction(db, [], async () => {
    await putProfile(db, user)
    await db.meta.delete('bioDraft')
  })
}

/** Changes what a care provider says about their work, on the server and on this device. Rejects as the call does. */
export async function savePractice({ db, token }: Member, practice: Practice): Promise<void> {
  const user = await callApi(
    providersApi.updatePractice,
    { params: { id: db.userId }, body: practice },
    { token },
  )
  await userTransaction(db, [], () => putProfile(db, user))
}

/** Chooses whether connected providers see one's points, on the server and on this device. Rejects as the call does. */
export async function saveSharing({ db, token }: Member, shareScore: boolean): Promise<void> {
  const user = await callApi(
    profileApi.updateSharing,
    { params: { id: db.userId }, body: { shareScore } },
    { token },
  )
  await userTransaction(db, [], () => putProfile(db, user))
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

/** Stores what is being written in the person's own database; a text equal to the saved one is no draft. */
export async function saveBioDraft(db: UserDatabase, text: string, saved: string): Promise<void> {
  await userTransaction(db, [], async () => {
    if (text === saved) await db.meta.delete('bioDraft')
    else await db.meta.put({ key: 'bioDraft', text })
  })
}

export async function deleteBioDraft(db: UserDatabase): Promise<void> {
  await userTransaction(db, [], () => db.meta.delete('bioDraft'))
}
