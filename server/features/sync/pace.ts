/** How long a push held a connection, and whether others waited for one at its end. */
export interface Turn {
  readonly tookMs: number
  readonly othersWait: boolean
}

export type Pace = ReturnType<typeof createPace>

/** What others wait at most behind a turn without noticing: a read of theirs takes about 2 ms on a quiet server. */
const turnMsWanted = 2
const roomMin = 0.01
/** How fast turns grow again once nobody waits. */
const growth = 1.5
/** So long after somebody waited they may be between two statements of one request. */
const othersNearMs = 100

/** How long a push rests while others have their turn: in times of what its transaction took, and at most. */
const restFactor = 12
const restMsMax = 100

/**
 * How much the pushes of a process put into one transaction: a whole slice while nobody waits for a connection, less
 * where others do, so that their reads pass between two short turns, whoever pushes.
 */
export function createPace(now: () => number = () => performance.now()) {
  let room = 1
  let othersNearUntilMs = -Infinity

  return {
    /** The part of a whole slice that a transaction may hold: above 0, at most 1. */
    room: () => room,

    /** How many milliseconds the push rests now: a request takes several turns and shall not wait for ours before each. */
    restMsAfter({ tookMs, othersWait }: Turn): number {
      if (othersWait) othersNearUntilMs = now() + othersNearMs
      if (now() > othersNearUntilMs) {
        room = Math.min(1, room * growth)
        return 0
      }
      if (tookMs > turnMsWanted) room = Math.max(roomMin, (room * turnMsWanted) / tookMs)
      return Math.min(tookMs * restFactor, restMsMax)
    },
  }
}
