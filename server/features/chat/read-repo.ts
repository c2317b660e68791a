import { unreadMax } from '#contract/chat/model.ts'
import { newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { isKeptApart, isShutOut } from '#server/db/relation-sql.ts'
import { fileColumn, messageColumns, messageTables, type ChatRow, type MessageRow } from './rows.ts'

/** Which messages of a chat, and in which order they come. */
export type Slice =
  | { readonly kind: 'newest' }
  | { readonly kind: 'before'; readonly seq: number }
  | { readonly kind: 'after'; readonly rev: number }

/** Who asks, and the server's day, which decides who is under 18. */
export interface Reader {
  readonly userId: string
  readonly today: LocalDate
}

/** Nobody writes to or as somebody suspended, or a provider who is not verified. */
function member(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'firstname', ${alias}.firstname, 'lastname', ${alias}.lastname,
    'username', ${alias}.username, 'profileImg', ${alias}.profile_img,
    'birthDate', ${alias}.birth_date, 'unavailable', ${alias}.suspended_at is not null
      or (${alias}.user_type = 'ServiceProvider' and ${alias}.verified_at is null))`
}

/**
 * Chats with everything that a list shows of them, for the reader `$1` and the `newestAdultBirthDate` of `$2`; `chosen`
 * selects them. Whoever is shut out of one has their own words of it alone.
 */
function chatQuery(chosen: string): string {
  return `select c.id, c.client_id as "clientId", c.provider_id as "providerId", c.shut_out as "shutOut",
      c.kept_apart as "keptApart", c.last_rev as "lastRev", c.created_at as "createdAt", c.read_seq as "readSeq", c.other_read_seq as "otherReadSeq",
      coalesce(s.read_receipts, false) as "otherSharesReading", s.away,
      (select count(*)::int from (
        select 1 from messages u where u.chat_id = c.id and u.seq > c.read_seq
          and u.sender_id is distinct from $1 and u.deleted_at is null and not c.shut_out limit ${unreadMax}) as unread) as unread,
      ${member('me')} as me,
      case when o.id is null then null else ${member('o')} end as other,
      latest.*
    from (
      select chats.*, client_id = $1 as asks, ${keptApart} as kept_apart,
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
const keptApart = `(provider_id = $1 and exists (
  select 1 from users as client, users as provider
  where client.id = chats.client_id and provider.id = $1 and ${isKeptApart('client', 'provider', '$2')}))`

type FlatRow = Omit<ChatRow, 'lastMessage'> & {
  'm.id': string | null
  'm.seq': number
  'm.rev': number
  'm.senderId': string | null
  'm.content': string
  'm.createdAt': Date
  'm.deletedAt': Date | null
  'm.file': MessageRow['file']
}

/** A person's chats, the latest first, from behind the chat `before` on; none with somebody they do not see. */
export async function chatsOf(
  client: Queryable,
  { userId, today }: Reader,
  page: { before: string | undefined; limit: number },
): Promise<ChatRow[]> {
  const { rows } = await client.query<FlatRow>({
    name: 'chat_list',
    // Chosen first: what a list shows of each costs more than finding it.
    text: `${chatQuery(`not ${keptApart}
      and ($3::uuid is null or (active_at, id) < (select active_at, id from chats where id = $3))
      order by active_at desc, id desc limit $4`)}
      order by c.active_at desc, c.id desc`,
    values: [userId, newestAdultBirthDate(today), page.before ?? null, page.limit],
  })
  return rows.map(nested)
}

/** One chat as a person of it has it; undefined for one that is not there or not theirs. */
export async function chatOf(
  client: Queryable,
  { userId, today }: Reader,
  chatId: string,
): Promise<ChatRow | undefined> {
  const { rows } = await client.query<FlatRow>({
    name: 'chat_one',
    text: chatQuery('id = $3'),
    values: [userId, newestAdultBirthDate(today), chatId],
  })
  return rows.map(nested)[0]
}

const slices = {
  newest: `order by m.seq desc`,
  before: `and m.seq < $4 order by m.seq desc`,
  after: `and m.rev > $4 order by m.rev`,
} as const

/** Which messages of a chat somebody may have: all of them, or of one sender alone. */
export interface Messages {
  readonly chatId: string
  readonly senderId: string | undefined
  readonly limit: number
}

/** At most `limit` messages of a slice: by place, those of `after` by change. */
export async function messagesOf(
  client: Queryable,
  { chatId, senderId, limit }: Messages,
  slice: Slice,
): Promise<MessageRow[]> {
  const from = slice.kind === 'newest' ? [] : [slice.kind === 'after' ? slice.rev : slice.seq]
  const { rows } = await client.query<MessageRow>({
    name: `chat_messages_${slice.kind}`,
    text: `select ${messageColumns} from ${messageTables}
      where m.chat_id = $1 and ($3::uuid is null or m.sender_id = $3) ${slices[slice.kind]} limit $2`,
    values: [chatId, limit, senderId ?? null, ...from],
  })
  return slice.kind === 'after' ? rows : rows.toReversed()
}

/** Messages of a chat by their ids. */
export async function messagesById(
  client: Queryable,
  chatId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  const { rows } = await client.query<MessageRow>({
    name: 'chat_messages_by_id',
    text: `select ${messageColumns} from ${messageTables} where m.chat_id = $1 and m.id = any($2::uuid[])`,
    values: [chatId, ids],
  })
  return rows
}

function nested(row: FlatRow): ChatRow {
  return {
    id: row.id,
    clientId: row.clientId,
    providerId: row.providerId,
    keptApart: row.keptApart,
    shutOut: row.shutOut,
    lastRev: row.lastRev,
    createdAt: row.createdAt,
    readSeq: row.readSeq,
    otherReadSeq: row.otherReadSeq,
    otherSharesReading: row.otherSharesReading,
    away: row.away,
    unread: row.unread,
    me: row.me,
    other: row.other,
    lastMessage:
      row['m.id'] === null
        ? null
        : {
            id: row['m.id'],
            chatId: row.id,
            seq: row['m.seq'],
            rev: row['m.rev'],
            senderId: row['m.senderId'],
            content: row['m.content'],
            createdAt: row['m.createdAt'],
            deletedAt: row['m.deletedAt'],
            file: row['m.file'],
          },
  }
}
