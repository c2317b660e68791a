import * as v from 'valibot'
import { userTypeSchema } from '#contract/account/model.ts'
import { connectionStateSchema } from '#contract/connections/api.ts'
import { localDateSchema } from '#contract/local-date.ts'
import { isListed, isSeparated, isUnseen } from '#server/db/people.sql.ts'
import { sqlCommand, sqlQuery } from '#server/db/statement.ts'

const connectionRow = v.object({
  id: v.string(),
  clientId: v.string(),
  providerId: v.string(),
  state: connectionStateSchema,
  createdAt: v.date(),
  answeredAt: v.nullable(v.date()),
  endedAt: v.nullable(v.date()),
})
export type ConnectionRow = v.InferOutput<typeof connectionRow>

const named = v.object({
  firstname: v.string(),
  lastname: v.string(),
  profileImg: v.nullable(v.string()),
})

const sentRow = v.object({
  ...connectionRow.entries,
  ...named.entries,
  specialization: v.nullable(v.string()),
  message: v.nullable(v.string()),
  unavailable: v.boolean(),
})
export type SentRow = v.InferOutput<typeof sentRow>

const receivedRow = v.object({
  ...connectionRow.entries,
  ...named.entries,
  userType: userTypeSchema,
  bio: v.nullable(v.string()),
  birthDate: localDateSchema,
  message: v.nullable(v.string()),
})
export type ReceivedRow = v.InferOutput<typeof receivedRow>

const friendRow = v.object({
  ...named.entries,
  id: v.string(),
  userType: userTypeSchema,
  specialization: v.nullable(v.string()),
  connectionId: v.string(),
  since: v.date(),
  unavailable: v.boolean(),
  nameKey: v.string(),
})
export type FriendRow = v.InferOutput<typeof friendRow>

/** What the database knows of two people. */
const pairRow = v.object({
  otherId: v.string(),
  connectionId: v.nullable(v.string()),
  state: v.nullable(v.picklist(['pending', 'accepted', 'ended'])),
  blockedByMe: v.boolean(),
  blockedByThem: v.boolean(),
  listed: v.boolean(),
  /** The one who asks is under 18, and the other a provider who does not see them. */
  adultsOnly: v.boolean(),
  /** The other way round. */
  minorHidden: v.boolean(),
})
export type PairRow = v.InferOutput<typeof pairRow>

const exportedRow = v.object({
  ...connectionRow.entries,
  endedBy: v.nullable(v.string()),
  firstname: v.string(),
  lastname: v.string(),
  userType: userTypeSchema,
  message: v.nullable(v.string()),
  shown: v.boolean(),
})

/** The columns of a `ConnectionRow`, of the table by the name `connections`. */
const connectionColumns = `connections.id, connections.client_id as "clientId",
  connections.provider_id as "providerId", connections.state, connections.created_at as "createdAt",
  connections.answered_at as "answeredAt", connections.ended_at as "endedAt"`

const isLive = `connections.state in ('pending', 'accepted')`

/** No block between the two of a row of `connections`. */
const notBlocked = `not exists (
  select 1 from blocks where (blocker_id = client_id and blocked_id = provider_id)
    or (blocker_id = provider_id and blocked_id = client_id))`

const page = `($2::text = 'all' or connections.state = 'pending') and ${notBlocked}
  and ($3::timestamptz is null or (connections.created_at, connections.id) < ($3, $4::uuid))
  order by connections.created_at desc, connections.id desc limit $5`

/** Our own number, so that other locks on the same ids are other locks. */
const pairLockSeed = 7_299_614

export const connectionWithId = sqlQuery({
  name: 'connection_by_id',
  row: connectionRow,
  text: `select ${connectionColumns} from connections where id = $1`,
})

export const connectionRequest = sqlQuery({
  name: 'connection_request',
  row: connectionRow,
  text: `insert into connections (id, client_id, provider_id, state, created_at, message)
      values ($1, $2, $3, 'pending', $4, $5)
      on conflict (client_id, provider_id) where state in ('pending', 'accepted') do nothing
      returning ${connectionColumns}`,
})

export const connectionAnswer = sqlQuery({
  name: 'connection_answer',
  row: connectionRow,
  text: `update connections set state = $2, answered_at = $3,
        message = case when $2 = 'rejected' then null else message end
      where id = $1 and state = 'pending' returning ${connectionColumns}`,
})

export const connectionEnd = sqlQuery({
  name: 'connection_end',
  row: connectionRow,
  text: `with ended as (
        update connections set
          state = case when state = 'accepted' then 'ended' when client_id = $3 then 'removed' else 'rejected' end,
          answered_at = case when state = 'pending' and provider_id = $3 then $4 else answered_at end,
          ended_at = $4, ended_by = $3, message = null
        where client_id = $1 and provider_id = $2 and state = any($5::text[])
          and state in ('pending', 'accepted')
        returning ${connectionColumns}
      ), shares as (
        delete from quest_shares using ended
        where user_id = ended."clientId" and quest_shares.provider_id = ended."providerId"
      ), plan_share as (
        delete from plan_shares using ended
        where user_id = ended."clientId" and plan_shares.provider_id = ended."providerId"
      ), briefs as (
        insert into session_briefs as known (booking_id, user_id, withdrawn_at, withdrawals)
        select bookings.id, client_id, $4, 1 from ended join bookings
          on client_id = ended."clientId" and bookings.provider_id = ended."providerId"
        where (status = 'booked' and ends_at > $4)
          or exists (select 1 from session_briefs where booking_id = bookings.id)
        on conflict (booking_id) do update
          set content = null, sent_at = null, withdrawn_at = $4, withdrawals = known.withdrawals + 1
      ), plan_ideas as (
        update plan_proposals set state = 'ended', decided_at = $4 from ended
        where user_id = ended."clientId" and plan_proposals.provider_id = ended."providerId"
          and plan_proposals.state = 'open'
      )
      select * from ended`,
})

export const connectionsSent = sqlQuery({
  name: 'connections_sent',
  row: sentRow,
  text: `select ${connectionColumns}, provider.firstname, provider.lastname, provider.specialization,
        provider.profile_img as "profileImg", connections.message,
        ${isSeparated('asker', 'provider', '$6')} as unavailable
      from connections join users as provider on provider.id = provider_id
        join users as asker on asker.id = client_id
      where client_id = $1 and ${page}`,
})

export const connectionsReceived = sqlQuery({
  name: 'connections_received',
  row: receivedRow,
  // Of who they are now nothing is shown by a request that is over.
  text: `select ${connectionColumns}, asker.firstname, asker.lastname, asker.user_type as "userType",
        case when ${isLive} then asker.bio end as bio,
        case when ${isLive} then asker.profile_img end as "profileImg",
        asker.birth_date::text as "birthDate", connections.message
      from connections join users as asker on asker.id = client_id
        join users as provider on provider.id = provider_id
      where provider_id = $1 and asker.suspended_at is null
        and not ${isSeparated('asker', 'provider', '$6')} and ($7::uuid is null or asker.id = $7) and ${page}`,
})

/** What somebody wrote with a request, as a report copies it. */
const sentenceRow = v.object({
  id: v.string(),
  senderId: v.string(),
  sentAt: v.date(),
  content: v.string(),
})
export type SentenceRow = v.InferOutput<typeof sentenceRow>

export const connectionSentences = sqlQuery({
  name: 'connection_sentences',
  row: sentenceRow,
  text: `select id, client_id as "senderId", created_at as "sentAt", message as content
      from connections
      where ((client_id = $1 and provider_id = $2) or (client_id = $2 and provider_id = $1))
        and message is not null`,
})

export const connectionsFriends = sqlQuery({
  name: 'connections_friends',
  row: friendRow,
  text: `select * from (
        select friend.id, friend.firstname, friend.lastname, friend.user_type as "userType",
          friend.specialization, friend.profile_img as "profileImg", connections.id as "connectionId",
          answered_at as since, ${isSeparated('me', 'friend', '$5')} as unavailable,
          lower(friend.firstname || ' ' || friend.lastname) collate "C" as "nameKey"
        from connections
        join users as me on me.id = $1
        join users as friend on friend.id = case when client_id = $1 then provider_id else client_id end
        where (client_id = $1 or provider_id = $1) and connections.state = 'accepted' and ${notBlocked}
          and not ${isSeparated('friend', 'me', '$5')} and ($6::uuid is null or friend.id = $6)
      ) as friends
      where $2::text is null or ("nameKey", id) > ($2, $3::uuid)
      order by "nameKey", id limit $4`,
})

export const pairRows = sqlQuery({
  name: 'connection_standings',
  row: pairRow,
  text: `select asked.id as "otherId", latest.id as "connectionId", latest.state,
        mine.blocker_id is not null as "blockedByMe", theirs.blocker_id is not null as "blockedByThem",
        coalesce(${isListed('other')}, false) as listed,
        coalesce(${isSeparated('me', 'other', '$3')}, false) as "adultsOnly",
        coalesce(${isSeparated('other', 'me', '$3')}, false) as "minorHidden"
      from unnest($2::uuid[]) as asked(id)
      left join users me on me.id = $1
      left join users other on other.id = asked.id
      left join blocks mine on mine.blocker_id = $1 and mine.blocked_id = asked.id
      left join blocks theirs on theirs.blocker_id = asked.id and theirs.blocked_id = $1
      left join lateral (
        select id, state from connections
        where ((client_id = $1 and provider_id = asked.id) or (client_id = asked.id and provider_id = $1))
          and state in ('pending', 'accepted', 'ended')
        order by state = 'ended', created_at desc limit 1
      ) as latest on true`,
})

export const blockedIds = sqlQuery({
  name: 'blocked_with',
  row: v.object({ id: v.string() }),
  text: `select blocked_id as id from blocks where blocker_id = $1
      union select blocker_id from blocks where blocked_id = $1`,
})

export const connectionLockPair = sqlCommand({
  name: 'connection_lock_pair',
  text: `select pg_advisory_xact_lock(hashtextextended($1, ${pairLockSeed}))`,
})

export const connectionsOf = sqlQuery({
  name: 'connections_export',
  row: exportedRow,
  text: `select ${connectionColumns}, connections.ended_by as "endedBy",
          other.firstname, other.lastname, other.user_type as "userType", connections.message,
          (${notBlocked} and not ${isUnseen('other', 'me', '$2')}
            and (client_id = me.id or other.suspended_at is null)) as shown
        from connections join users as me on me.id = $1
          join users as other on other.id = case when client_id = me.id then provider_id else client_id end
        where client_id = me.id or provider_id = me.id
        order by connections.created_at, connections.id`,
})
