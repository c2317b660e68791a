/** Operations per person and minute, whatever becomes of them: far more than anybody taps. */
const opsPerMinute = 3_000
/** Ahead of that: a phone that was offline for months, and every one of its requests sent twice. */
const opsAhead = 20_000
/** More people than these are looked through for those whose share is whole again. */
const peopleMax = 10_000

export interface OpBudgetBounds {
  readonly perMinute: number
  readonly ahead: number
}

interface GrantedOps {
  /** How many of those asked for may be applied, the first ones. */
  readonly granted: number
  /** When the others may come, in milliseconds from now. */
  readonly afterMs: number
}

/**
 * Gives out operations at so many a minute, of which a number may be taken ahead. All that is remembered of a person is
 * the moment up to which they have used theirs. Counted in this process: it is this process's time that is shared.
 */
export function createOpBudget(
  now: () => number,
  { perMinute, ahead }: OpBudgetBounds = { perMinute: opsPerMinute, ahead: opsAhead },
) {
  const perOpMs = 60_000 / perMinute
  const aheadMs = ahead * perOpMs
  const usedUntil = new Map<string, number>()

  function take(userId: string, wanted: number): GrantedOps {
    const nowMs = now()
    const fromMs = Math.max(usedUntil.get(userId) ?? 0, nowMs)
    const free = Math.floor((nowMs + aheadMs - fromMs) / perOpMs)
    const granted = Math.max(0, Math.min(wanted, free))
    const untilMs = fromMs + granted * perOpMs
    usedUntil.set(userId, untilMs)
    if (usedUntil.size > peopleMax) forgetWhole(nowMs)
    const left = wanted - granted
    return { granted, afterMs: left === 0 ? 0 : untilMs + left * perOpMs - (nowMs + aheadMs) }
  }

  /** Milliseconds until there is one for this person; 0 while there is. */
  function waitMs(userId: string): number {
    const nowMs = now()
    const fromMs = Math.max(usedUntil.get(userId) ?? 0, nowMs)
    return Math.max(0, fromMs + perOpMs - (nowMs + aheadMs))
  }

  function forgetWhole(nowMs: number): void {
    for (const [userId, untilMs] of usedUntil) if (untilMs <= nowMs) usedUntil.delete(userId)
  }

  return { take, waitMs }
}

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
