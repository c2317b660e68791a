import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { ChatPair } from './policy.ts'
import { fileColumn, type FileFacts } from './rows.ts'

/** A chat and its two people. */
export interface ChatRecord extends ChatPair {
  readonly id: string
}

/** A message on its way in. */
export interface GivenMessage {
  readonly id: string
  readonly content: string
  readonly withFile: boolean
}

/** A chat with whether both of its people can take part: neither is suspended or, of providers, not verified. */
export interface KnownChat extends ChatRecord {
  readonly available: boolean
}

/** Chats by their ids, whosever they are. */
export async function chatRecords(
  client: Queryable,
  ids: readonly string[],
): Promise<Map<string, KnownChat>> {
  const { rows } = await client.query<KnownChat>({
    name: 'chat_records',
    text: `select id, client_id as "clientId", provider_id as "providerId",
        not exists (
          select 1 from users u where u.id in (chats.client_id, chats.provider_id)
            and (u.suspended_at is not null or (u.user_type = 'ServiceProvider' and u.verified_at is null))
        ) as available
      from chats where id = any($1::uuid[])`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** What stands of a message that was appended. */
export interface Appended {
  readonly id: string
  readonly seq: number
  readonly file: FileFacts | null
}

/**
 * Appends messages of one person to a chat, in the order given, with the files that are there for them; an id that any
 * message has already is left out. The chat's row stays locked until the transaction ends, so that no later number is
 * seen before an earlier one.
 */
export async function appendMessages(
  client: Queryable,
  chat: Authorized<ChatRecord>,
  given: { senderId: string; messages: readonly GivenMessage[]; at: Date },
): Promise<Map<string, Appended>> {
  const { senderId, messages, at } = given
  const { rows } = await client.query<Appended>({
    name: 'chat_append',
    text: `with place as (
        update chats set last_rev = last_rev + $3, active_at = greatest(active_at, $6)
        where id = $1 returning last_rev - $3 as before
      ), added as (
        insert into messages (id, chat_id, seq, rev, sender_id, content, created_at)
        select given.id, $1, place.before + given.place, place.before + given.place, $2, given.content, $6
        from place, unnest($4::uuid[], $5::text[]) with ordinality as given(id, content, place)
        on conflict (id) do nothing
        returning id, seq
      ), f as (
        update chat_files set attached = true from added
        where message_id = added.id and message_id = any($7::uuid[])
        returning chat_files.*
      )
      select added.id, added.seq, ${fileColumn} as file from added left join f on f.message_id = added.id`,
    values: [
      chat.id,
      senderId,
      messages.length,
      messages.map(({ id }) => id),
      messages.map(({ content }) => content),
      at,
      messages.filter(({ withFile }) => withFile).map(({ id }) => id),
    ],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whose of these messages a file has been uploaded for, by their sender to their chat. */
export async function waitingFiles(
  client: Queryable,
  senderId: string,
  messages: readonly { readonly id: string; readonly chatId: string }[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const { rows } = await client.query<{ id: string }>({
    name: 'chat_waiting_files',
    text: `select f.message_id as id from chat_files f
      join unnest($2::uuid[], $3::uuid[]) as given(id, chat_id)
        on given.id = f.message_id and given.chat_id = f.chat_id
      where f.sender_id = $1 and not f.attached`,
    values: [senderId, messages.map(({ id }) => id), messages.map(({ chatId }) => chatId)],
  })
  return new Set(rows.map(({ id }) => id))
}

/** A message with whose it is and what became of it. */
export interface OwnMessage {
  readonly id: string
  readonly chatId: string
  readonly rev: number
  readonly senderId: string | null
  readonly deletedAt: Date | null
}

/**
 * Takes the words and the file out of a message and leaves its trace; the same again changes nothing. Gives the trace
 * and the key of the file that nothing names any more.
 */
export async function eraseMessage(
  client: Queryable,
  message: Authorized<OwnMessage>,
  at: Date,
): Promise<{ rev: number; at: Date; blobKey: string | undefined }> {
  const { rows } = await client.query<{ rev: number; at: Date; blobKey: string | null }>({
    name: 'chat_erase',
    text: `with place as (
        update chats set last_rev = last_rev + 1 where id = $2 returning last_rev
      ), gone as (
        delete from chat_files where message_id = $1 returning blob_key
      )
      update messages set content = '', deleted_at = $3, rev = place.last_rev
      from place where id = $1
      returning rev, deleted_at as at, (select blob_key from gone) as "blobKey"`,
    values: [message.id, message.chatId, at],
  })
  const [row] = rows
  if (!row) throw new Error('A message went away while it was deleted')
  return { ...row, blobKey: row.blobKey ?? undefined }
}

/** A message of a chat; undefined for one that is not there. */
export async function messageRecord(
  client: Queryable,
  chatId: string,
  id: string,
): Promise<OwnMessage | undefined> {
  const { rows } = await client.query<OwnMessage>({
    name: 'chat_message_record',
    text: `select id, chat_id as "chatId", rev, sender_id as "senderId", deleted_at as "deletedAt"
      from messages where chat_id = $1 and id = $2`,
    values: [chatId, id],
  })
  return rows[0]
}
