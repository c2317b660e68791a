import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { userSchema, type FullUser } from '#contract/account/model.ts'
import { callApi } from '#src/offline/api.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { ownedTransaction } from '#src/offline/owned-transaction.ts'

/** The person's own profile as this device last saw it; undefined before the first time. For a live query. */
export async function readProfile(db: UserDatabase): Promise<FullUser | undefined> {
  const row = await db.meta.get('profile')
  const parsed = v.safeParse(userSchema, row?.key === 'profile' ? row.user : undefined)
  return parsed.success && parsed.output.view === 'full' ? parsed.output : undefined
}

/** Fetches the person's own profile and keeps it. Rejects as the call does. */
export async function refreshProfile(db: UserDatabase, token: string): Promise<void> {
  const user = await callApi(accountApi.getUser, { params: { id: db.userId } }, { token })
  if (user.view !== 'full') return
  await ownedTransaction(db, [], () => db.meta.put({ key: 'profile', user }))
}
