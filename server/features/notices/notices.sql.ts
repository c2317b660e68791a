import * as v from 'valibot'
import { noticesStoredMax } from '#contract/notices/api.ts'
import { isUnseen } from '#server/db/people.sql.ts'
import { countRow, sqlCommand, sqlQuery } from '#server/db/statement.ts'

const noticeRow = v.object({
  id: v.string(),
  kind: v.string(),
  aboutId: v.string(),
  createdAt: v.date(),
  readAt: v.nullable(v.date()),
  actorId: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  userType: v.string(),
  profileImg: v.nullable(v.string()),
})
export type NoticeRow = v.InferOutput<typeof noticeRow>

/** Notices about somebody whom the reader, a provider, does not see are none to them. */
const readable = `notices join users as actor on actor.id = actor_id join users as reader on reader.id = user_id
  where user_id = $1 and not ${isUnseen('actor', 'reader', '$2')}`

/** Says whether the person had seen what came before of the same thing. */
export const noticeUpsert = sqlQuery({
  name: 'notice_put',
  row: v.object({ fresh: v.boolean() }),
  text: `with before as (
        select read_at from notices where user_id = $2 and kind = $4 and about_id = $5
      ), put as (
        insert into notices (id, user_id, actor_id, kind, about_id, created_at)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (user_id, kind, about_id)
        do update set actor_id = excluded.actor_id, created_at = excluded.created_at, read_at = null
        where not $7::boolean
      )
      select not exists (select 1 from before where read_at is null) as fresh`,
})

export const noticeDelete = sqlCommand({
  name: 'notice_untell',
  text: 'delete from notices where user_id = $1 and kind = $2 and about_id = $3',
})

export const noticeDropBetween = sqlCommand({
  name: 'notice_drop_between',
  text: `delete from notices
      where (user_id = $1 and actor_id = $2) or (user_id = $2 and actor_id = $1)`,
})

export const noticesPage = sqlQuery({
  name: 'notices_of',
  row: noticeRow,
  text: `select notices.id, kind, about_id as "aboutId", notices.created_at as "createdAt",
        read_at as "readAt", actor_id as "actorId", actor.firstname, actor.lastname,
        actor.user_type as "userType", actor.profile_img as "profileImg"
      from ${readable}
        and ($3::timestamptz is null or (notices.created_at, notices.id) < ($3, $4::uuid))
      order by notices.created_at desc, notices.id desc limit $5`,
})

/** A text that changes whenever the newest notices of a person do, as many as a device has. */
export const noticesHead = sqlQuery({
  name: 'notices_head',
  row: v.object({ head: v.string() }),
  text: `select md5(coalesce(string_agg(newest.facts, ';' order by newest.at desc, newest.id), '')) as head
      from (
        select notices.id, notices.created_at as at, row(notices.id, notices.created_at, read_at, actor.firstname,
          actor.lastname, actor.profile_img)::text as facts
        from ${readable} order by notices.created_at desc, notices.id desc limit ${noticesStoredMax}) as newest`,
})

export const noticesUnread = sqlQuery({
  name: 'notices_unread',
  row: countRow,
  text: `select count(*)::int as count from ${readable} and read_at is null`,
})

export const noticesMarkRead = sqlCommand({
  name: 'notices_mark_read',
  text: `update notices set read_at = $3
      where user_id = $1 and created_at <= $2 and read_at is null`,
})
