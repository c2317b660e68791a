import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { unreadMax } from '#contract/chat/model.ts'
import { awayHoursSchema, chatSettingsSchema } from '#contract/chat/settings.ts'
import { localDateSchema } from '#contract/local-date.ts'
import {
  isSeparated,
  isShutOut,
  isUnavailable,
  isUnseen,
  seesMinors,
} from '#server/db/people.sql.ts'
import { ormCommand, ormQuery, sqlCommand, sqlQuery } from '#server/db/statement.ts'
import { fileColumn, fileFacts, messageColumns, messageRow, messageTables } from './messages.sql.ts'

/** Hours of a zone that this process does not know hide no chat. */
const storedAway = v.fallback(v.nullable(awayHoursSchema), null)

/** One of a chat's people as the other sees them, with what decides whether the chat is open. */
const memberRow = v.object({
  id: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  username: v.string(),
  profileImg: v.nullable(v.string()),
  birthDate: localDateSchema,
  /** Suspended, or a provider who is not verified. */
  unavailable: v.boolean(),
})
export type MemberRow = v.InferOutput<typeof memberRow>

/** A chat as one of its people has it. */
const chatFacts = v.object({
  id: v.string(),
  clientId: v.nullable(v.string()),
  providerId: v.nullable(v.string()),
  separated: v.boolean(),
  shutOut: v.boolean(),
  lastRev: v.number(),
  createdAt: v.date(),
  readSeq: v.number(),
  /** How far the other has read, whether they share it or not. */
  otherReadSeq: v.number(),
  otherSharesReading: v.boolean(),
  away: storedAway,
  unread: v.number(),
  me: memberRow,
  other: v.nullable(memberRow),
})

const lastMessage = v.object({
  'm.id': v.string(),
  'm.seq': v.number(),
  'm.rev': v.number(),
  'm.senderId': v.nullable(v.string()),
  'm.content': v.string(),
  'm.createdAt': v.date(),
  'm.deletedAt': v.nullable(v.date()),
  'm.file': v.nullable(fileFacts),
})

/** Columns of one row cannot nest: the last message is in columns of its own, all of them null where there is none. */
const listedChat = v.intersect([chatFacts, v.union([lastMessage, v.object({ 'm.id': v.null() })])])
export type ListedChat = v.InferOutput<typeof listedChat>

const chatRecord = v.object({
  id: v.string(),
  clientId: v.nullable(v.string()),
  providerId: v.nullable(v.string()),
})
/** A chat and its two people. */
export type ChatRecord = v.InferOutput<typeof chatRecord>

/** A chat with whether both of its people can take part: neither is suspended or, of providers, not verified. */
const knownChat = v.object({ ...chatRecord.entries, available: v.boolean() })
export type KnownChat = v.InferOutput<typeof knownChat>

function member(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'firstname', ${alias}.firstname, 'lastname', ${alias}.lastname,
    'username', ${alias}.username, 'profileImg', ${alias}.profile_img,
    'birthDate', ${alias}.birth_date, 'unavailable', ${isUnavailable(alias)})`
}

/**
 * Chats with everything that a list shows of them, for the reader `$1` and the `newestAdultBirthDate` of `$2`; `chosen`
 * selects them. Whoever is shut out of one has their own words of it alone.
 */
function chatQuery(chosen: string): string {
  return `select c.id, c.client_id as "clientId", c.provider_id as "providerId", c.shut_out as "shutOut",
      c.separated as "separated", c.last_rev as "lastRev", c.created_at as "createdAt", c.read_seq as "readSeq", c.other_read_seq as "otherReadSeq",
      coalesce(s.read_receipts, false) as "otherSharesReading", s.away,
      (select count(*)::int from (
        select 1 from messages u where u.chat_id = c.id and u.seq > c.read_seq
          and u.sender_id is distinct from $1 and u.deleted_at is null and not c.shut_out limit ${unreadMax}) as unread) as unread,
      ${member('me')} as me,
      case when o.id is null then null else ${member('o')} end as other,
      latest.*
    from (
      select chats.*, client_id = $1 as asks, ${separated} as separated,
        ${isShutOut('$1', 'case when client_id = $1 then provider_id else client_id end')} as shut_out,
        case when client_id = $1 then client_read_seq else provider_read_seq end as read_seq,
        case when client_id = $1 then provider_read_seq else client_read_seq end as other_read_seq
      from chats where (client_id = $1 or provider_id = $1) and ${chosen}
    ) as c
    join users me on me.id = $1
    left join users o on o.id = case when c.asks then c.provider_id else c.client_id end
    left join chat_settings s on s.user_id = o.id
    left join lateral (
      select m.id as "m.id", m.seq as "m.seq", m.rev as "m.rev", m.sender_id as "m.senderId",
        m.content as "m.content", m.created_at as "m.createdAt", m.deleted_at as "m.deletedAt",
        ${fileColumn} as "m.file"
      from ${messageTables}
      where m.chat_id = c.id and (not c.shut_out or m.sender_id = $1) order by m.seq desc limit 1
    ) as latest on true`
}

/** The reader `$1` is the chat's provider, and does not see its client. */
const separated = `(provider_id = $1 and exists (
  select 1 from users as client, users as provider
  where client.id = chats.client_id and provider.id = $1 and ${isSeparated('client', 'provider', '$2')}))`

export const chatList = sqlQuery({
  name: 'chat_list',
  row: listedChat,
  // Chosen first: what a list shows of each costs more than finding it.
  text: `${chatQuery(`not ${separated}
      and ($3::uuid is null or (active_at, id) < (select active_at, id from chats where id = $3))
      order by active_at desc, id desc limit $4`)}
      order by c.active_at desc, c.id desc`,
})

/** Ids for the reader `$1`: whom they blocked, and everybody with a block between the two. */
const blockedByReader = 'select blocked_id from blocks where blocker_id = $1'
const blocked = `(${blockedByReader} union all select blocker_id from blocks where blocked_id = $1)`
/** Whether the provider of a row of chats or connections sees the reader `me`, its client; null unless these are under 18. */
const seesReader = (row: string) => `case when ${row}.client_id = $1 and me.birth_date::text > $2
  then (select ${seesMinors('provider')} from users provider where provider.id = ${row}.provider_id) end`

/**
 * A text that changes whenever a list of the reader `$1` would: with a chat, its other person, and what they are to one another.
 * Of others it holds what `presentChat` shows and no more, so that nobody learns from it what is not theirs to know. `$2` is
 * `newestAdultBirthDate`, which also changes with the day.
 */
export const chatsHead = sqlQuery({
  name: 'chats_head',
  row: v.object({ head: v.string() }),
  text: `select md5(row($2::text, me.firstname, me.lastname, me.username, me.profile_img, me.birth_date, me.verified_at,
        seen.sees_minors, seen.minors_cleared_at,
        (select string_agg(row(c.id, c.last_rev, case when c.client_id = $1 then client_read_seq else provider_read_seq end,
            o.firstname, o.lastname,
            case when not ${isShutOut('$1', 'o.id')} then row(o.username, s.away, case when live.id is not null
              or (c.client_id = $1 and o.id not in (${blockedByReader})) then o.profile_img end)::text end,
            case when live.id is not null then ${isUnavailable('o')} end,
            case when live.id is not null and not ${isUnavailable('o')} and ${seesReader('c')} is not false then
              row(o.birth_date::text > $2, case when s.read_receipts is not true then null
                when c.client_id = $1 then provider_read_seq else client_read_seq end)::text end,
            case when me.birth_date::text > $2 then o.birth_date::text > $2 end)::text, ';' order by c.id)
          from chats c
          left join users o on o.id = case when c.client_id = $1 then c.provider_id else c.client_id end
          left join connections live on live.client_id = c.client_id and live.provider_id = c.provider_id
            and live.state = 'accepted' and o.id not in ${blocked}
          left join chat_settings s on s.user_id = o.id
          where (c.client_id = $1 or c.provider_id = $1) and not coalesce(${isUnseen('o', 'me', '$2')}, false)),
        (select string_agg(concat(n.id, n.state, ${seesReader('n')}), ';' order by n.id) from connections n
          where (n.client_id = $1 or n.provider_id = $1)
            and case when n.client_id = $1 then n.provider_id else n.client_id end not in ${blocked}
            and (n.client_id = $1 or ${seesMinors('me')}
              or (select not ${isUnseen('client', 'me', '$2')} from users client where client.id = n.client_id))),
        (select row(count(*), max(created_at))::text from blocks where blocker_id = $1)
      )::text) as head
      from users me left join providers seen on seen.user_id = me.id where me.id = $1`,
})

export const chatOne = sqlQuery({
  name: 'chat_one',
  row: listedChat,
  text: chatQuery('id = $3'),
})

export const knownChats = sqlQuery({
  name: 'chat_records',
  row: knownChat,
  text: `select id, client_id as "clientId", provider_id as "providerId",
        not exists (
          select 1 from users u where u.id in (chats.client_id, chats.provider_id) and ${isUnavailable('u')}
        ) as available
      from chats where id = any($1::uuid[])`,
})

export const chatSettingsOf = sqlQuery({
  name: 'chat_settings_of',
  row: v.object({ ...chatSettingsSchema.entries, away: storedAway }),
  text: `select read_receipts as "readReceipts", typing, away from chat_settings where user_id = $1`,
})

export const chatSettingsPut = sqlCommand({
  name: 'chat_settings_put',
  text: `insert into chat_settings (user_id, read_receipts, typing, away) values ($1, $2, $3, $4)
      on conflict (user_id) do update
      set read_receipts = excluded.read_receipts, typing = excluded.typing, away = excluded.away`,
})

export const chatPaceOf = sqlQuery({
  name: 'chat_pace_of',
  row: v.object({ until: v.nullable(v.date()) }),
  text: 'select paced_until as until from chat_settings where user_id = $1',
})

export const chatPaceNote = sqlCommand({
  name: 'chat_pace_note',
  text: `insert into chat_settings (user_id, paced_until) values ($1, $2)
      on conflict (user_id) do update set paced_until = excluded.paced_until`,
})

export const chatReported = sqlQuery({
  name: 'chat_reported',
  row: v.object({ ...messageRow.entries, chat: chatRecord }),
  text: `select ${messageColumns},
        json_build_object('id', c.id, 'clientId', c.client_id, 'providerId', c.provider_id) as chat
      from ${messageTables} join chats c on c.id = m.chat_id where m.id = $1`,
})

export const chatReportedAround = sqlQuery({
  name: 'chat_reported_around',
  row: messageRow,
  text: `(select ${messageColumns} from ${messageTables}
        where m.chat_id = $1 and m.seq < $2 order by m.seq desc limit $3)
      union all
      (select ${messageColumns} from ${messageTables}
        where m.chat_id = $1 and m.seq > $2 order by m.seq limit $3)`,
})

export const chatReportedFile = sqlQuery({
  name: 'chat_reported_file',
  row: v.object({ blobKey: v.string() }),
  text: `select blob_key as "blobKey" from chat_files where message_id = $1 and attached for share`,
})

export const chatStart = sqlCommand({
  name: 'chat_start',
  text: `insert into chats (id, client_id, provider_id, active_at, created_at) values ($1, $2, $3, $4, $4)
      on conflict (client_id, provider_id) do update set active_at = excluded.active_at`,
})

/** The chat of two people. */
export const chatBetween = sqlQuery({
  name: 'chat_between',
  row: v.object({ id: v.string() }),
  text: `select id from chats
      where (client_id = $1 and provider_id = $2) or (client_id = $2 and provider_id = $1)`,
})

export const chatMarkRead = sqlCommand({
  name: 'chat_mark_read',
  text: `update chats set
        client_read_seq = case when client_id = $2 then least($3, last_rev) else client_read_seq end,
        provider_read_seq = case when provider_id = $2 then least($3, last_rev) else provider_read_seq end
      where id = $1 and least($3::int, last_rev)
        > case when client_id = $2 then client_read_seq else provider_read_seq end`,
})

/** Takes away the notice of kind `$3` of a chat unless its reader `$2` has yet to read what the other wrote. */
export const chatNoticeForget = sqlCommand({
  name: 'chat_notice_forget',
  text: `delete from notices where user_id = $2 and kind = $3 and about_id = $1 and not exists (
        select 1 from messages m join chats c on c.id = m.chat_id
        where c.id = $1 and m.sender_id is distinct from $2 and m.deleted_at is null
          and m.seq > case when c.client_id = $2 then c.client_read_seq else c.provider_read_seq end)`,
})

/** The chats that a person `userId` is the last one in. */
const lonely = (
  userId: string,
) => sql`select id from chats where (client_id = ${userId} and provider_id is null)
    or (provider_id = ${userId} and client_id is null)`

export const filesOfLeaver = ormQuery(
  v.object({ key: v.string() }),
  (userId: string) =>
    sql`delete from chat_files where sender_id = ${userId} or chat_id in (${lonely(userId)}) returning blob_key as key`,
)

export const lonelyChatsDelete = ormCommand(
  (userId: string) => sql`delete from chats where id in (${lonely(userId)})`,
)

/** Each trace is a change of its own, so that devices that read on by number find all of them. */
export const messagesOfLeaverErase = ormCommand(
  ({ userId, at }: { readonly userId: string; readonly at: Date }) => sql`with gone as (
      select id, chat_id, row_number() over (partition by chat_id order by seq) as place
      from messages where sender_id = ${userId} and deleted_at is null
    ), base as (
      update chats set last_rev = last_rev + counted.count
      from (select chat_id, count(*)::int as count from gone group by chat_id) as counted
      where chats.id = counted.chat_id returning chats.id, last_rev - counted.count as rev
    )
    update messages set content = '', deleted_at = ${at}, rev = base.rev + gone.place
    from gone join base on base.id = gone.chat_id where messages.id = gone.id`,
)
