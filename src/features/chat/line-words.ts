import * as m from '#src/i18n/paraglide/messages.js'
import type { LastLine } from '#src/offline/features/chat/shown-chats.ts'

/** The line under a name: what it says, and a mark before it where it is no plain message. */
export interface LineWords {
  readonly mark: { text: string; tone: 'accent' | 'warn' | 'danger' } | undefined
  readonly text: string
}

export function lineWords(line: LastLine): LineWords {
  switch (line.kind) {
    case 'none':
      return plain(m.chat_line_none())
    case 'draft':
      return { mark: { text: m.chat_draft(), tone: 'accent' }, text: contentWords(line) }
    case 'waiting': {
      const mark = line.failed
        ? ({ text: m.chat_line_failed(), tone: 'danger' } as const)
        : ({ text: m.chat_line_waiting(), tone: 'warn' } as const)
      return { mark, text: contentWords(line) }
    }
    case 'message': {
      const text = line.deleted ? m.chat_line_deleted() : contentWords(line)
      return plain(line.mine ? m.chat_you({ text }) : text)
    }
  }
}

function plain(text: string): LineWords {
  return { mark: undefined, text }
}

function contentWords({ text, fileName }: { text: string; fileName: string | null }): string {
  if (text.trim() !== '') return text.replaceAll(/\s+/g, ' ')
  return fileName === null ? '' : m.chat_line_file({ name: fileName })
}
