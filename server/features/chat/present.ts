import { fileEnding, nameOfKind, type MessageFile } from '#contract/chat/file.ts'
import type {
  Chat,
  ChatMember,
  DeletionReceipt,
  Message,
  MessageReceipt,
  Reaction,
} from '#contract/chat/model.ts'
import { isMinorOn, type LocalDate } from '#contract/local-date.ts'
import type { MemberRow } from './chat.sql.ts'
import type { MessageRow } from './messages.sql.ts'
import type { ChatRow } from './reading.ts'

/** How a chat stands, as its reader is told. */
export type ShownState = Pick<Chat, 'state' | 'closedTo'>

/**
 * A chat as its reader sees it on the server's day; of whoever shut them out they keep the name alone. One that is over tells
 * neither how far the other one reads nor the picture and age that a client has by now. `chatsHead` changes with what this shows.
 */
export function presentChat(row: ChatRow, { state, closedTo }: ShownState, today: LocalDate): Chat {
  const { shutOut } = row
  const open = state === 'open'
  const other = presentOther(row, state)
  const evidence = evidenceOf(row, today)
  return {
    _id: row.id,
    members: other ? [presentMember(row.me), other] : [presentMember(row.me)],
    state,
    closedTo,
    reads: shutOut ? 'own' : 'all',
    rev: row.lastRev,
    lastMessage: row.lastMessage && presentMessage(row.lastMessage),
    // Whoever is blocked does not go on calling.
    unread: state === 'blocked' ? 0 : row.unread,
    readSeq: row.readSeq,
    seenSeq: row.otherSharesReading && open ? row.otherReadSeq : null,
    away: shutOut ? null : row.away,
    // An adult deletes nothing in a chat that is not open, and would learn from it when the other one turns 18.
    ...(evidence && (open || evidence === 'theirs') && { evidence }),
    createdAt: row.createdAt.toISOString(),
  }
}

/** The other one has a picture where it is shown: with a live connection, and a provider's to whoever finds them. */
function presentOther(
  { me, other, providerId, shutOut }: ChatRow,
  state: Chat['state'],
): ChatMember | null {
  if (!other) return null
  const isSeen = state === 'open' || state === 'unavailable'
  const isFound = state === 'ended' && !shutOut && providerId !== me.id
  const { profileImg, ...member } = presentMember(other)
  return {
    ...member,
    ...(shutOut && { username: '' }),
    profileImg: isSeen || isFound ? profileImg : null,
  }
}

/** Whose deleted words are locked away. Of ages it says no more: that one of two is under 18 is known to both. */
function evidenceOf({ me, other }: ChatRow, today: LocalDate): Chat['evidence'] {
  if (!other) return undefined
  const [mine, theirs] = [isMinorOn(me.birthDate, today), isMinorOn(other.birthDate, today)]
  if (mine === theirs) return undefined
  return mine ? 'theirs' : 'mine'
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
    file: presentFile(row.file),
    timestamp: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    ...(row.sealedUntil && { sealedUntil: row.sealedUntil.toISOString() }),
    ...presentReply(row),
    ...(row.reactions && { reactions: row.reactions.map(presentReaction) }),
  }
}

/** A message as whoever was shut out of its chat has it: of the other one they have nothing, no reaction either. */
export function presentOwnMessage(row: MessageRow, readerId: string): Message {
  const own = row.reactions?.filter(({ userId }) => userId === readerId) ?? []
  return presentMessage({ ...row, reactions: own.length > 0 ? own : null })
}

function presentReply({ replyTo }: Pick<MessageRow, 'replyTo'>): Pick<Message, 'replyTo'> {
  return replyTo ? { replyTo: { _id: replyTo.id, seq: replyTo.seq } } : {}
}

function presentReaction({ userId, reaction }: Reaction): Reaction {
  return { userId, reaction }
}

/** What its sender is told of a message that has arrived: all but its words. */
export function presentReceipt(
  row: Pick<MessageRow, 'id' | 'chatId' | 'seq' | 'file' | 'replyTo'> & { readonly at: Date },
): MessageReceipt {
  return {
    _id: row.id,
    chatId: row.chatId,
    seq: row.seq,
    rev: row.seq,
    fileUrl: fileUrlOf(row),
    file: presentFile(row.file),
    timestamp: row.at.toISOString(),
    ...presentReply(row),
  }
}

export function presentDeletion(
  row: Pick<MessageRow, 'id' | 'chatId' | 'rev'>,
  at: Date,
): DeletionReceipt {
  return { _id: row.id, chatId: row.chatId, rev: row.rev, deletedAt: at.toISOString() }
}

/** Names that came before endings were judged leave with the ending of their kind, too. */
function presentFile(file: MessageRow['file']): MessageFile | null {
  if (!file) return null
  const { kind, bytes, width, height, voiceMs } = file
  const name = nameOfKind(file.name, kind)
  return { name, kind, bytes, width, height, ...(typeof voiceMs === 'number' && { voiceMs }) }
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
