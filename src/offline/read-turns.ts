import { UnreachableError } from './api-error.ts'

/**
 * Browsers open six connections to a server over HTTP/1.1. One is the stream's, one is for what a person wrote and one
 * for the app's own parts: a server that has stopped answering what the app reads holds up neither.
 */
const readsMax = 3

export type InTurn = <T>(read: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * Makes the place where reads wait for their turn, first come, first served; at most `max` of them run at once.
 * Rejects with the signal's reason when the caller gives up, and with `UnreachableError` after `patienceMs`.
 */
export function createReadTurns(patienceMs: number, max = readsMax): InTurn {
  const waiting = new Set<() => void>()
  let reading = 0

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (reading < max) {
      reading += 1
      return
    }
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
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else {
      reading -= 1
    }
  }

  return async (read, signal) => {
    await turn(signal)
    try {
      return await read()
    } finally {
      done()
    }
  }
}
