import type { FullUser } from '#contract/account/model.ts'

/** Where a care provider stands with those who look at their papers. */
export type ReviewState =
  | { status: 'none' }
  | { status: 'waiting' }
  | { status: 'rejected'; reason: string }

/** Decisions: a provider is listed once a superAdmin approved them; nobody else is reviewed. */
export function reviewState(
  user: Pick<FullUser, 'userT' | 'verifiedAt' | 'rejectedReason'>,
): ReviewState {
  if (user.userT !== 'ServiceProvider' || user.verifiedAt !== null) return { status: 'none' }
  return user.rejectedReason
    ? { status: 'rejected', reason: user.rejectedReason }
    : { status: 'waiting' }
}
