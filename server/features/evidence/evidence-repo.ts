import { sql, type SQL } from 'drizzle-orm'
import type { MessageFile } from '#contract/chat/file.ts'
import type { Orm } from '#server/db/orm.ts'

/** A transaction, whichever way it was opened. */
export type Runner = Pick<Orm, 'execute'>

/** Which messages are about to go. */
export type Going =
  | { readonly messageIds: readonly string[] }
  /** Everything that an adult wrote to a minor in the chats of one person. */
  | { readonly memberId: string }

/** Which message evidence is of: what its sealed part is bound to. */
export interface EvidenceFacts {
  readonly messageId: string
  readonly chatId: string
  readonly senderId: string
  readonly recipientId: string | null
  readonly seq: number
  /** Epoch milliseconds. */
  readonly sentMs: number
}

/** A message that an adult wrote to a minor, as long as it is there. */
export interface GoingMessage extends EvidenceFacts {
  readonly content: string
  readonly sender: { readonly firstname: string; readonly lastname: string }
  readonly file: MessageFile | null
  readonly blobKey: string | null
}

/** The next messages that are to be sealed, by their ids, behind the id `after`. */
export async function goingMessages(
  runner: Runner,
  going: Going,
  page: { readonly after: string; readonly limit: number },
): Promise<GoingMessage[]> {
  const { rows } = await runner.execute<GoingMessage & Record<string, unknown>>(sql`
    select m.id as "messageId", m.chat_id as "chatId", m.sender_id as "senderId",
      case when c.client_id = m.sender_id then c.provider_id else c.client_id end as "recipientId",
      m.seq, (extract(epoch from m.created_at) * 1000)::float8 as "sentMs", m.content,
      json_build_object('firstname', u.firstname, 'lastname', u.lastname) as sender,
      case when f.message_id is null then null else json_build_object('name', f.name, 'kind', f.kind,
        'bytes', f.bytes, 'width', f.width, 'height', f.height) end as file,
      f.blob_key as "blobKey"
    from messages m join chats c on c.id = m.chat_id join users u on u.id = m.sender_id
      left join chat_files f on f.message_id = m.id
    where m.to_minor and m.deleted_at is null and ${chosen(going)} and m.id > ${page.after}
    order by m.id limit ${page.limit}`)
  return rows
}

function chosen(going: Going): SQL {
  if ('messageIds' in going) return sql`m.id = any(${sql.param(going.messageIds)}::uuid[])`
  return sql`(c.client_id = ${going.memberId} or c.provider_id = ${going.memberId})`
}

/** Writes evidence down. What was sealed before stays as it is and is kept as long as the later of the two says. */
export async function insertEvidence(
  runner: Runner,
  rows: readonly (EvidenceFacts & { readonly sealed: string; readonly fileId: string | null })[],
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  const values = JSON.stringify(rows)
  await runner.execute(sql`
    insert into message_evidence
      (message_id, chat_id, sender_id, recipient_id, seq, sent_at, sealed, file_id, deleted_at, expires_at)
    select "messageId", "chatId", "senderId", "recipientId", seq, to_timestamp("sentMs" / 1000), sealed, "fileId",
      ${at.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${values}::jsonb) as given("messageId" uuid, "chatId" uuid, "senderId" uuid,
      "recipientId" uuid, seq int, "sentMs" float8, sealed text, "fileId" uuid)
    on conflict (message_id) do update
      set expires_at = greatest(message_evidence.expires_at, excluded.expires_at)`)
}

export interface EvidenceRow extends EvidenceFacts {
  readonly sealed: string
  readonly fileId: string | null
  /** Epoch milliseconds. */
  readonly deletedMs: number
}

const evidenceColumns = sql`message_id as "messageId", chat_id as "chatId", sender_id as "senderId",
  recipient_id as "recipientId", seq, (extract(epoch from sent_at) * 1000)::float8 as "sentMs", sealed,
  file_id as "fileId", (extract(epoch from deleted_at) * 1000)::float8 as "deletedMs"`

/** What is locked away of these messages, and has not expired. */
export async function evidenceOfMessages(
  runner: Runner,
  messageIds: readonly string[],
  now: Date,
): Promise<EvidenceRow[]> {
  const { rows } = await runner.execute<EvidenceRow & Record<string, unknown>>(sql`
    select ${evidenceColumns} from message_evidence
    where message_id = any(${sql.param(messageIds)}::uuid[]) and expires_at > ${now.toISOString()}::timestamptz`)
  return rows
}

/** The newest that is locked away between two people, oldest first. */
export async function evidenceBetween(
  runner: Runner,
  [one, other]: readonly [string, string],
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<EvidenceRow[]> {
  const { rows } = await runner.execute<EvidenceRow & Record<string, unknown>>(sql`
    select ${evidenceColumns} from message_evidence
    where ((sender_id = ${one} and recipient_id = ${other}) or (sender_id = ${other} and recipient_id = ${one}))
      and expires_at > ${now.toISOString()}::timestamptz
    order by sent_at desc, seq desc limit ${limit}`)
  return rows.toReversed()
}

/** Deletes evidence whose time is over; says how much. */
export async function deleteExpired(runner: Runner, now: Date, max: number): Promise<number> {
  const { rowCount } = await runner.execute(sql`
    delete from message_evidence where message_id in (
      select message_id from message_evidence where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${max} for update skip locked)`)
  return rowCount ?? 0
}
