import type { FullUser } from '#contract/account/profile.ts'
import * as m from '#src/i18n/paraglide/messages.js'

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
