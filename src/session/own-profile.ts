import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { userSchema, type FullUser, type User } from '#contract/account/profile.ts'
import { profileApi } from '#contract/account/settings.ts'
import { isMinorOn, type LocalDate } from '#contract/local-date.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { reviewState } from './review-state.ts'
import { asMember } from './as-member.ts'
import { currentSession } from './session.ts'

/** The person's own profile as this device last saw it; undefined before the first time. For a live query. */
export async function readProfile(db: UserDatabase): Promise<FullUser | undefined> {
  const row = await db.meta.get('profile')
  const parsed = v.safeParse(userSchema, row?.key === 'profile' ? row.user : undefined)
  return parsed.success && parsed.output.view === 'full' ? parsed.output : undefined
}

/** When the server last sent the profile, in epoch milliseconds; undefined where this device did not note it. For a live query. */
export async function readProfileAsOf(db: UserDatabase): Promise<number | undefined> {
  const row = await db.meta.get('profileAsOf')
  return row?.key === 'profileAsOf' ? row.asOfMs : undefined
}

/** Whether a person is under 18 on a day, as the server counts; undefined before this device knows them. */
export function isMinor(
  profile: Pick<FullUser, 'birthDate'> | undefined,
  today: LocalDate,
): boolean | undefined {
  return profile && isMinorOn(profile.birthDate, today)
}

/** Fetches the person's own profile and stores it; once more where it was changed here meanwhile. Rejects as the call does. */
export async function refreshProfile(db: UserDatabase, token: string): Promise<void> {
  const before = await storedProfile(db)
  const user = await callApi(accountApi.getUser, { params: { id: db.userId } }, { token })
  const isStored = await userTransaction(db, [], async () => {
    // Nobody changes a profile that this device has never read: there it is another look that was faster.
    if (before !== undefined && (await storedProfile(db)) !== before) return false
    await putProfile(db, user)
    return true
  })
  if (!isStored) await refreshProfile(db, token)
}

async function storedProfile(db: UserDatabase): Promise<string | undefined> {
  return JSON.stringify(await db.meta.get('profile'))
}

/** Fetches the person's own score and stores it with their profile. Rejects as the call does. */
export async function refreshScore(db: UserDatabase, token: string): Promise<void> {
  const params = { userId: db.userId }
  const { score } = await callApi(profileApi.getScore, { params }, { token })
  await userTransaction(db, [], async () => {
    const profile = await readProfile(db)
    if (profile) await putProfile(db, { ...profile, score })
  })
}

/** Stores the person's own profile; inside a user transaction. */
export async function putProfile(db: UserDatabase, user: User): Promise<void> {
  if (user.view !== 'full') return
  await db.meta.bulkPut([
    { key: 'profile', user },
    { key: 'profileAsOf', asOfMs: Date.now() },
  ])
}

/** Whether others see the provider, as far as this device knows. For a live query. */
export async function isReviewed(db: UserDatabase): Promise<boolean> {
  const profile = await readProfile(db)
  return profile === undefined || reviewState(profile).status === 'none'
}

/**
 * Whether the person can have chats: a care provider has none until their papers were accepted, and the server lists
 * none. On a new device the profile is asked first. Rejects as its call does.
 */
export async function mayHaveChats(db: UserDatabase): Promise<boolean> {
  if (currentSession()?.user.userT !== 'ServiceProvider') return true
  if (!(await readProfile(db))) await asMember(db, (token) => refreshProfile(db, token))
  return isReviewed(db)
}
