import { UnreachableError } from './api-error.ts'

/**
 * Browsers open six connections to a server over HTTP/1.1. One is the stream's, one is for what a person wrote and one
 * for the app's own parts: a server that has stopped answering what the app reads holds up neither.
 */
const readsMax = 3

/** `ahead` of all that wait already: somebody has just asked for it and looks at nothing meanwhile. */
export type ReadPlace = 'ahead' | 'behind'

export interface InTurn {
  <T>(read: () => Promise<T>, signal?: AbortSignal, place?: ReadPlace): Promise<T>
  /** Resolves when no read is under way or waits: what nobody waits for may then ask. */
  readonly rest: (signal: AbortSignal) => Promise<void>
}

/**
 * Makes the place where reads wait for their turn, first come, first served; at most `max` of them run at once.
 * Rejects with the signal's reason when the caller gives up, and with `UnreachableError` after `patienceMs`.
 */
export function createReadTurns(patienceMs: number, max = readsMax): InTurn {
  const ahead = new Set<() => void>()
  const behind = new Set<() => void>()
  const resting = new Set<() => void>()
  let reading = 0

  async function turn(signal: AbortSignal | undefined, place: ReadPlace): Promise<void> {
    signal?.throwIfAborted()
    if (reading < max) {
      reading += 1
      return
    }
    const waiting = place === 'ahead' ? ahead : behind
    const patience = AbortSignal.timeout(patienceMs)
    const ended = AbortSignal.any(signal ? [signal, patience] : [patience])
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
  function done(): void {
    const waiting = ahead.size > 0 ? ahead : behind
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
      return
    }
    reading -= 1
    if (reading > 0) return
    for (const wake of resting) wake()
    resting.clear()
  }

  async function rest(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (reading === 0) return
    await new Promise<void>((resolve, reject) => {
      const wake = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      function leave(): void {
        resting.delete(wake)
        reject(signal.reason as Error)
      }
      resting.add(wake)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  async function inTurn<T>(
    read: () => Promise<T>,
    signal?: AbortSignal,
    place: ReadPlace = 'behind',
  ): Promise<T> {
    await turn(signal, place)
    try {
      return await read()
    } finally {
      done()
    }
  }

  return Object.assign(inTurn, { rest })
}
