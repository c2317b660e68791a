import { useRef, useState } from 'react'
import { cleanText } from '#contract/free-text.ts'
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

interface Written {
  readonly text: string
  readonly file: ChosenFile | null
}

const nothing: Written = { text: '', file: null }

/** What is being written in a chat: each letter is kept on the device, and nothing leaves before its person sends it. */
export function useComposer({ db, chatId, draft, onTyping, onSent }: ComposerParts): Composing {
  const [written, setWritten] = useState<Written>(draft ?? nothing)
  const [trouble, setTrouble] = useState<string>()
  const newest = useRef(written)
  const [writer] = useState(() =>
    createDraftWriter(
      (kept) => keepDraft(db, kept),
      (outcome) => setTrouble((now) => troubleAfter(outcome, now)),
    ),
  )

  function show(next: Written) {
    newest.current = next
    setWritten(next)
  }

  function change(next: Written) {
    show(next)
    writer.put(draftNow(chatId, next))
  }

  async function attach(chosen: File) {
    const taken = await takeChatFile(chosen)
    if (taken.status === 'refused') setTrouble(taken.text)
    else {
      setTrouble(undefined)
      change({ ...newest.current, file: taken.file })
    }
  }

  async function send() {
    const { text, file } = newest.current
    const done = writer.instead(() => sendNow(db, { chatId, content: text, file }))
    show(nothing)
    setTrouble(undefined)
    onSent()
    try {
      const outcome = await done
      if (outcome.status === 'queued') return
      giveBack({ text, file }, problemCatalogue[outcome.code].message)
    } catch {
      giveBack({ text, file }, m.chat_send_failed())
    }
  }

  /** What was not sent is in the field again, before whatever was typed meanwhile. */
  function giveBack({ text, file }: Written, why: string) {
    const meanwhile = newest.current
    change({
      text: meanwhile.text === '' ? text : `${text}\n${meanwhile.text}`,
      file: meanwhile.file ?? file,
    })
    setTrouble(why)
  }

  const { text, file } = written
  return {
    text,
    file,
    trouble,
    sendable: (cleanText(text) !== '' || file !== null) && text.length <= messageCharsMax,
    write(next) {
      change({ ...newest.current, text: next })
      if (next !== '') onTyping()
    },
    attach: (chosen) => void attach(chosen),
    detach: () => change({ ...newest.current, file: null }),
    send: () => void send(),
  }
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
