import { useIsBefore } from '#src/lib/now.ts'
import { useConnection } from '#src/lib/online.ts'
import { undoableUntil, type OutboxRow } from '#src/offline/engine/outbox-row.ts'

/** The rows to speak of as not sent: while the server can be reached, what its person can still take back is not. */
export function useLateRows(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const connection = useConnection()
  const untils = rows.map(undoableUntil).filter((until) => until !== undefined)
  const undoing = useIsBefore(untils.length > 0 ? Math.max(...untils) : undefined)
  if (connection !== 'online' || !undoing) return rows
  return rows.filter((row) => undoableUntil(row) === undefined)
}
