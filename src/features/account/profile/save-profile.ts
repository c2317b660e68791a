import type { UserType } from '#contract/account/model.ts'
import { profileApi } from '#contract/account/settings.ts'
import { providersApi } from '#contract/providers/api.ts'
import type { Practice } from '#contract/providers/model.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { putProfile } from '#src/session/own-profile.ts'

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
