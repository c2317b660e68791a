import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { v7 as newUuid } from 'uuid'
import { messageCharsMax } from '#contract/chat/model.ts'
import { problemCatalogue } from '#contract/problem.ts'
import { useLive } from '#src/data/resource.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { within } from '#src/lib/within.ts'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import type { Enqueued } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import {
  createTypingPace,
  readChatSettings,
  sayTyping,
} from '#src/offline/features/chat/presence.ts'
import type { ChatDraft } from '#src/offline/features/chat/rows.ts'
import { sendMessage, type WrittenMessage } from '#src/offline/features/chat/send.ts'
import { draftMoment } from '#src/offline/features/chat/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { asMember } from '#src/session/as-member.ts'
import { useVoiceRecorder, type Recording } from '../voice/recorder.ts'
import { isNothing, type ComposerBox, type Written } from './composer-box.ts'
import { createDraftBox } from './draft-box.ts'
import { createFilePicks, type FilePicks } from './file-picks.ts'

export interface ComposerParts {
  readonly db: UserDatabase
  readonly chatId: string
  readonly draft: ChatDraft | undefined
  /** The person is writing. */
  readonly onTyping: () => void
  /** A message is in line. */
  readonly onSent: () => void
  /** Resolves once a message is drawn in the chat. */
  readonly drawn: (messageId: string) => Promise<void>
}

export interface Composing {
  readonly text: string
  readonly file: ChosenFile | null
  /** What is wrong with what was just done. */
  readonly trouble: string | undefined
  readonly sendable: boolean
  /** The message that the words answer. */
  readonly replyTo: string | null
  /** Null answers none. */
  readonly answer: (messageId: string | null) => void
  /** `anew` where the words replaced the whole text. */
  readonly write: (text: string, anew: boolean) => void
  readonly attach: (file: File) => void
  readonly recording: Recording
  readonly detach: () => void
  readonly send: () => void
}

/** A message that is in line is drawn within this time, or its words leave the box without that. */
const drawnWithinMs = 1_000

/** What is being written in a chat: each letter is stored on the device, and nothing leaves before its person sends it. */
export function useComposer(parts: ComposerParts): Composing {
  const { chatId, draft } = parts
  const [written, setWritten] = useState<Written>(draft ?? { text: '', file: null })
  const [trouble, setTrouble] = useState<string>()
  const [{ box, sendDraft, catchUp }] = useState(() =>
    createDraftBox(
      { db: parts.db, chatId, draft },
      {
        show: setWritten,
        onTrouble: setTrouble,
        onStored: (outcome) => setTrouble((now) => troubleAfter(outcome, now)),
      },
    ),
  )
  const moment = useLive(parts.db, () => draftMoment(parts.db, chatId), [chatId])

  // An effect because other pages write and send the draft, too.
  useEffect(() => {
    if (moment !== undefined) void catchUp()
  }, [moment, catchUp])

  async function putInLine({ text, file, replyTo = null }: Written): Promise<string | undefined> {
    const message = { chatId, content: text, file, replyTo }
    const outcome = await sendDraft((at) => sendNow(parts.db, message, at)).catch(troubleOf)
    if (typeof outcome === 'string') return outcome
    if (outcome.status === 'refused') return term(problemCatalogue[outcome.code].message)
    parts.onSent()
    await within(drawnWithinMs, parts.drawn(outcome.opId))
    return undefined
  }

  const recording = useVoiceRecorder({
    onVoice(voice, end) {
      box.change({ ...box.written(), file: voice })
      setTrouble((now) => troubleAtEnd(end, now))
    },
    onTrouble: setTrouble,
  })
  const picks = useFilePicks(box, recording, setTrouble)

  const { text, file, replyTo = null } = written
  return {
    text,
    file,
    replyTo,
    trouble,
    recording: {
      ...recording,
      start: () => {
        setTrouble(undefined)
        recording.start()
      },
    },
    sendable: !isNothing(written) && text.length <= messageCharsMax,
    write(next, anew) {
      box.change({ ...box.written(), text: next }, { anew })
      if (next !== '') parts.onTyping()
    },
    attach: (chosen) => void picks.take(chosen),
    answer: (messageId) => box.change({ ...box.written(), replyTo: messageId }),
    detach: () => box.change({ ...box.written(), file: null }),
    send() {
      setTrouble(undefined)
      box.send(putInLine)
    },
  }
}

/** Files for the box, for as long as it is on screen; they take the place of no recording. */
function useFilePicks(
  box: ComposerBox,
  { state }: Recording,
  onTrouble: (why: string | undefined) => void,
): FilePicks {
  const [picks] = useState(() =>
    createFilePicks({
      boxed: () => box.written().file,
      onFile: (file) => box.change({ ...box.written(), file }),
      onTrouble,
    }),
  )

  // An effect because a file is read while recordings begin and end on screen.
  useLayoutEffect(() => picks.setRecording(state.status !== 'idle'), [picks, state])
  // An effect because the phone may hand a file over when nobody sees the box any more.
  useEffect(() => () => picks.end(), [picks])

  return picks
}

/** What is said of a recording that did not end by a tap. */
const endTexts = { stopped: undefined, full: m.chat_voice_full, long: m.chat_voice_long } as const

/** A file that was refused while the recording went on is not taken after it either: what is in its way now is said. */
function troubleAtEnd(end: keyof typeof endTexts, now: string | undefined): string | undefined {
  const isRefused = now === m.chat_recording_in_the_way() && end !== 'long'
  return isRefused ? m.chat_voice_in_the_way() : endTexts[end]?.()
}

async function sendNow(
  db: UserDatabase,
  message: WrittenMessage,
  draftAt: number | null,
): Promise<Enqueued> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  return await sendMessage(db, message, { ...tap, draftAt })
}

/** Why a message could not be put in line; it is in the box again. */
function troubleOf(error: unknown): string {
  return error instanceof StorageFullError ? m.chat_phone_full() : m.chat_send_failed()
}

/** Whatever else is wrong stays said. */
function troubleAfter(outcome: 'stored' | 'failed', now: string | undefined): string | undefined {
  const noRoom = m.chat_draft_failed()
  if (outcome === 'failed') return noRoom
  return now === noRoom ? undefined : now
}

/** Notifies the other one that the person writes, where they have chosen so. */
export function useSayTyping(db: UserDatabase, chatId: string): () => void {
  const settings = useLive(db, () => readChatSettings(db))
  const notify = useMemo(() => typingPace(db, chatId), [db, chatId])
  return () => {
    if (settings?.typing && navigator.onLine) notify()
  }
}

function typingPace(db: UserDatabase, chatId: string): () => void {
  // A notification that did not arrive is no loss.
  const say = () => void asMember(db, (token) => sayTyping(token, chatId)).catch(() => undefined)
  return createTypingPace(say, () => Date.now())
}
