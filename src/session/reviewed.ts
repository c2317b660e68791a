import { readProfile, refreshProfile } from './own-profile.ts'
import { reviewState } from './review-state.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from './as-member.ts'
import { currentSession } from './session.ts'

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
