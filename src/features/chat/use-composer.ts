import { useState } from 'react'
import { messageCharsMax } from '#contract/chat/model.ts'
import { problemCatalogue } from '#contract/problem.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { keepDraft } from '#src/offline/chat/drafts.ts'
import type { ChatDraft, ChosenFile } from '#src/offline/chat/rows.ts'
import { sendMessage, type WrittenMessage } from '#src/offline/chat/send-message.ts'
import { takeChatFile } from '#src/offline/chat/take-chat-file.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import type { Enqueued } from '#src/offline/outbox.ts'
import { tapMoment } from '#src/offline/tap-moment.ts'
import { v7 as newUuid } from 'uuid'
import { createComposerBox, isNothing, type Written } from './composer-box.ts'
import { createDraftWriter } from './draft-writer.ts'

export interface ComposerParts {
  readonly db: UserDatabase
  readonly chatId: string
  readonly draft: ChatDraft | undefined
  /** The person is writing. */
  readonly onTyping: () => void
  /** A message is in line. */
  readonly onSent: () => void
}

export interface Composing {
  readonly text: string
  readonly file: ChosenFile | null
  /** What is wrong with what was just done. */
  readonly trouble: string | undefined
  readonly sendable: boolean
  readonly write: (text: string) => void
  readonly attach: (file: File) => void
  readonly detach: () => void
  readonly send: () => void
}

/** What is being written in a chat: each letter is kept on the device, and nothing leaves before its person sends it. */
export function useComposer(parts: ComposerParts): Composing {
  const { chatId, draft } = parts
  const [written, setWritten] = useState<Written>(draft ?? { text: '', file: null })
  const [trouble, setTrouble] = useState<string>()
  const [box] = useState(() => {
    const { db } = parts
    const writer = createDraftWriter(
      (kept) => keepDraft(db, kept),
      (outcome) => setTrouble((now) => troubleAfter(outcome, now)),
    )
    return createComposerBox(written, {
      show: setWritten,
      keep: (unsent) => writer.put(draftNow(chatId, unsent)),
      send: ({ text, file }) =>
        writer.instead(() => sendNow(db, { chatId, content: text, file })).then(refusal),
      onTrouble: setTrouble,
    })
  })

  async function attach(chosen: File) {
    const taken = await takeChatFile(chosen)
    if (taken.status === 'refused') setTrouble(taken.text)
    else {
      setTrouble(undefined)
      box.change({ ...box.written(), file: taken.file })
    }
  }

  const { text, file } = written
  return {
    text,
    file,
    trouble,
    sendable: !isNothing(written) && text.length <= messageCharsMax,
    write(next) {
      box.change({ ...box.written(), text: next })
      if (next !== '') parts.onTyping()
    },
    attach: (chosen) => void attach(chosen),
    detach: () => box.change({ ...box.written(), file: null }),
    send() {
      setTrouble(undefined)
      box.send(parts.onSent)
    },
  }
}

/** Why a message was not put in line; nothing for one that was. */
function refusal(outcome: Enqueued): string | undefined {
  return outcome.status === 'queued' ? undefined : problemCatalogue[outcome.code].message
}

async function sendNow(db: UserDatabase, message: WrittenMessage): Promise<Enqueued> {
  return await sendMessage(db, message, tapMoment({ epochMs: Date.now(), opId: newUuid() }))
}

function draftNow(chatId: string, written: Written): ChatDraft {
  return { chatId, text: written.text, file: written.file, at: Date.now() }
}

/** Whatever else is wrong stays said. */
function troubleAfter(outcome: 'kept' | 'failed', now: string | undefined): string | undefined {
  const noRoom = m.chat_draft_failed()
  if (outcome === 'failed') return noRoom
  return now === noRoom ? undefined : now
}
