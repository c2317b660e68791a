import * as v from 'valibot'
import { reportedMessageSchema } from '#contract/safety/model.ts'
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
