import type { ReportReason, ReportState } from '#contract/safety/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { StoredContent } from './report-content.ts'

interface NamedPerson {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly userType: string
}

export interface ReportRow {
  readonly id: string
  readonly state: ReportState
  readonly createdAt: Date
  readonly target: { readonly kind: string; readonly id: string }
  readonly reason: ReportReason
  readonly note: string
  readonly snapshot: Readonly<Record<string, unknown>>
  readonly sealed: string | null
  readonly reporter: NamedPerson | null
  readonly subject: (NamedPerson & { readonly suspended: boolean }) | null
  readonly handledAt: Date | null
  readonly handlingNote: string | null
}

/** Proof that the actor handles reports. */
export type Handler = Authorized<{ readonly userId: string }>

const columns = `reports.id, state, reports.created_at as "createdAt", target, reason, note, snapshot, sealed,
  handled_at as "handledAt", handling_note as "handlingNote",
  (select json_build_object('id', id, 'firstname', firstname, 'lastname', lastname,
    'userType', user_type) from users where users.id = reporter_id) as reporter,
  (select json_build_object('id', id, 'firstname', firstname, 'lastname', lastname,
    'userType', user_type, 'suspended', suspended_at is not null)
    from users where users.id = subject_id) as subject`

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
  const { rows } = await client.query<ReportRow>({
    name: 'reports_list',
    text: `select ${columns} from reports
      where ($1::text is null or state = $1)
        and ($2::timestamptz is null or (created_at, id) > ($2, $3::uuid))
      order by created_at, id limit $4`,
    values: [
      given.state ?? null,
      given.behind?.[0] ?? null,
      given.behind?.[1] ?? null,
      given.limit + 1,
    ],
  })
  return rows
}

/** How many reports nobody has looked at. */
export async function countOpenReports(client: Queryable, _handler: Handler): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'reports_open',
    text: `select count(*)::int as count from reports where state = 'open'`,
  })
  return rows[0]?.count ?? 0
}

/** The content of one report; undefined where there is no such report. */
export async function contentOfReport(
  client: Queryable,
  _handler: Handler,
  id: string,
): Promise<StoredContent | undefined> {
  const { rows } = await client.query<StoredContent>({
    name: 'report_content',
    text: 'select id, sealed, snapshot, note from reports where id = $1',
    values: [id],
  })
  return rows[0]
}

/** Notes a decision; the last one stands. Undefined where there is no such report. */
export async function decideReport(
  client: Queryable,
  handler: Handler,
  id: string,
  decision: { readonly state: ReportState; readonly note: string; readonly at: Date },
): Promise<ReportRow | undefined> {
  const { rows } = await client.query<ReportRow>({
    name: 'report_decide',
    text: `update reports set state = $2, handling_note = $3, handled_by = $4, handled_at = $5
      where id = $1 returning ${columns}`,
    values: [id, decision.state, decision.note, handler.userId, decision.at],
  })
  return rows[0]
}
