import type { UserId } from '#contract/account/model.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'

/** The two people of a chat; null for one who has deleted their account. */
export interface ChatPair {
  readonly clientId: string | null
  readonly providerId: string | null
}

/** A chat with how the two stand to one another, as its reader has it. */
export interface ReadableChat extends ChatPair {
  /** The reader is a provider who does not see the client, who is under 18. */
  readonly separated: boolean
  /** The other one blocked the reader: nothing here is theirs to read but what they wrote themself. */
  readonly shutOut: boolean
}

/** Everything of one person around chats. */
export interface ChatOwner {
  readonly userId: UserId
}

/**
 * Chats are read by the two people of them alone; a provider who is not verified reads none, and nobody reads the chat
 * with somebody under 18 whom they do not see.
 */
export function mayReadChat(actor: Actor, chat: ReadableChat): Verdict {
  return !chat.separated && maySpeakOfChat(actor, chat) === 'allow' ? 'allow' : 'not_found'
}

/** Of a chat that is read: whoever was shut out of it has what they wrote themself. */
export function mayReadMessage(
  actor: Actor,
  { chat, senderId }: { readonly chat: ReadableChat; readonly senderId: string | null },
): Verdict {
  return chat.shutOut && senderId !== actor.userId ? 'not_found' : mayReadChat(actor, chat)
}

/** What somebody wrote to one may be reported, whatever became of the two since: nobody loses their voice. */
export function maySpeakOfChat(actor: Actor, chat: ChatPair): Verdict {
  return isMember(actor, chat) && !isUnverified(actor) ? 'allow' : 'not_found'
}

/** Whoever reads may write, as far as the chat is open; an unverified provider is told that they may not. */
export function mayWriteChat(actor: Actor, chat: ChatPair): Verdict {
  if (!isMember(actor, chat)) return 'not_found'
  return isUnverified(actor) ? 'forbidden' : 'allow'
}

/** One's own list of chats: to everybody else, staff too, it is not there. */
export function mayListChats(actor: Actor, owner: ChatOwner): Verdict {
  return actor.userId === owner.userId && !isUnverified(actor) ? 'allow' : 'not_found'
}

/** A person chooses for themself. */
export function isOwner(actor: Actor, owner: ChatOwner): Verdict {
  return actor.userId === owner.userId ? 'allow' : 'not_found'
}

function isMember(actor: Actor, { clientId, providerId }: ChatPair): boolean {
  return actor.userId === clientId || actor.userId === providerId
}

function isUnverified(actor: Actor): boolean {
  return actor.userType === 'ServiceProvider' && !actor.verifiedProvider
}
