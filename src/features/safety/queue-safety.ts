import { v7 as newUuid } from 'uuid'
import { cleanText } from '#contract/free-text.ts'
import type { ReportReason, ReportTarget } from '#contract/safety/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'

/** Stores a block on this device; it holds here at once and is sent before everything else. Rejects when it was not stored. */
export async function queueBlock(db: UserDatabase, userId: string): Promise<void> {
  await enqueue(db, { kind: 'safety.block', payload: { userId } }, tapNow())
}

/** Stores a report on this device; it is sent before everything else. Rejects when it was not stored. */
export async function queueReport(
  db: UserDatabase,
  report: { target: ReportTarget; reason: ReportReason; note: string },
): Promise<void> {
  // What waits here is shown here: the words are those that will arrive.
  const payload = { ...report, note: cleanText(report.note) }
  await enqueue(db, { kind: 'safety.report', payload }, tapNow())
}

function tapNow() {
  return tapMoment({ epochMs: Date.now(), opId: newUuid() })
}
