import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import * as v from 'valibot'
import { dayMs } from '#contract/local-date.ts'
import { reportedMessageSchema, reportDaysMax } from '#contract/safety/api.ts'
import type { Orm } from '#server/db/orm.ts'
import { reports } from '#server/db/schema/safety.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import type { StoredContent } from './safety.sql.ts'

const reportContentSchema = v.object({
  fields: v.record(v.string(), v.unknown()),
  note: v.string(),
  messages: v.array(reportedMessageSchema),
})

/** What a report holds of what people wrote and are: nothing of it stands in the database in plain words. */
export type ReportContent = v.InferOutput<typeof reportContentSchema>

/** Bound to its report: moved to another one it opens nothing. */
export function sealContent(sealer: Sealer, reportId: string, content: ReportContent): string {
  return sealer.seal(JSON.stringify(content), purposeOf(reportId))
}

/** The content; undefined where it was sealed with another key, for another report, or was changed. */
export function openContent(
  sealer: Sealer,
  { id, sealed, snapshot, note }: StoredContent,
): ReportContent | undefined {
  if (sealed === null) return { fields: { ...snapshot }, note, messages: [] }
  const opened = sealer.open(sealed, purposeOf(id))
  return opened === undefined ? undefined : v.parse(reportContentSchema, JSON.parse(opened))
}

function purposeOf(reportId: string): string {
  return JSON.stringify(['report', reportId])
}

/** One look changes so many at most; the rest waits for the next one. */
const batchMax = 200

/** Deletes reports that were resolved or dismissed long enough ago; their sealed files go with the next sweep of evidence. */
export async function sweepReports(orm: Orm, now: Date): Promise<void> {
  const before = new Date(now.getTime() - reportDaysMax * dayMs)
  const over = orm
    .select({ id: reports.id })
    .from(reports)
    .where(and(inArray(reports.state, ['resolved', 'dismissed']), lte(reports.handledAt, before)))
    .limit(batchMax)
    .for('update', { skipLocked: true })
  await orm.delete(reports).where(inArray(reports.id, over))
}

/** Seals reports from before reports were sealed. */
export async function sealPlainReports(orm: Orm, sealer: Sealer): Promise<void> {
  const rows = await orm
    .select({ id: reports.id, snapshot: reports.snapshot, note: reports.note })
    .from(reports)
    .where(isNull(reports.sealed))
    .limit(batchMax)
  for (const { id, snapshot, note } of rows) {
    const sealed = sealContent(sealer, id, { fields: snapshot, note, messages: [] })
    await orm
      .update(reports)
      .set({ sealed, snapshot: {}, note: '' })
      .where(and(eq(reports.id, id), isNull(reports.sealed)))
  }
}
