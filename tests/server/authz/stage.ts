import type { Database } from '#server/db/client.ts'
import type { AuthzRow } from '#tests/support/authz-rows.ts'
import type { SignedIn } from '#tests/support/people.ts'
import type { TestServer } from '#tests/support/server.ts'

/** Where a row is tried: the running server, its database and who makes the call. */
export interface Stage {
  readonly origin: string
  readonly server: TestServer
  readonly database: Database
  readonly row: AuthzRow
  /** Undefined for a caller without a session. */
  readonly actor: SignedIn | undefined
}

/** What came back, as far as a row can say something about it. */
export interface Outcome {
  readonly status: number
  readonly view?: string
}

export type Attempt = (stage: Stage) => Promise<Outcome>
