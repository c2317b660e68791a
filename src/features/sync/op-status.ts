import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'

/** The status of an unsent operation as its person reads it. */
export type OpStatus =
  | { status: 'waiting' }
  /** Tried before; it is tried again at this moment, in epoch milliseconds. */
  | { status: 'later'; at: number }
  | { status: 'refused'; why: string }
  | { status: 'upgrade' }
  /** It has waited for so long that its person has to say whether it still goes. */
  | { status: 'needs_confirmation' }

/** A wait shorter than this is not worth a time on the screen, in milliseconds. */
const soonMs = 5_000

export function opStatus(
  row: Pick<OutboxRow, 'state' | 'nextAttemptAt' | 'lastError'>,
  nowMs: number,
): OpStatus {
  switch (row.state) {
    case 'dead':
      return { status: 'refused', why: row.lastError?.message ?? '' }
    case 'needs_upgrade':
      return { status: 'upgrade' }
    case 'asks':
      return { status: 'needs_confirmation' }
    case 'pending':
      return row.nextAttemptAt > nowMs + soonMs
        ? { status: 'later', at: row.nextAttemptAt }
        : { status: 'waiting' }
  }
}
