import type { Statements } from '#server/db/orm.ts'

export interface JobQueue {
  readonly limitSeconds: number
  readonly hands: number
  /** How often a job is tried before it is given up; `attemptsMax` where nothing is said. Work that soon comes again by itself needs one. */
  readonly attempts?: number
  /** How long one that was done is stored; 3 days where nothing is said. What comes every few seconds would be many. */
  readonly storedSeconds?: number
  /** What its jobs carry opens something: one that is given up is not stored for the operator. */
  readonly secret?: true
}

/**
 * Every kind of work for later, each a queue of its own, so that none waits behind another: a calendar that does not answer
 * holds up no mail. `limitSeconds` is how long one try may take, `hands` how many one process does side by side.
 */
export const jobQueues = {
  'booking.told': { limitSeconds: 120, hands: 2 },
  'booking.reminder': { limitSeconds: 120, hands: 2 },
  'booking.mail': { limitSeconds: 120, hands: 4 },
  /** Google's calls take up to 8 s, twice each, twice a job. */
  'booking.calendar': { limitSeconds: 120, hands: 2 },
  /** Longer, for as many sessions as there are to come. */
  'calendar.leave': { limitSeconds: 600, hands: 1, storedSeconds: 3_600, secret: true },
  'booking.alone': { limitSeconds: 120, hands: 2 },
  'calendar.expired': { limitSeconds: 120, hands: 2 },
  'payments.receipt': { limitSeconds: 120, hands: 2 },
  'payments.giveBack': { limitSeconds: 120, hands: 2 },
  'payments.lostSessions': { limitSeconds: 120, hands: 2 },
  'payments.clientClosed': { limitSeconds: 120, hands: 1 },
  'payment-requests.paid': { limitSeconds: 120, hands: 2 },
  'payment-requests.close': { limitSeconds: 120, hands: 2 },
  'payment-requests.receipt': { limitSeconds: 120, hands: 2 },
  'payments.reconcile': { limitSeconds: 600, hands: 1, attempts: 1 },
  /** Comes every few seconds, so the next one does what one could not. */
  'push.clock': { limitSeconds: 120, hands: 1, attempts: 1, storedSeconds: 3_600 },
  'push.send': { limitSeconds: 120, hands: 4 },
  upkeep: { limitSeconds: 600, hands: 1, attempts: 1 },
  snapshot: { limitSeconds: 3_600, hands: 1, attempts: 2 },
  cleanup: { limitSeconds: 3_600, hands: 1 },
} as const satisfies Record<string, JobQueue>
export type JobKind = keyof typeof jobQueues

/** Where a job goes that was given up after its last try. It is no kind: nobody notes work there, and nobody does it. */
export const givenUpQueue = 'given-up'

export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(jobQueues, kind)
}

/** Work for later. */
export interface NewJob {
  readonly kind: JobKind
  /** Noted under the same key again, it is the same work: nothing is added, also for 3 days after it was done. */
  readonly key?: string
  /** Ids alone: what they name is read when the work is done. What is gone by then goes along sealed, where the queue is `secret`. */
  readonly payload: object
  readonly runAt: Date
}

/** One try at a job. */
export interface JobTry {
  /** The same for every try of the same job. */
  readonly id: string
}

/** Does the work of one kind. It may run twice, after a crash in the middle, so it looks at what is before it acts. */
export type JobWork = (payload: unknown, attempt: JobTry) => Promise<void>

/** An hour of the day by the clock of a zone. */
export interface DailyTime {
  /** From 0 to 23. */
  readonly hour: number
  /** A name of the IANA time zone database. */
  readonly timeZone: string
}

export interface Jobs {
  /** Notes work in the transaction that calls for it: both happen or neither. */
  add(tx: Pick<Statements, 'execute'>, job: NewJob): Promise<void>
  /** Says who does the work of a kind. Kinds that nobody does here are left to other processes. */
  handle(kind: JobKind, work: JobWork): void
  /** The same, and asks for it once in each `everyMs`, whichever process comes first. */
  repeat(kind: JobKind, everyMs: number, work: () => Promise<void>): void
  /** Asks for it once on each date of that zone, from that hour on; a date on which nobody could is not made up for later ones. */
  daily(kind: JobKind, time: DailyTime, work: () => Promise<void>): void
  /** The moment by the clock that decides what is due, the database's: that of a process may be ahead of it. */
  now(): Promise<number>
  /** Does everything that is due, one after another, and says how many jobs it did. */
  runDue(): Promise<number>
  /** Looks for work from now on. */
  start(): Promise<void>
  /** Takes no more work; resolves when the work under way is done, or after a while. */
  stop(): Promise<void>
}

/** The jobs of one kind that were given up for one reason. */
export interface GivenUp {
  readonly kind: string
  /** The name of the failure of the last try. */
  readonly failure: string
  readonly count: number
  readonly oldest: Date
}

/** What was given up, for the operator. It is stored for 90 days. */
export interface GivenUpJobs {
  list(): Promise<GivenUp[]>
  /** Gives the jobs of a kind back to their queue, each as the same work under the same id, with all its tries; says how many. */
  retry(kind: JobKind): Promise<number>
}

/** When people sleep: the work of every day begins then. */
export const nightHour = 3
