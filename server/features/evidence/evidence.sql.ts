import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { messageFileSchema } from '#contract/chat/file.ts'
import { ormCommand, ormQuery } from '#server/db/statement.ts'

/** Which messages are about to be deleted. */
export type Going =
  | { readonly messageIds: readonly string[] }
  /** Everything that an adult wrote to a minor in the chats of one person. */
  | { readonly memberId: string }

/** Which reactions are about to go: those on such messages, or one. */
export type GoingReactions = Going | { readonly messageId: string; readonly userId: string }

const evidenceEntries = {
  messageId: v.string(),
  chatId: v.string(),
  senderId: v.string(),
  recipientId: v.nullable(v.string()),
  seq: v.number(),
  /** Epoch milliseconds. */
  sentMs: v.number(),
}
const evidenceFacts = v.object(evidenceEntries)
/** Which message evidence is of: what its sealed part is bound to. */
export type EvidenceFacts = v.InferOutput<typeof evidenceFacts>

/** A message that an adult wrote to a minor, before it is deleted. */
const goingMessage = v.object({
  ...evidenceEntries,
  content: v.string(),
  sender: v.object({ firstname: v.string(), lastname: v.string() }),
  file: v.nullable(messageFileSchema),
  blobKey: v.nullable(v.string()),
})
export type GoingMessage = v.InferOutput<typeof goingMessage>

/** A reaction of an adult towards a minor, before it goes; `messageId` is its own id. */
const goingReaction = v.object({
  ...evidenceEntries,
  reaction: v.string(),
  reactsTo: v.string(),
  sender: v.object({ firstname: v.string(), lastname: v.string() }),
})
export type GoingReaction = v.InferOutput<typeof goingReaction>

const evidenceRow = v.object({
  ...evidenceEntries,
  sealed: v.string(),
  fileId: v.nullable(v.string()),
  /** Epoch milliseconds. */
  deletedMs: v.number(),
})
export type EvidenceRow = v.InferOutput<typeof evidenceRow>

const sealedFileRow = v.object({
  messageId: v.string(),
  /** The file that is still to be copied. */
  sourceKey: v.nullable(v.string()),
  blobKey: v.nullable(v.string()),
})
export type SealedFileRow = v.InferOutput<typeof sealedFileRow>

export const goingMessagesPage = ormQuery(
  goingMessage,
  ({ going, after, limit }: { going: Going; after: string; limit: number }) => sql`
    select m.id as "messageId", m.chat_id as "chatId", m.sender_id as "senderId",
      case when c.client_id = m.sender_id then c.provider_id else c.client_id end as "recipientId",
      m.seq, (extract(epoch from m.created_at) * 1000)::float8 as "sentMs", m.content,
      json_build_object('firstname', u.firstname, 'lastname', u.lastname) as sender,
      case when f.message_id is null then null else json_build_object('name', f.name, 'kind', f.kind,
        'bytes', f.bytes, 'width', f.width, 'height', f.height) end as file,
      f.blob_key as "blobKey"
    from messages m join chats c on c.id = m.chat_id join users u on u.id = m.sender_id
      left join chat_files f on f.message_id = m.id and f.attached
    where m.to_minor and m.deleted_at is null and ${chosen(going)} and m.id > ${after}
    order by m.id limit ${limit}`,
)

export const goingReactionsPage = ormQuery(
  goingReaction,
  ({ going, after, limit }: { going: GoingReactions; after: string; limit: number }) => sql`
    select r.id as "messageId", m.chat_id as "chatId", r.user_id as "senderId",
      case when c.client_id = r.user_id then c.provider_id else c.client_id end as "recipientId",
      m.seq, (extract(epoch from r.created_at) * 1000)::float8 as "sentMs", r.reaction, m.id as "reactsTo",
      json_build_object('firstname', u.firstname, 'lastname', u.lastname) as sender
    from message_reactions r join messages m on m.id = r.message_id join chats c on c.id = m.chat_id
      join users u on u.id = r.user_id
    where r.to_minor and ${chosenReactions(going)} and r.id > ${after}
    order by r.id limit ${limit}`,
)

function chosenReactions(going: GoingReactions) {
  if (!('messageId' in going)) return chosen(going)
  return sql`m.id = ${going.messageId} and r.user_id = ${going.userId}`
}

function chosen(going: Going) {
  if ('messageIds' in going) return sql`m.id = any(${sql.param(going.messageIds)}::uuid[])`
  return sql`(c.client_id = ${going.memberId} or c.provider_id = ${going.memberId})`
}

export const evidenceInsert = ormCommand(
  ({ rows, at, expiresAt }: { rows: string; at: Date; expiresAt: Date }) => sql`
    insert into message_evidence
      (message_id, chat_id, sender_id, recipient_id, seq, sent_at, sealed, file_id, reacts_to, deleted_at, expires_at)
    select "messageId", "chatId", "senderId", "recipientId", seq, to_timestamp("sentMs" / 1000), sealed, "fileId",
      "reactsTo", ${at.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as given("messageId" uuid, "chatId" uuid, "senderId" uuid,
      "recipientId" uuid, seq int, "sentMs" float8, sealed text, "fileId" uuid, "reactsTo" uuid)
    on conflict (message_id) do update
      set expires_at = greatest(message_evidence.expires_at, excluded.expires_at)`,
)

const evidenceColumns = sql`message_id as "messageId", chat_id as "chatId", sender_id as "senderId",
  recipient_id as "recipientId", seq, (extract(epoch from sent_at) * 1000)::float8 as "sentMs", sealed,
  file_id as "fileId", (extract(epoch from deleted_at) * 1000)::float8 as "deletedMs"`

export const evidenceByMessage = ormQuery(
  evidenceRow,
  ({ messageIds, now }: { messageIds: readonly string[]; now: Date }) => sql`
    select ${evidenceColumns} from message_evidence
    where message_id = any(${sql.param(messageIds)}::uuid[]) and expires_at > ${now.toISOString()}::timestamptz`,
)

export const newestEvidenceBetween = ormQuery(
  evidenceRow,
  ({ one, other, now, limit }: { one: string; other: string; now: Date; limit: number }) => sql`
    select ${evidenceColumns} from message_evidence
    where ((sender_id = ${one} and recipient_id = ${other}) or (sender_id = ${other} and recipient_id = ${one}))
      and expires_at > ${now.toISOString()}::timestamptz
    order by reacts_to is not null, sent_at desc, seq desc limit ${limit}`,
)

export const expiredEvidenceDelete = ormCommand(
  ({ now, max }: { now: Date; max: number }) => sql`
    delete from message_evidence where message_id in (
      select message_id from message_evidence where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${max} for update skip locked)`,
)

export const sealedFilesInsert = ormCommand(
  ({ ids, keys, at }: { ids: readonly string[]; keys: readonly string[]; at: Date }) => sql`
    insert into sealed_files (message_id, source_key, created_at)
    select given.*, ${at.toISOString()}::timestamptz
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(keys)}::text[]) as given
    on conflict (message_id) do update
      set source_key = case when sealed_files.blob_key is null then excluded.source_key end`,
)

export const unsealedFiles = ormQuery(
  sealedFileRow,
  (max: number) => sql`
    select message_id as "messageId", source_key as "sourceKey", blob_key as "blobKey" from sealed_files
    where source_key is not null order by created_at limit ${max}`,
)

export const sealedFileCopied = ormCommand(
  ({ messageId, sourceKey, blobKey }: SealedFileRow) => sql`
    update sealed_files set source_key = null, blob_key = ${blobKey}
    where message_id = ${messageId} and source_key = ${sourceKey}`,
)

export const sealedFileOfReport = ormQuery(
  sealedFileRow,
  ({ reportId, messageId }: { reportId: string; messageId: string }) => sql`
    select s.message_id as "messageId", s.source_key as "sourceKey", s.blob_key as "blobKey"
    from report_files r join sealed_files s on s.message_id = r.message_id
    where r.report_id = ${reportId} and r.message_id = ${messageId}`,
)

export const unnamedSealedFilesDelete = ormQuery(
  v.object({ key: v.nullable(v.string()) }),
  (max: number) => sql`
    delete from sealed_files where message_id in (
      select message_id from sealed_files s
      where not exists (select 1 from message_evidence e where e.file_id = s.message_id)
        and not exists (select 1 from report_files r where r.message_id = s.message_id)
      limit ${max} for update skip locked)
    returning blob_key as key`,
)
