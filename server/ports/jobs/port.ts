import type { Orm } from '#server/db/orm.ts'

/** Work for later. */
export interface NewJob {
  readonly kind: string
  /** Noted under the same key again, it is the same work: nothing is added, also after it was done. */
  readonly key?: string
  /** Ids alone: what they name is read when the work is done. */
  readonly payload: object
  readonly runAt: Date
}

/** Does the work of one kind. It may run twice, after a crash in the middle, so it looks at what is before it acts. */
export type JobWork = (payload: unknown) => Promise<void>

export interface Jobs {
  /** Notes work in the transaction that calls for it: both happen or neither. */
  add(tx: Pick<Orm, 'insert'>, job: NewJob): Promise<void>
  /** Says who does the work of a kind. Kinds that nobody does here are left to other processes. */
  handle(kind: string, work: JobWork): void
  /** The same, and asks for it once in each `everyMs`, whichever process comes first. */
  repeat(kind: string, everyMs: number, work: () => Promise<void>): void
  /** Does everything that is due, and says how many jobs it did. */
  runDue(): Promise<number>
  /** Looks for work from now on. */
  start(): void
  /** Takes no more work; resolves when the work under way is done. */
  stop(): Promise<void>
}
