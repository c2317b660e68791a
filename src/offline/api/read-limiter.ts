import { UnreachableError } from './api-error.ts'

/**
 * Browsers open six connections to a server over HTTP/1.1. One is the stream's, one is for what a person wrote and one
 * for the app's own parts: a server that has stopped answering what the app reads holds up neither.
 */
const readsMax = 3
/** A list of people asks for hundreds of pictures at once: they leave a turn to everything else. */
const lastReadsMax = 2

/**
 * `high` goes before all that wait: somebody has just asked for it and looks at nothing meanwhile. `last` goes behind all,
 * and waits for as long as its caller does.
 */
export type ReadPriority = 'high' | 'low' | 'last'

const priorities = ['high', 'low', 'last'] as const

export interface ReadLimiter {
  <T>(read: () => Promise<T>, signal?: AbortSignal, priority?: ReadPriority): Promise<T>
  /** Resolves when no read is under way or waits: what nobody waits for may then ask. */
  readonly idle: (signal: AbortSignal) => Promise<void>
}

/**
 * Makes a limiter that runs at most `max` reads at once; within a priority the first to come is the first to run.
 * Rejects with the signal's reason when the caller gives up, and but for what can wait with `UnreachableError` after
 * `patienceMs`.
 */
export function createReadLimiter(patienceMs: number, max = readsMax): ReadLimiter {
  const waiters = { high: newWaiters(), low: newWaiters(), last: newWaiters() }
  const idleWaiters = newWaiters()
  let reading = 0
  let readingLast = 0

  function mayRead(priority: ReadPriority): boolean {
    return reading < max && (priority !== 'last' || readingLast < lastReadsMax)
  }

  function count(priority: ReadPriority, by: 1 | -1): void {
    reading += by
    if (priority === 'last') readingLast += by
  }

  async function turn(signal: AbortSignal | undefined, priority: ReadPriority): Promise<void> {
    signal?.throwIfAborted()
    if (mayRead(priority)) {
      count(priority, 1)
      return
    }
    const waiting = waiters[priority]
    const patience = priority === 'last' ? [] : [AbortSignal.timeout(patienceMs)]
    const ended = AbortSignal.any(signal ? [signal, ...patience] : patience)
    await new Promise<void>((resolve, reject) => {
      const mine = () => {
        ended.removeEventListener('abort', giveUp)
        resolve()
      }
      function giveUp(): void {
        waiting.delete(mine)
        reject(
          signal?.aborted ? signal.reason : new UnreachableError('Earlier reads got no answer'),
        )
      }
      waiting.add(mine)
      ended.addEventListener('abort', giveUp)
    })
  }

  /** Hands the turn on, so that nobody who comes between takes it. */
  function done(ended: ReadPriority): void {
    count(ended, -1)
    for (const priority of priorities) {
      const [next] = waiters[priority]
      if (!next || !mayRead(priority)) continue
      waiters[priority].delete(next)
      count(priority, 1)
      next()
      return
    }
    if (reading > 0) return
    for (const wake of idleWaiters) wake()
    idleWaiters.clear()
  }

  async function idle(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (reading === 0) return
    await new Promise<void>((resolve, reject) => {
      const wake = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      function leave(): void {
        idleWaiters.delete(wake)
        reject(signal.reason as Error)
      }
      idleWaiters.add(wake)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  async function limited<T>(
    read: () => Promise<T>,
    signal?: AbortSignal,
    priority: ReadPriority = 'low',
  ): Promise<T> {
    await turn(signal, priority)
    try {
      return await read()
    } finally {
      done(priority)
    }
  }

  return Object.assign(limited, { idle })
}

function newWaiters(): Set<() => void> {
  return new Set()
}

/** Work that never runs twice at once: who asks while it runs gets the run after it. */
export function onceMore(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function run(): Promise<void> {
    running = work().finally(() => (running = undefined))
    return running
  }

  return () => {
    if (!running) return run()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }
}
