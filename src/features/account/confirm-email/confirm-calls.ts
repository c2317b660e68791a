import { confirmationApi } from '#contract/account/confirmation.ts'
import type { FullUser } from '#contract/account/model.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { putProfile } from '#src/session/own-profile.ts'

/** Confirms one's email, and stores the profile as it is from then on. Rejects as the call does. */
export async function confirmEmail(
  db: UserDatabase,
  token: string,
  code: string,
): Promise<FullUser | undefined> {
  const user = await callApi(confirmationApi.confirmEmail, { body: { code } }, { token })
  await userTransaction(db, [], () => putProfile(db, user))
  return user.view === 'full' ? user : undefined
}

/** Asks for a new code, and gives what the server says of it. Rejects as the call does. */
export async function sendEmailCode(token: string): Promise<string> {
  return (await callApi(confirmationApi.sendEmailCode, {}, { token })).message
}
