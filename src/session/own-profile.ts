import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { type FullUser, userSchema, type User } from '#contract/account/profile.ts'
import { profileApi } from '#contract/account/settings.ts'
import { isMinorOn, type LocalDate } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { putChanged } from '#src/offline/storage/put-changed.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from './as-member.ts'
import { currentSession } from './session.ts'

/** How far the review of a care provider's papers is. */
export type ReviewState =
  | { status: 'none' }
  | { status: 'waiting' }
  /** Approved, and listed as soon as their email is confirmed. */
  | { status: 'unconfirmed' }
  | { status: 'rejected'; reason: string }

/** Decisions: a provider is listed once they are approved and their email is confirmed; no other kind of account is reviewed. */
export function reviewState(
  user: Pick<FullUser, 'userT' | 'verifiedAt' | 'approvedAt' | 'rejectedReason'>,
): ReviewState {
  if (user.userT !== 'ServiceProvider' || user.verifiedAt !== null) return { status: 'none' }
  if (user.rejectedReason) return { status: 'rejected', reason: user.rejectedReason }
  return { status: user.approvedAt ? 'unconfirmed' : 'waiting' }
}

/**
 * Where a care provider who is listed is with people under 18: `off`: they have not said that they see them; `asked`:
 * the Zync team has not answered yet; `refused`: it did not clear them. `none` for everybody else, and for a provider
 * who waits for the review of their papers, which answers this too.
 */
export type MinorsState = 'none' | 'off' | 'asked' | 'refused' | 'cleared'

export function minorsState(
  user: Pick<FullUser, 'userT' | 'verifiedAt' | 'rejectedReason' | 'practice'>,
): MinorsState {
  const { userT, practice } = user
  if (userT !== 'ServiceProvider' || !practice) return 'none'
  if (reviewState(user).status !== 'none') return 'none'
  if (!practice.seesMinors) return 'off'
  if (practice.clearedForMinors) return 'cleared'
  return practice.minorsAskedAt ? 'asked' : 'refused'
}

/** Why nobody under 18 can ask a provider; undefined where they can, or where something else prevents it. */
export function minorsText(state: MinorsState): string | undefined {
  switch (state) {
    case 'off':
      return m.profile_minors_off()
    case 'asked':
      return m.profile_minors_asked()
    case 'refused':
      return m.profile_minors_refused()
    case 'cleared':
    case 'none':
      return undefined
  }
}

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
  await putChanged(db.meta, [
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
