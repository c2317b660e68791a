import type { UserId } from '#contract/account/model.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Verdict } from '#server/http/authorize.ts'

/** The two people of a chat; null for one who has deleted their account. */
export interface ChatPair {
  readonly clientId: string | null
  readonly providerId: string | null
}

/** Everything of one person around chats. */
export interface ChatOwner {
  readonly userId: UserId
}

/** Chats are read by the two people of them alone; a provider who is not verified reads none. */
export function mayReadChat(actor: Actor, chat: ChatPair): Verdict {
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
