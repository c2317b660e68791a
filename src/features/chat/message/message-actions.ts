import * as m from '#src/i18n/paraglide/messages.js'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactionChange } from '#contract/chat/reactions.ts'
import { problemCatalogue } from '#contract/problem.ts'
import { tapFeedback } from '#src/lib/haptics.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { isSuperAdmin } from '#contract/account/model.ts'
import { dismissContactNote } from './contact-notes.ts'
import type { MessageActions } from './message-bubble.tsx'
import { messageFile } from '#src/offline/features/chat/files.ts'
import type { ShownMessage, ShownQuote } from '#src/offline/features/chat/shown-messages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { retryOps, deleteOp } from '#src/offline/engine/outbox.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { v7 as newUuid } from 'uuid'
import {
  deleteMessage,
  editUnsent,
  reactTo,
  type TakenBack,
} from '#src/offline/features/chat/send.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { showToast } from '#src/ui/message/toast-store.ts'

/** The dialog that is open over a chat, and the message that it is about. */
export interface MessageChoice {
  readonly dialog: 'choices' | 'delete' | 'report' | 'block'
  readonly message: ShownMessage
}

export interface Choosing {
  readonly chatId: string
  readonly actions: MessageActions
  readonly choice: MessageChoice | undefined
  readonly choose: (choice: MessageChoice | undefined) => void
  /** Counts how often a message was made the draft again. */
  readonly draftTurn: number
}

export interface MessageActionParts {
  readonly session: Session
  /** Leads to the message that another one answers. */
  readonly onQuote: (quote: ShownQuote) => void
}

/** What can be done with the messages of a chat; the same functions for as long as it is open. */
export function useMessageActions(
  db: UserDatabase,
  chatId: string,
  { session, onQuote }: MessageActionParts,
): Choosing {
  const [choice, choose] = useState<MessageChoice>()
  const toQuote = useRef(onQuote)
  const [draftTurn, setDraftTurn] = useState(0)
  const mayReport = !isSuperAdmin(session.user)

  // An effect because the actions stay the same while what is on screen, and the way to it, changes.
  useLayoutEffect(() => {
    toQuote.current = onQuote
  }, [onQuote])

  const actions = useMemo<MessageActions>(
    () => ({
      mayReport,
      onChoose: (message) => choose({ dialog: 'choices', message }),
      onReport: (message) => choose({ dialog: 'report', message }),
      onDismissNote: ({ id }) => void dismissContactNote(db, id),
      onQuote: (quote) => toQuote.current(quote),
      onTakeBack: (message) => choose({ dialog: 'delete', message }),
      onRetry: ({ id }) => void retryOps(db, id),
      onCopy: ({ content }) => void copyText(content),
      onEdit: ({ id }) =>
        void editAgain(db, id).then((again) => again && setDraftTurn((turn) => turn + 1)),
      loadFile: ({ id, fileUrl }) =>
        asMember(db, (token) => messageFile(db, token, { _id: id, chatId, fileUrl }, Date.now())),
    }),
    [db, chatId, mayReport],
  )
  return { chatId, actions, choice, choose, draftTurn }
}

/** Deletes a message that the server has: here at once, there as soon as the deletion arrives. Says when it could not. */
export async function deleteSent(
  db: UserDatabase,
  chatId: string,
  messageId: string,
): Promise<void> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  try {
    const outcome = await deleteMessage(db, { chatId, messageId }, tap)
    if (outcome.status === 'refused') complain(m.chat_delete_failed())
  } catch {
    complain(m.chat_delete_failed())
  }
}

/** Reacts to a message, or takes a reaction back: here at once, there as soon as it arrives. Says when it could not. */
export async function react(db: UserDatabase, change: ReactionChange): Promise<void> {
  tapFeedback()
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  try {
    const outcome = await reactTo(db, change, tap)
    if (outcome.status === 'refused') complain(problemCatalogue[outcome.code].message)
  } catch (error) {
    complain(error instanceof StorageFullError ? m.chat_phone_full() : m.chat_react_failed())
  }
}

/** Takes back a message that was never sent. Says when it could not. */
export async function takeBack(db: UserDatabase, messageId: string): Promise<void> {
  const outcome = await deleteOp(db, messageId).catch(() => undefined)
  if (outcome === 'sending') complain(m.chat_is_sending())
  if (outcome === undefined) complain(m.chat_delete_failed())
}

/** Makes a message that was not sent the chat's draft again. Gives whether it is; says why when it is not. */
export async function editAgain(db: UserDatabase, messageId: string): Promise<boolean> {
  const outcome = await editUnsent(db, messageId, Date.now()).catch(() => undefined)
  if (outcome === 'draft') return true
  complain(outcome === undefined ? m.chat_edit_failed() : refusals[outcome]())
  return false
}

const refusals: Record<Exclude<TakenBack, 'draft'>, () => string> = {
  draft_in_the_way: m.chat_draft_in_the_way,
  sending: m.chat_is_sending,
  gone: m.chat_edit_failed,
}

function complain(text: string): void {
  showToast({ text, tone: 'danger' })
}

/** Puts words on the clipboard and says whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ text: m.chat_copied(), tone: 'success' })
  } catch {
    showToast({ text: m.chat_copy_failed(), tone: 'danger' })
  }
}
