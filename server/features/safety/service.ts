import type { OwnReport, ReportRequest } from '#contract/safety/model.ts'
import { ormOn } from '#server/db/orm.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { noteFiles } from '#server/features/evidence/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { sealContent } from './report-content.ts'
import { snapshotOf, type Snapshot } from './snapshots.ts'
import { reportInsert, reportFilesInsert, reportsSinceCount } from './safety.sql.ts'

/** Reports per person and day: more than anybody has to make, and few enough for people to read. */
export const reportsPerDayMax = 30

const dayMs = 86_400_000

/** What a report gets from its operation; `id` becomes the report's. */
export interface Filing {
  readonly id: string
  readonly now: Date
  readonly evidenceSealer: Sealer
}

/**
 * Stores a report with a sealed copy of what it is about, inside a transaction. `not_found` for what the actor cannot
 * see, `rate_limited` after too many of one day.
 */
export async function fileReport(
  client: Queryable,
  actor: Actor,
  request: ReportRequest,
  filing: Filing,
): Promise<OwnReport | 'not_found' | 'rate_limited'> {
  const { id, now, evidenceSealer } = filing
  const { target, reason, note } = request
  const snapshot = await snapshotOf({ client, actor, ...filing }, target)
  if (!snapshot) return 'not_found'
  const since = new Date(now.getTime() - dayMs)
  if ((await reportsSince(client, actor.userId, since)) >= reportsPerDayMax) return 'rate_limited'
  const { fields, messages, subjectId } = snapshot
  const content = { fields: { ...fields }, note, messages: [...messages] }
  await reportInsert.run(client, [
    id,
    actor.userId,
    subjectId,
    JSON.stringify(target),
    sealContent(evidenceSealer, id, content),
    reason,
    now,
  ])
  await attachFiles(client, id, snapshot, now)
  return { _id: id, state: 'open', createdAt: now.toISOString() }
}

async function attachFiles(
  client: Queryable,
  reportId: string,
  { liveFiles, sealedFileIds }: Snapshot,
  now: Date,
): Promise<void> {
  const messageIds = [...liveFiles.map(({ messageId }) => messageId), ...sealedFileIds]
  if (messageIds.length === 0) return
  await noteFiles(ormOn(client), liveFiles, now)
  await reportFilesInsert.run(client, [reportId, messageIds])
}

async function reportsSince(client: Queryable, userId: string, since: Date): Promise<number> {
  const row = await reportsSinceCount.first(client, [userId, since])
  return row?.count ?? 0
}
