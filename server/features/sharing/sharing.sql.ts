import * as v from 'valibot'
import { userTypeSchema } from '#contract/account/model.ts'
import { accessReadSchema, viewerSchema } from '#contract/sharing/model.ts'
import { isListed, isSeparated, isUnseen } from '#server/db/people.sql.ts'
import { sqlQuery } from '#server/db/statement.ts'

const readRow = v.object({ ...accessReadSchema.entries, at: v.date() })
export type ReadRow = v.InferOutput<typeof readRow>

const actorRow = v.object({
  userId: v.string(),
  userType: userTypeSchema,
  role: v.nullable(v.string()),
  verifiedAt: v.nullable(v.date()),
  suspendedAt: v.nullable(v.date()),
  blocks: v.boolean(),
})

/** Names are of care providers and their clients alone: whoever looked for us is our team. */
const readColumns = `access_log.id, at, what, item_id as "itemId", quest_id as "questId",
  coalesce(reason, case when what in ('resume', 'workLicense') then 'review' end) as reason,
  case when named then users.id end as "viewerId",
  case when named then firstname || ' ' || lastname end as who`
const readBy = `from access_log left join users on users.id = actor_id
  cross join lateral (select reason is null and what not in ('resume', 'workLicense')
    and users.id is not null as named) as naming`

/** Notes looks, and says at whom: one that was noted within the hour is not, but where every look counts. */
export const readsInsert = sqlQuery({
  name: 'reads_insert',
  row: v.object({ subjectId: v.string() }),
  text: `insert into access_log (id, subject_id, actor_id, what, quest_id, item_id, reason, at)
      select given.id, given.subject_id, $1, given.what, given.quest_id, given.item_id, $2, $3
      from unnest($4::uuid[], $5::uuid[], $6::text[], $7::smallint[], $8::uuid[])
        as given(id, subject_id, what, quest_id, item_id)
      join users on users.id = given.subject_id
      where given.what = any($9::text[]) or not exists (
        select 1 from access_log known where known.subject_id = given.subject_id
          and known.at > $10 and known.actor_id = $1 and known.what = given.what
          and known.item_id is not distinct from given.item_id)
      returning subject_id as "subjectId"`,
})

export const readsNewest = sqlQuery({
  name: 'reads_newest',
  row: readRow,
  text: `select ${readColumns} ${readBy} where subject_id = $1
      order by at desc, access_log.id desc limit $2`,
})

export const readsLast = sqlQuery({
  name: 'reads_last',
  row: readRow,
  text: `select ${readColumns} from (
        select distinct on (actor_id, what, item_id, quest_id) * from access_log
        where subject_id = $1 order by actor_id, what, item_id, quest_id, at desc
      ) as access_log ${readBy.replace('from access_log', '')}
      order by at desc limit $2`,
})

/**
 * The people whom a person shows something to or did, those who see something first. Of a provider these are the clients
 * they see. Whoever the person blocked is left out; whoever blocked them looks like any other whose connection ended.
 */
export const sharingViewers = sqlQuery({
  name: 'sharing_viewers',
  row: viewerSchema,
  text: `select id, firstname, lastname, "userType", specialization, "profileImg", state from (
        select other.id, other.firstname, other.lastname, other.user_type as "userType",
          other.specialization,
          case when not blocked.them then other.profile_img end as "profileImg",
          case
            when latest.state = 'ended' or blocked.them then 'ended'
            when other.user_type = 'ServiceProvider' and (not ${isListed('other')}
              or ${isSeparated('me', 'other', '$2')}) then 'away'
            when latest.state = 'pending' then 'asked' else 'connected' end as state
        from users as me
        join lateral (
          select distinct on (other_id) other_id, state from (
            select case when client_id = me.id then provider_id else client_id end as other_id,
              state, created_at
            from connections where (client_id = me.id or provider_id = me.id)
              and (state in ('accepted', 'ended') or (state = 'pending' and client_id = me.id))
          ) as both_ways
          order by other_id, state = 'ended', created_at desc
        ) as latest on true
        join users as other on other.id = latest.other_id
        cross join lateral (select
          exists (select 1 from blocks where blocker_id = me.id and blocked_id = other.id) as me,
          exists (select 1 from blocks where blocker_id = other.id and blocked_id = me.id) as them
        ) as blocked
        where me.id = $1 and not blocked.me and not ${isUnseen('other', 'me', '$2')}
      ) as people
      order by array_position(array['connected', 'asked', 'away', 'ended'], state),
        lower(firstname || ' ' || lastname), id
      limit $3`,
})

/** Somebody with whom a person has or had to do, as a session of theirs would say it, and whether they block the person. */
export const sharingActor = sqlQuery({
  name: 'sharing_actor',
  row: actorRow,
  text: `select id as "userId", user_type as "userType", role, verified_at as "verifiedAt",
        suspended_at as "suspendedAt", exists (select 1 from blocks
          where blocker_id = $2 and blocked_id = $1) as blocks
      from users where id = $2 and exists (select 1 from connections
        where ((client_id = $1 and provider_id = $2) or (client_id = $2 and provider_id = $1))
          and state in ('pending', 'accepted', 'ended'))`,
})
