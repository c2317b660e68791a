import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { v7 as newUuid } from 'uuid'
import { isSuperAdmin } from '#contract/account/model.ts'
import { contactDetailsIn, type ContactDetail } from '#contract/chat/contact-details.ts'
import { type ReactionChange, messageSchema } from '#contract/chat/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { problemCatalogue } from '#contract/problem.ts'
import { useLive } from '#src/data/resource.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { tapFeedback } from '#src/lib/haptics.ts'
import { sendAgain, deleteOp } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import {
  messageFile,
  deleteMessage,
  editUnsent,
  reactTo,
  type TakenBack,
} from '#src/offline/features/chat/send.ts'
import type { ShownMessage, ShownQuote } from '#src/offline/features/chat/shown-messages.ts'
import { messagesOf } from '#src/offline/features/chat/store.ts'
import { dismiss, readDismissed } from '#src/offline/features/hints.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { asMember } from '#src/session/as-member.ts'
import { isMinor, readProfile } from '#src/session/own-profile.ts'
import type { Session } from '#src/session/session.ts'
import { showToast } from '#src/ui/message/toast.tsx'
import type { MessageActions } from './message-bubble.tsx'

/** The dialog that is open over a chat, and the message that it is about. */
export interface MessageChoice {
  readonly dialog: 'choices' | 'delete'
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
  /** Opens the report of a message, beside the chat that may go meanwhile. */
  readonly onReport: (message: ShownMessage) => void
  /** Leads to the message that another one answers. */
  readonly onQuote: (quote: ShownQuote) => void
  /** Whether something is recorded for the next message: what is edited would take its place. */
  readonly isRecording: () => boolean
}

/** What can be done with the messages of a chat; the same functions for as long as it is open. */
export function useMessageActions(
  db: UserDatabase,
  chatId: string,
  { session, ...parts }: MessageActionParts,
): Choosing {
  const [choice, choose] = useState<MessageChoice>()
  const around = useRef(parts)
  const [draftTurn, setDraftTurn] = useState(0)
  const mayReport = !isSuperAdmin(session.user)

  // An effect because the actions stay the same while what is on screen, and the way to it, changes.
  useLayoutEffect(() => {
    around.current = parts
  })

  const actions = useMemo<MessageActions>(
    () => ({
      mayReport,
      onChoose: (message) => choose({ dialog: 'choices', message }),
      onReport: (message) => around.current.onReport(message),
      onDismissNote: ({ id }) => void dismissContactNote(db, id),
      onQuote: (quote) => around.current.onQuote(quote),
      onTakeBack: (message) => choose({ dialog: 'delete', message }),
      onRetry: ({ id }) => void retry(db, id),
      onCopy: ({ content }) => void copyText(content),
      onEdit({ id }) {
        if (around.current.isRecording()) complain(m.chat_recording_in_the_way())
        else void editAgain(db, id).then((again) => again && setDraftTurn((turn) => turn + 1))
      },
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
    if (outcome.status === 'refused') complain(term(problemCatalogue[outcome.code].message))
  } catch (error) {
    complain(error instanceof StorageFullError ? m.chat_phone_full() : m.chat_react_failed())
  }
}

/** Sends a refused message once more. Says why when it cannot go. */
async function retry(db: UserDatabase, messageId: string): Promise<void> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  try {
    const outcome = await sendAgain(db, messageId, tap)
    if (outcome.status === 'refused') complain(term(problemCatalogue[outcome.code].message))
  } catch (error) {
    complain(error instanceof StorageFullError ? m.chat_phone_full() : m.chat_send_failed())
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
  no_chat: m.chat_missing_title,
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

/** The facts about a message and its chat that decide what can be done with it. */
export interface ChoiceView {
  readonly mine: boolean
  readonly open: boolean
  readonly mayReport: boolean
  /** Epoch milliseconds. */
  readonly nowMs: number
}

/** Whether there is anything to choose for a message: of a deleted one, whether a report can still show it. */
export function hasChoices(message: ShownMessage, view: ChoiceView): boolean {
  const { mine, open, mayReport, nowMs } = view
  if (message.delivery.status !== 'sent') return false
  if (message.deleted) return !mine && mayReport && (message.sealedUntil ?? 0) > nowMs
  return open || hasText(message) || (!mine && mayReport)
}

export function hasText({ content }: ShownMessage): boolean {
  return content !== ''
}

/** What leads away from here in messages of the other one, by the id of the message. */
export type ContactNotes = ReadonlyMap<string, readonly ContactDetail[]>

/** Of how many messages of somebody whom one does not know well yet. */
export const firstMessagesCount = 20

export const noContactNotes: ContactNotes = new Map()

/**
 * Notes on the first messages of the other one in a chat, but for those that were put away. Where older messages are not
 * on this device, the first ones it has are looked at: a note too many does no harm. For a live query.
 */
export async function readContactNotes(
  db: UserDatabase,
  about: { readonly chatId: string; readonly otherId: string; readonly ownHost: string },
): Promise<ContactNotes> {
  const { chatId, otherId, ownHost } = about
  const [rows, dismissed] = await Promise.all([
    messagesOf(db, chatId)
      .filter(({ senderId }) => senderId === otherId)
      .limit(firstMessagesCount)
      .toArray(),
    readDismissed(db),
  ])
  const notes = parseRows(messageSchema, rows)
    .filter(({ _id }) => !dismissed.has(hintId(_id)))
    .map(({ _id, content }) => [_id, contactDetailsIn(content, ownHost)] as const)
  return new Map(notes.filter(([, details]) => details.length > 0))
}

/** The note on a message is not shown again on this device. */
export async function dismissContactNote(db: UserDatabase, messageId: string): Promise<void> {
  await dismiss(db, hintId(messageId))
}

function hintId(messageId: string): string {
  return `contact:${messageId}`
}

export interface NotedChat {
  readonly chatId: string
  /** Undefined once they have left. */
  readonly otherId: string | undefined
}

/**
 * Notes for a young person on the first messages of the other one, who is an adult: chats are with care providers alone.
 * The other one does not learn whether there are any. A young person whose age this device does not know is taken for a minor.
 */
export function useContactNotes(
  db: UserDatabase,
  { user }: Session,
  { chatId, otherId }: NotedChat,
): ContactNotes {
  const [today] = useState(() => utcDate(Date.now()))
  const young = user.userT === 'Adolescent'
  const notes = useLive(db, async () => {
    if (!young || otherId === undefined) return noContactNotes
    if (isMinor(await readProfile(db), today) === false) return noContactNotes
    return await readContactNotes(db, { chatId, otherId, ownHost: window.location.host })
  }, [young, chatId, otherId, today])
  return notes ?? noContactNotes
}
