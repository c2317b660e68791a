import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'

/** Where an unsent operation stands, as it is told to its person. */
export type OpStanding =
  | { status: 'waiting' }
  /** Tried before; it is tried again at this moment, in epoch milliseconds. */
  | { status: 'later'; at: number }
  | { status: 'refused'; why: string }
  | { status: 'upgrade' }
  /** It has waited for so long that its person has to say whether it still goes. */
  | { status: 'asks' }

/** A wait shorter than this is not worth a time on the screen, in milliseconds. */
const soonMs = 5_000

export function opStanding(
  row: Pick<OutboxRow, 'state' | 'nextAttemptAt' | 'lastError'>,
  nowMs: number,
): OpStanding {
  switch (row.state) {
    case 'dead':
      return { status: 'refused', why: row.lastError?.message ?? '' }
    case 'needs_upgrade':
      return { status: 'upgrade' }
    case 'asks':
      return { status: 'asks' }
    case 'pending':
      return row.nextAttemptAt > nowMs + soonMs
        ? { status: 'later', at: row.nextAttemptAt }
        : { status: 'waiting' }
  }
}
