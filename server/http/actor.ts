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
}
