import type { AwayHours } from '#contract/chat/away.ts'
import type { ChatFileKind } from '#contract/chat/file.ts'
import type { LocalDate } from '#contract/local-date.ts'

/** A message as it is stored, with the facts of its file. */
export interface MessageRow {
  readonly id: string
  readonly chatId: string
  readonly seq: number
  readonly rev: number
  readonly senderId: string | null
  readonly content: string
  readonly createdAt: Date
  readonly deletedAt: Date | null
  readonly file: FileFacts | null
  /** Of a trace: until when what is locked away of it stays. */
  readonly sealedUntil?: Date | null
}

export interface FileFacts {
  readonly name: string
  readonly kind: ChatFileKind
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
}

/** One of a chat's people as the other sees them, with what decides whether the chat is open. */
export interface MemberRow {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly username: string
  readonly profileImg: string | null
  readonly birthDate: LocalDate
  /** Suspended, or a provider who is not verified. */
  readonly unavailable: boolean
}

/** A chat as one of its people has it. */
export interface ChatRow {
  readonly id: string
  readonly clientId: string | null
  readonly providerId: string | null
  readonly keptApart: boolean
  readonly shutOut: boolean
  readonly lastRev: number
  readonly createdAt: Date
  readonly readSeq: number
  /** How far the other has read, whether they share it or not. */
  readonly otherReadSeq: number
  readonly otherSharesReading: boolean
  readonly away: AwayHours | null
  readonly unread: number
  readonly me: MemberRow
  readonly other: MemberRow | null
  readonly lastMessage: MessageRow | null
}

/** The facts of the file `f`, or null without one. */
export const fileColumn = `case when f.message_id is null then null else json_build_object(
  'name', f.name, 'kind', f.kind, 'bytes', f.bytes, 'width', f.width, 'height', f.height) end`

/** The columns of a message `m` with its file. */
export const messageColumns = `m.id, m.chat_id as "chatId", m.seq, m.rev, m.sender_id as "senderId", m.content,
  m.created_at as "createdAt", m.deleted_at as "deletedAt", ${fileColumn} as file,
  case when m.deleted_at is null then null
    else (select e.expires_at from message_evidence e where e.message_id = m.id) end as "sealedUntil"`

export const messageTables = `messages m left join chat_files f on f.message_id = m.id`
