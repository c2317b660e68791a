import * as m from '#src/i18n/paraglide/messages.js'
import type { ChatMember } from '#contract/chat/model.ts'
import type { LastLine } from '#src/offline/features/chat/shown-chats.ts'

/** What the other one of a chat is called; they may have deleted their account. */
export function memberName(member: ChatMember | undefined): string {
  return member ? `${member.firstname} ${member.lastname}` : m.chat_gone_person()
}

/** The same, shorter, for a sentence. */
export function callName(member: ChatMember | undefined): string {
  return member?.firstname ?? m.chat_gone_person()
}

/** The line under a name: what it says, and a mark before it where it is no plain message. */
export interface LineLabel {
  readonly mark: { text: string; tone: 'accent' | 'warn' | 'danger' } | undefined
  readonly text: string
}

export function lineLabel(line: LastLine): LineLabel {
  switch (line.kind) {
    case 'none':
      return plain(m.chat_line_none())
    case 'draft':
      return { mark: { text: m.chat_draft(), tone: 'accent' }, text: contentLabel(line) }
    case 'waiting': {
      const mark = line.failed
        ? ({ text: m.chat_line_failed(), tone: 'danger' } as const)
        : ({ text: m.chat_line_waiting(), tone: 'warn' } as const)
      return { mark, text: contentLabel(line) }
    }
    case 'message': {
      const text = line.deleted ? m.chat_line_deleted() : contentLabel(line)
      return plain(line.mine ? m.chat_you({ text }) : text)
    }
  }
}

function plain(text: string): LineLabel {
  return { mark: undefined, text }
}

interface LineContent {
  readonly text: string
  readonly fileName: string | null
  readonly voice?: boolean
}

function contentLabel({ text, fileName, voice }: LineContent): string {
  if (text.trim() !== '') return text.replaceAll(/\s+/g, ' ')
  if (voice) return m.chat_voice()
  return fileName === null ? '' : m.chat_line_file({ name: fileName })
}
