import * as v from 'valibot'
import { userTypeSchema } from '#contract/account/model.ts'
import { reportReasons, reportStates } from '#contract/safety/api.ts'
import { isSeparated } from '#server/db/people.sql.ts'
import { countRow, sqlCommand, sqlQuery } from '#server/db/statement.ts'

/** A person as another one may know them, and by what. */
const acquaintance = v.object({
  id: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  userType: userTypeSchema,
  specialization: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  profileImg: v.nullable(v.string()),
  /** A verified provider, whom every member sees. */
  listed: v.boolean(),
  /** There was a request or a session between the two, whatever became of it. */
  met: v.boolean(),
  blockedByMe: v.boolean(),
  blockedByThem: v.boolean(),
})
export type Acquaintance = v.InferOutput<typeof acquaintance>

const namedPerson = v.object({
  id: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  userType: v.string(),
})

const contentEntries = {
  id: v.string(),
  sealed: v.nullable(v.string()),
  snapshot: v.record(v.string(), v.unknown()),
  note: v.string(),
}

const storedContent = v.object(contentEntries)
/** The columns of a report that hold its content: sealed, or plain in a report from before reports were sealed. */
export type StoredContent = v.InferOutput<typeof storedContent>

const reportContent = v.object({ ...contentEntries, reporterId: v.nullable(v.string()) })
export type ReportContent = v.InferOutput<typeof reportContent>

const reportRow = v.object({
  ...contentEntries,
  state: v.picklist(reportStates),
  createdAt: v.date(),
  target: v.object({ kind: v.string(), id: v.string() }),
  reason: v.picklist(reportReasons),
  reporter: v.nullable(namedPerson),
  subject: v.nullable(v.object({ ...namedPerson.entries, suspended: v.boolean() })),
  handledAt: v.nullable(v.date()),
  handlingNote: v.nullable(v.string()),
})
export type ReportRow = v.InferOutput<typeof reportRow>

const blockRow = v.object({
  id: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  createdAt: v.date(),
})

const reportColumns = `reports.id, state, reports.created_at as "createdAt", target, reason, note, snapshot, sealed,
  handled_at as "handledAt", handling_note as "handlingNote",
  (select json_build_object('id', id, 'firstname', firstname, 'lastname', lastname,
    'userType', user_type) from users where users.id = reporter_id) as reporter,
  (select json_build_object('id', id, 'firstname', firstname, 'lastname', lastname,
    'userType', user_type, 'suspended', suspended_at is not null)
    from users where users.id = subject_id) as subject`

export const safetyAcquaintance = sqlQuery({
  name: 'safety_acquaintance',
  row: acquaintance,
  text: `select id, firstname, lastname, user_type as "userType", specialization, bio,
        profile_img as "profileImg",
        user_type = 'ServiceProvider' and verified_at is not null and suspended_at is null as listed,
        exists (
          select 1 from connections
          where (client_id = $1 and provider_id = users.id) or (client_id = users.id and provider_id = $1)
        ) or exists (
          select 1 from bookings
          where (client_id = $1 and provider_id = users.id) or (client_id = users.id and provider_id = $1)
        ) as met,
        exists (select 1 from blocks where blocker_id = $1 and blocked_id = users.id) as "blockedByMe",
        exists (select 1 from blocks where blocker_id = users.id and blocked_id = $1) as "blockedByThem"
      from users where id = $2`,
})

export const blockInsert = sqlQuery({
  name: 'block_insert',
  row: v.object({ createdAt: v.date() }),
  // The update changes nothing, and makes an existing block come back as it is.
  text: `insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, $3)
      on conflict (blocker_id, blocked_id) do update set created_at = blocks.created_at
      returning created_at as "createdAt"`,
})

export const reportsList = sqlQuery({
  name: 'reports_list',
  row: reportRow,
  text: `select ${reportColumns} from reports
      where ($1::text is null or state = $1)
        and ($2::timestamptz is null or (created_at, id) > ($2, $3::uuid))
      order by created_at, id limit $4`,
})

export const reportsOpen = sqlQuery({
  name: 'reports_open',
  row: countRow,
  text: `select count(*)::int as count from reports where state = 'open'`,
})

export const contentRow = sqlQuery({
  name: 'report_content',
  row: reportContent,
  text: `select id, sealed, snapshot, note, reporter_id as "reporterId" from reports where id = $1`,
})

export const reportDecide = sqlQuery({
  name: 'report_decide',
  row: reportRow,
  text: `update reports set state = $2, handling_note = $3, handled_by = $4, handled_at = $5
      where id = $1 returning ${reportColumns}`,
})

export const reportInsert = sqlCommand({
  name: 'report_insert',
  text: `insert into reports
        (id, reporter_id, subject_id, target, snapshot, sealed, reason, note, state, created_at)
      values ($1, $2, $3, $4, '{}', $5, $6, '', 'open', $7)`,
})

export const reportFilesInsert = sqlCommand({
  name: 'report_files_insert',
  text: `insert into report_files (report_id, message_id) select $1, unnest($2::uuid[])`,
})

export const reportsSinceCount = sqlQuery({
  name: 'reports_since',
  row: countRow,
  text: 'select count(*)::int as count from reports where reporter_id = $1 and created_at > $2',
})

export const blocksList = sqlQuery({
  name: 'blocks_list',
  row: blockRow,
  text: `select other.id, other.firstname, other.lastname, blocks.created_at as "createdAt"
      from blocks join users other on other.id = blocked_id join users me on me.id = blocker_id
      where blocker_id = $1 and not ${isSeparated('other', 'me', '$5')} and ($2::timestamptz is null or (blocks.created_at, blocked_id) < ($2, $3::uuid))
      order by blocks.created_at desc, blocked_id desc limit $4`,
})

export const blockDelete = sqlCommand({
  name: 'block_delete',
  text: 'delete from blocks where blocker_id = $1 and blocked_id = $2',
})
