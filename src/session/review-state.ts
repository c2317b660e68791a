import type { FullUser } from '#contract/account/model.ts'

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
