import type { ChatMember } from '#contract/chat/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** What the other one of a chat is called; they may have deleted their account. */
export function memberName(member: ChatMember | undefined): string {
  return member ? `${member.firstname} ${member.lastname}` : m.chat_gone_person()
}

/** The same, shorter, for a sentence. */
export function callName(member: ChatMember | undefined): string {
  return member?.firstname ?? m.chat_gone_person()
}
