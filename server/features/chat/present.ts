import { fileEnding } from '#contract/chat/file.ts'
import type {
  Chat,
  ChatMember,
  ChatState,
  DeletionReceipt,
  Message,
  MessageReceipt,
} from '#contract/chat/model.ts'
import type { ChatRow, MemberRow, MessageRow } from './rows.ts'

/** A chat as its reader sees it. */
export function presentChat(row: ChatRow, state: ChatState): Chat {
  const members = row.other ? [row.me, row.other] : [row.me]
  return {
    _id: row.id,
    members: members.map(presentMember),
    state,
    rev: row.lastRev,
    lastMessage: row.lastMessage && presentMessage(row.lastMessage),
    unread: row.unread,
    readSeq: row.readSeq,
    seenSeq: row.otherSharesReading ? row.otherReadSeq : null,
    away: row.away,
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentMessage(row: MessageRow): Message {
  return {
    _id: row.id,
    chatId: row.chatId,
    seq: row.seq,
    rev: row.rev,
    senderId: row.senderId,
    content: row.content,
    fileUrl: fileUrlOf(row),
    file: row.file,
    timestamp: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  }
}

/** What its sender is told of a message that has arrived: all but its words. */
export function presentReceipt(
  row: Pick<MessageRow, 'id' | 'chatId' | 'seq' | 'file'> & { readonly at: Date },
): MessageReceipt {
  return {
    _id: row.id,
    chatId: row.chatId,
    seq: row.seq,
    rev: row.seq,
    fileUrl: fileUrlOf(row),
    file: row.file,
    timestamp: row.at.toISOString(),
  }
}

export function presentDeletion(
  row: Pick<MessageRow, 'id' | 'chatId' | 'rev'>,
  at: Date,
): DeletionReceipt {
  return { _id: row.id, chatId: row.chatId, rev: row.rev, deletedAt: at.toISOString() }
}

function fileUrlOf({
  id,
  chatId,
  file,
}: Pick<MessageRow, 'id' | 'chatId' | 'file'>): string | null {
  return file && `/chat/${chatId}/files/${id}.${fileEnding(file.kind)}`
}

function presentMember({ id, firstname, lastname, username, profileImg }: MemberRow): ChatMember {
  return { _id: id, firstname, lastname, username, profileImg }
}
