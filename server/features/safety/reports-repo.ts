import type { ReportState } from '#contract/safety/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  reportsList,
  reportsOpen,
  contentRow,
  reportDecide,
  type ReportRow,
  type StoredContent,
} from './safety.sql.ts'

/** Proof that the actor handles reports. */
export type Handler = Authorized<{ readonly userId: string }>

/** Reports, oldest first, behind a moment and id. */
export async function listReports(
  client: Queryable,
  _handler: Handler,
  given: {
    readonly state: ReportState | undefined
    readonly behind: readonly [Date, string] | undefined
    readonly limit: number
  },
): Promise<ReportRow[]> {
  return reportsList.all(client, [
    given.state ?? null,
    given.behind?.[0] ?? null,
    given.behind?.[1] ?? null,
    given.limit + 1,
  ])
}

/** How many reports nobody has looked at. */
export async function countOpenReports(client: Queryable, _handler: Handler): Promise<number> {
  const row = await reportsOpen.first(client, [])
  return row?.count ?? 0
}

/** The content of one report; undefined where there is no such report. */
export async function contentOfReport(
  client: Queryable,
  _handler: Handler,
  id: string,
): Promise<StoredContent | undefined> {
  return contentRow.first(client, [id])
}

/** Notes a decision; the last one stands. Undefined where there is no such report. */
export async function decideReport(
  client: Queryable,
  handler: Handler,
  id: string,
  decision: { readonly state: ReportState; readonly note: string; readonly at: Date },
): Promise<ReportRow | undefined> {
  return reportDecide.first(client, [
    id,
    decision.state,
    decision.note,
    handler.userId,
    decision.at,
  ])
}
