import type { UserId, UserType } from '#contract/account/model.ts'

/** The signed-in person behind a request, as every policy sees them. */
export interface Actor {
  readonly userId: UserId
  readonly userType: UserType
  readonly superAdmin: boolean
  /** A care provider whose papers were accepted; false for everybody else. */
  readonly verifiedProvider: boolean
}

/** A request that carried a valid token: the person, and which of their sessions it is. */
export interface Session {
  readonly tokenHash: string
  readonly actor: Actor
  /** When they last proved with password and code that it is them; null where that is not known. */
  readonly provedAt: Date | null
  /** They must turn on a second factor first: until then only routes with `beforeEnrolment` are theirs. */
  readonly enrolmentDue: boolean
}
