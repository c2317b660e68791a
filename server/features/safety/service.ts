import type { OwnReport, ReportRequest } from '#contract/safety/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/actor.ts'
import { snapshotOf } from './snapshots.ts'

/** What else the queue of a device carries out. */
export { blockPeople } from './block.ts'
export { maySpeakUp } from './policy.ts'

/** Reports per person and day: more than anybody has to make, and few enough for people to read. */
export const reportsPerDayMax = 30

const dayMs = 86_400_000

/**
 * Stores a report with a copy of what it is about, inside a transaction. `not_found` for what the actor cannot see,
 * `rate_limited` after too many of one day. `made.id` becomes the report's id.
 */
export async function fileReport(
  client: Queryable,
  actor: Actor,
  request: ReportRequest,
  made: { readonly id: string; readonly now: Date },
): Promise<OwnReport | 'not_found' | 'rate_limited'> {
  const snapshot = await snapshotOf(client, actor, request.target)
  if (!snapshot) return 'not_found'
  const since = new Date(made.now.getTime() - dayMs)
  if ((await reportsSince(client, actor.userId, since)) >= reportsPerDayMax) return 'rate_limited'
  const { target, reason, note } = request
  await client.query({
    name: 'report_insert',
    text: `insert into reports (id, reporter_id, subject_id, target, snapshot, reason, note, state, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, 'open', $8)`,
    values: [
      made.id,
      actor.userId,
      snapshot.subjectId,
      JSON.stringify(target),
      JSON.stringify(snapshot.fields),
      reason,
      note,
      made.now,
    ],
  })
  return { _id: made.id, state: 'open', createdAt: made.now.toISOString() }
}

async function reportsSince(client: Queryable, userId: string, since: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'reports_since',
    text: 'select count(*)::int as count from reports where reporter_id = $1 and created_at > $2',
    values: [userId, since],
  })
  return rows[0]?.count ?? 0
}
