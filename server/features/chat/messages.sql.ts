import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { chatFileRule } from '#contract/chat/file.ts'
import { countRow, sqlCommand, sqlQuery, type SqlQuery, ormCommand } from '#server/db/statement.ts'

export const fileFacts = v.object({
  name: v.string(),
  kind: v.picklist(chatFileRule.kinds),
  bytes: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** Of a voice note. */
  voiceMs: v.nullish(v.number()),
})

/** A message as it is stored, with the facts of its file. */
export const messageRow = v.object({
  id: v.string(),
  chatId: v.string(),
  seq: v.number(),
  rev: v.number(),
  senderId: v.nullable(v.string()),
  content: v.string(),
  createdAt: v.date(),
  deletedAt: v.nullable(v.date()),
  file: v.nullable(fileFacts),
  /** Of a trace: when what is sealed of it expires. */
  sealedUntil: v.nullish(v.date()),
  /** The message that it answers. */
  replyTo: v.nullish(v.object({ id: v.string(), seq: v.number() })),
  /** Null for none. */
  reactions: v.nullish(v.array(v.object({ userId: v.string(), reaction: v.string() }))),
})

export type MessageRow = v.InferOutput<typeof messageRow>

/** A message that was appended. */
const appended = v.object({
  id: v.string(),
  seq: v.number(),
  file: v.nullable(fileFacts),
  replyTo: messageRow.entries.replyTo,
})

export type Appended = v.InferOutput<typeof appended>

/** A message with its sender and whether it was deleted. */
const ownMessage = v.object({
  id: v.string(),
  chatId: v.string(),
  rev: v.number(),
  senderId: v.nullable(v.string()),
  deletedAt: v.nullable(v.date()),
})

export type OwnMessage = v.InferOutput<typeof ownMessage>

/** A file that was sent up, before or with its message. */
const storedFile = v.object({
  ...fileFacts.entries,
  messageId: v.string(),
  chatId: v.string(),
  senderId: v.string(),
  blobKey: v.string(),
  sentHash: v.string(),
})

export type StoredFile = v.InferOutput<typeof storedFile>

/** A file with its sender, who decides who may have it. */
const servedFile = v.object({
  blobKey: v.string(),
  kind: fileFacts.entries.kind,
  name: v.string(),
  senderId: v.string(),
})

export type ServedFile = v.InferOutput<typeof servedFile>

/** The facts of the file `f`, or null without one. */
export const fileColumn = `case when f.message_id is null then null else json_build_object(
  'name', f.name, 'kind', f.kind, 'bytes', f.bytes, 'width', f.width, 'height', f.height, 'voiceMs', f.voice_ms) end`

/** The columns of a message `m` with its file. */
export const messageColumns = `m.id, m.chat_id as "chatId", m.seq, m.rev, m.sender_id as "senderId", m.content,
  m.created_at as "createdAt", m.deleted_at as "deletedAt", ${fileColumn} as file,
  case when m.deleted_at is null then null
    else (select e.expires_at from message_evidence e where e.message_id = m.id) end as "sealedUntil",
  case when m.reply_to is null then null
    else (select json_build_object('id', q.id, 'seq', q.seq) from messages q
      where q.id = m.reply_to and q.chat_id = m.chat_id) end as "replyTo",
  (select json_agg(json_build_object('userId', r.user_id, 'reaction', r.reaction) order by r.user_id)
    from message_reactions r where r.message_id = m.id) as reactions`

/** A file that only waits under a message's id is not that message's: anybody may have sent it up. */
export const messageTables = `messages m left join chat_files f on f.message_id = m.id and f.attached`

/** Evidence is of one thing by its id: what had that of another would go without being sealed itself. */
function idIsFree(id: string): string {
  return `not exists (select 1 from message_evidence where message_evidence.message_id = ${id})
    and not exists (select 1 from pack_receivers where pack_receivers.id = ${id})`
}

const storedFileColumns = `message_id as "messageId", chat_id as "chatId", sender_id as "senderId", blob_key as "blobKey",
  sent_hash as "sentHash", name, kind, bytes, width, height, voice_ms as "voiceMs"`

const sliceEnds = {
  newest: 'order by m.seq desc',
  before: 'and m.seq < $4 order by m.seq desc',
  after: 'and m.rev > $4 order by m.rev',
} as const

export const chatMessages = {
  newest: messagesOf('newest'),
  before: messagesOf('before'),
  after: messagesOf('after'),
}

function messagesOf(kind: keyof typeof sliceEnds): SqlQuery<MessageRow> {
  return sqlQuery({
    name: `chat_messages_${kind}`,
    row: messageRow,
    text: `select ${messageColumns} from ${messageTables}
      where m.chat_id = $1 and ($3::uuid is null or m.sender_id = $3) ${sliceEnds[kind]} limit $2`,
  })
}

export const chatMessagesById = sqlQuery({
  name: 'chat_messages_by_id',
  row: messageRow,
  text: `select ${messageColumns} from ${messageTables} where m.chat_id = $1 and m.id = any($2::uuid[])`,
})

export const chatAppend = sqlQuery({
  name: 'chat_append',
  row: appended,
  text: `with place as (
        update chats set last_rev = last_rev + $3, active_at = greatest(active_at, $6)
        where id = $1 returning last_rev - $3 as before
      ), added as (
        insert into messages (id, chat_id, seq, rev, sender_id, content, created_at, reply_to)
        select given.id, $1, place.before + given.place, place.before + given.place, $2, given.content, $6, given.reply_to
        from place, unnest($4::uuid[], $5::text[], $8::uuid[]) with ordinality as given(id, content, reply_to, place)
        where ${idIsFree('given.id')}
        on conflict (id) do nothing
        returning id, seq, reply_to
      ), f as (
        update chat_files set attached = true from added
        where message_id = added.id and message_id = any($7::uuid[])
        returning chat_files.*
      )
      select added.id, added.seq, ${fileColumn} as file,
        (select json_build_object('id', q.id, 'seq', q.seq) from (
          select id, seq from messages where chat_id = $1 union all select id, seq from added
        ) as q where q.id = added.reply_to) as "replyTo"
      from added left join f on f.message_id = added.id`,
})

export const chatAnswerable = sqlQuery({
  name: 'chat_answerable',
  row: v.object({ id: v.string() }),
  text: `select m.id from messages m
      join unnest($1::uuid[], $2::uuid[]) as given(id, chat_id) on given.id = m.id and given.chat_id = m.chat_id`,
})

/** Held until the transaction ends: what sweeps old ones passes these by. */
export const chatWaitingFiles = sqlQuery({
  name: 'chat_waiting_files',
  row: v.object({ id: v.string() }),
  text: `select f.message_id as id from chat_files f
      join unnest($2::uuid[], $3::uuid[]) as given(id, chat_id)
        on given.id = f.message_id and given.chat_id = f.chat_id
      where f.sender_id = $1 and not f.attached
      for update of f`,
})

/** The receipt of the message, which a repeat is answered with, keeps all of its file but the name. */
export const chatErase = sqlQuery({
  name: 'chat_erase',
  row: v.object({ rev: v.number(), at: v.date(), blobKey: v.nullable(v.string()) }),
  text: `with place as (
        update chats set last_rev = last_rev + 1 where id = $2 returning last_rev
      ), gone as (
        delete from chat_files where message_id = $1 returning blob_key
      ), reactions as (
        delete from message_reactions where message_id = $1
      ), receipt as (
        update ledger_ops set result = jsonb_set(ledger_ops.result, '{result,file,name}', '""')
        from messages where messages.id = $1 and user_id = sender_id and op_id = $1
          and jsonb_typeof(ledger_ops.result #> '{result,file}') = 'object'
      )
      update messages set content = '', deleted_at = $3, rev = place.last_rev
      from place where id = $1
      returning rev, deleted_at as at, (select blob_key from gone) as "blobKey"`,
})

export const chatMessageRecord = sqlQuery({
  name: 'chat_message_record',
  row: ownMessage,
  text: `select id, chat_id as "chatId", rev, sender_id as "senderId", deleted_at as "deletedAt"
      from messages where chat_id = $1 and id = $2`,
})

/** Of a message that is there, the file came with it or not at all. */
export const chatFileInsert = sqlCommand({
  name: 'chat_file_insert',
  text: `insert into chat_files
        (message_id, chat_id, sender_id, blob_key, sent_hash, name, kind, bytes, width, height, created_at, voice_ms)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
      where not exists (select 1 from messages where id = $1) and ${idIsFree('$1::uuid')}
      on conflict (message_id) do nothing`,
})

export const chatFileOf = sqlQuery({
  name: 'chat_file_of',
  row: storedFile,
  text: `select ${storedFileColumns} from chat_files where message_id = $1`,
})

export const chatFileServed = sqlQuery({
  name: 'chat_file_served',
  row: servedFile,
  text: `select blob_key as "blobKey", kind, name, sender_id as "senderId" from chat_files
      where message_id = $2 and chat_id = $1 and attached`,
})

export const chatFilesWaiting = sqlQuery({
  name: 'chat_files_waiting',
  row: countRow,
  text: 'select count(*)::int as count from chat_files where sender_id = $1 and not attached',
})

export const chatFilesForget = sqlQuery({
  name: 'chat_files_forget',
  row: v.object({ key: v.string() }),
  text: `delete from chat_files where message_id in (
        select message_id from chat_files where not attached and created_at < $1
        order by created_at limit $2 for update skip locked)
      returning blob_key as key`,
})

export const reactionOf = sqlQuery({
  name: 'reaction_of',
  row: v.object({ reaction: v.string() }),
  text: 'select reaction from message_reactions where message_id = $1 and user_id = $2',
})

export const reactionDelete = sqlCommand({
  name: 'reaction_delete',
  text: 'delete from message_reactions where message_id = $1 and user_id = $2',
})

export const reactionInsert = sqlCommand({
  name: 'reaction_insert',
  text: 'insert into message_reactions (message_id, user_id, reaction, created_at) values ($1, $2, $3, $4)',
})

/** A change of a message is a change of its chat, so that devices which read on by number find it. */
export const messageTouch = sqlQuery({
  name: 'message_touch',
  row: v.object({ rev: v.number() }),
  text: `with place as (
        update chats set last_rev = last_rev + 1 where id = $2 returning last_rev
      )
      update messages set rev = place.last_rev from place where id = $1 returning rev`,
})

/** Reactions of a leaver, and those to their messages; what is left of the other one's messages changes one by one. */
export const reactionsOfLeaverDelete = ormCommand(
  (userId: string) => sql`with gone as (
      delete from message_reactions r using messages m
      where m.id = r.message_id and (r.user_id = ${userId} or m.sender_id = ${userId})
      returning r.user_id, m.id, m.chat_id, m.seq, m.sender_id
    ), left_over as (
      select id, chat_id, row_number() over (partition by chat_id order by seq) as place
      from gone where user_id = ${userId} and sender_id is distinct from ${userId}
    ), base as (
      update chats set last_rev = last_rev + counted.count
      from (select chat_id, count(*)::int as count from left_over group by chat_id) as counted
      where chats.id = counted.chat_id returning chats.id, last_rev - counted.count as rev
    )
    update messages set rev = base.rev + left_over.place
    from left_over join base on base.id = left_over.chat_id where messages.id = left_over.id`,
)
