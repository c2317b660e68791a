import { contractVersion } from '#contract/version.ts'
import { onPageHidden, onResume } from '#src/lib/online.ts'
import { onContact, serverContract } from '#src/offline/api/api.ts'
import { nextDueAt } from '#src/offline/engine/batch.ts'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import { drainLockReleased } from '#src/offline/engine/lock.ts'
import {
  endUndo,
  outboxStatus,
  reviveAfterUpgrade,
  type OutboxStatus,
} from '#src/offline/engine/outbox.ts'
import type { DrainOutcome } from '#src/offline/engine/push.ts'
import { readQueue, resumeAfterOutage, resetBackoff } from '#src/offline/engine/queue.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { persistUserStorage } from '#src/offline/storage/user-storage.ts'
import { follow } from '#src/offline/storage/user-transaction.ts'
import { resumeAfterLogin } from '#src/session/as-member.ts'
import { registerOutboxSync } from '#src/session/background-sync.ts'
import { nothingQueued, queueStatus } from './queue-status.ts'

/** Architecture: a 30 s timer while something is due; a hidden tab's clock may be later still. */
export const timerMaxMs = 30_000

/** The least pause after a run, so that an outcome that is due at once cannot spin. */
const timerMinMs = 1_000

interface RunTimer {
  /** Runs after so many milliseconds, at most `timerMaxMs`; undefined takes back what was set before. */
  set(waitMs: number | undefined): void
}

/**
 * A timer that starts `run`, until `signal` ends it. A service has one for what its live query says is due and one for
 * what its last run said: in one timer, a run that found the lock taken would put off what the query knows to be due.
 */
export function createRunTimer(run: () => void, signal: AbortSignal): RunTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  return {
    set(waitMs) {
      clearTimeout(timer)
      if (waitMs === undefined || signal.aborted) return
      timer = setTimeout(run, Math.min(timerMaxMs, Math.max(0, waitMs)))
    },
  }
}

/**
 * How long to wait before the next run, in milliseconds; undefined when only an event may start one.
 * An undefined outcome means that another context is sending.
 */
export function nextRunMs(outcome: DrainOutcome | undefined, nowMs: number): number | undefined {
  switch (outcome?.status) {
    case 'empty':
    case 'needs_auth':
    case 'no_session':
      return undefined
    case 'waiting':
      return Math.min(timerMaxMs, Math.max(timerMinMs, outcome.dueAt - nowMs))
    case undefined:
      return timerMaxMs
  }
}

/** Gives a function that runs `work` at once, and again no sooner than `pauseMs` later, however often it is called meanwhile. */
export function throttle(pauseMs: number, work: () => void, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  signal.addEventListener('abort', () => clearTimeout(timer))

  function run(): void {
    again = false
    timer = setTimeout(rest, pauseMs)
    work()
  }

  function rest(): void {
    timer = undefined
    if (again) run()
  }

  return () => {
    if (signal.aborted) return
    if (timer === undefined) run()
    else again = true
  }
}

/** While the server answers reads, what it left unanswered is tried again this often at the most. */
export const resumeEveryMs = 5_000

/**
 * Sends what the person did, for as long as they are logged in on this page. Whatever is queued, by whichever tab,
 * is seen through live queries: no caller has to say that it queued something. Returns the function that stops it.
 */
export function startOutboxService(db: UserDatabase): () => void {
  const service = new OutboxService(db)
  service.start()
  return () => service.stop()
}

let requested = false

class OutboxService {
  readonly #db: UserDatabase
  readonly #stopping = new AbortController()
  /** One for what the queue says is due, one for what the last run said. */
  readonly #due = createRunTimer(() => this.#settle(this.#send()), this.#stopping.signal)
  readonly #next = createRunTimer(() => this.#settle(this.#send()), this.#stopping.signal)
  #run: Promise<void> | undefined
  #runAgain = false
  /** The server answered something else while a run is under way, which may be waiting on a connection that is dead. */
  #resumeAfterRun: (() => void) | undefined
  #awaitsServer = false
  #undoTimer: ReturnType<typeof setTimeout> | undefined

  constructor(db: UserDatabase) {
    this.#db = db
  }

  start(): void {
    const { signal } = this.#stopping
    onResume(() => this.#resumeNow(), signal)
    onPageHidden(() => this.#settle(endUndo(this.#db)), signal)
    const resume = throttle(resumeEveryMs, () => this.#settle(this.#retryAfterOutage()), signal)
    onContact((contact) => {
      if (contact !== 'read') return
      this.#resumeAfterRun = resume
      resume()
    }, signal)
    const revive = throttle(
      resumeEveryMs,
      () => this.#settle(reviveAfterUpgrade(this.#db, serverContract() ?? 0)),
      signal,
    )
    onContact(() => {
      if (this.#awaitsServer && (serverContract() ?? 0) >= contractVersion) revive()
    }, signal)
    this.#watch(
      () => nextDueAt(this.#db),
      (dueAt) => this.#due.set(dueAt === undefined ? undefined : dueAt - Date.now()),
    )
    this.#watch(
      () => readStatus(this.#db),
      ({ status, needsAuth }) => {
        this.#publish(status, needsAuth)
        // Not at once each time: a tab of an older build that still sends gives them up again.
        if (status.misread > 0) revive()
      },
    )
    this.#settle(reviveAfterUpgrade(this.#db))
    this.#resumeNow()
  }

  stop(): void {
    this.#stopping.abort()
    clearTimeout(this.#undoTimer)
    queueStatus.set(nothingQueued)
  }

  #watch<T>(query: () => Promise<T>, next: (value: T) => void): void {
    const subscription = follow(this.#db, query).subscribe({
      next,
      error: () => this.#next.set(timerMaxMs),
    })
    this.#stopping.signal.addEventListener('abort', () => subscription.unsubscribe())
  }

  #publish({ newest, ...status }: OutboxStatus, needsAuth: boolean): void {
    this.#awaitsServer = status.awaitsServer > 0
    this.#countUndoable(status.undoableUntil)
    queueStatus.set({
      ...queueStatus.get(),
      unsent: status.unsent,
      refused: status.refused,
      needsAuth,
      needsUpgrade: status.needsUpgrade > 0,
    })
    if (newest?.state !== 'pending') return
    requestPersistenceOnce()
    registerOutboxSync(newest.seq)
  }

  /** Counts the taps that can still be taken back, until there are none. */
  #countUndoable(until: readonly number[]): void {
    clearTimeout(this.#undoTimer)
    const now = Date.now()
    const left = until.filter((at) => at > now)
    queueStatus.set({ ...queueStatus.get(), undoable: left.length })
    if (left.length === 0 || this.#stopping.signal.aborted) return
    this.#undoTimer = setTimeout(() => this.#countUndoable(left), Math.min(...left) - now)
  }

  /** The server answers, which it did not when this queue was last tried. */
  async #retryAfterOutage(): Promise<void> {
    if ((await resumeAfterOutage(this.#db)) === 'resumed') await this.#send()
  }

  /** The network or the person may be back: our own backoff no longer counts, nor does a refusal of an earlier session. */
  #resumeNow(): void {
    const resumed = resetBackoff(this.#db).then(() => resumeAfterLogin(this.#db))
    this.#settle(resumed.then(() => this.#send()))
  }

  /** One run at a time; a call that comes during one is answered by another run after it. */
  async #send(): Promise<void> {
    if (this.#run) {
      this.#runAgain = true
      return await this.#run
    }
    this.#resumeAfterRun = undefined
    this.#run = this.#sendAll()
    try {
      await this.#run
    } finally {
      this.#run = undefined
      this.#runHasEnded()
    }
  }

  #runHasEnded(): void {
    this.#resumeAfterRun?.()
  }

  async #sendAll(): Promise<void> {
    do {
      this.#runAgain = false
      if (this.#stopping.signal.aborted) return
      const outcome = await drainNow(this.#db, 'page')
      this.#next.set(nextRunMs(outcome, Date.now()))
      if (outcome === undefined) this.#lookWhenReleased()
    } while (this.#runAgain)
  }

  /** Another context sends: it may have begun before the last change, so what it leaves is looked for after it. */
  #lookWhenReleased(): void {
    const { signal } = this.#stopping
    this.#settle(drainLockReleased(this.#db.userId, signal).then(() => this.#next.set(0)))
  }

  /** The end of the session ends the service; anything else before it is a defect, which is reported and tried again. */
  #settle(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (error instanceof SessionEndedError) {
        this.stop()
        return
      }
      if (this.#stopping.signal.aborted) return
      this.#next.set(timerMaxMs)
      reportError(error)
    })
  }
}

async function readStatus(db: UserDatabase) {
  const [status, { needsAuth }] = await db.transaction('r', db.outbox, db.meta, () =>
    Promise.all([outboxStatus(db), readQueue(db)]),
  )
  return { status, needsAuth }
}

/** Asks the browser once to keep this site's data when room gets short; for when something waits here alone. */
function requestPersistenceOnce(): void {
  if (requested) return
  requested = true
  void persist()
}

async function persist(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined
  if (storage?.persist && !(await storage.persisted())) await storage.persist()
  await persistUserStorage()
}
