import * as v from 'valibot'
import { chatApi } from '#contract/chat/api.ts'
import { chatFileBytesMax, chatFileRule, nameOfKind } from '#contract/chat/file.ts'
import { newMessageSchema, type ReactionChange, type Message } from '#contract/chat/model.ts'
import { appHeader } from '#contract/endpoint.ts'
import { fileKindOf } from '#contract/file-kind.ts'
import { mediaTypes } from '#contract/file-rule.ts'
import { problemSchema } from '#contract/problem.ts'
import { contractHeader, contractVersion } from '#contract/version.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import { fetchFile, apiAddress, callApi } from '#src/offline/api/api.ts'
import { attachmentOf, dropAttachments, type ChosenFile } from '#src/offline/engine/attachments.ts'
import { enqueue, type Enqueued, type TapMoment } from '#src/offline/engine/outbox.ts'
import type { OutgoingFile } from '#src/offline/files/uploads.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction, userTransactionWithRoom } from '#src/offline/storage/user-transaction.ts'
import { keepFile, putDraft } from './store.ts'

/** What is to be sent. */
export interface WrittenMessage {
  readonly chatId: string
  readonly content: string
  readonly file: ChosenFile | null
  /** The message that it answers. */
  readonly replyTo?: string | null
}

/**
 * Puts a message in line; the chat's draft goes with it. `tap.opId` becomes the message's id. Throws as `enqueue` does.
 */
export async function sendMessage(
  db: UserDatabase,
  { chatId, content, file, replyTo }: WrittenMessage,
  tap: TapMoment,
): Promise<Enqueued> {
  const given = {
    chatId,
    content,
    ...(file && { file: { name: file.name } }),
    ...(replyTo && { replyTo }),
  }
  const parsed = v.safeParse(newMessageSchema, given)
  if (!parsed.success) return { status: 'refused', code: 'invalid_input' }
  return await enqueue(db, { kind: 'chat.send', payload: parsed.output }, tap, file ?? undefined)
}

/** Deletes a message of the person that the server has; one that still waits is taken back with `deleteOp`. */
export async function deleteMessage(
  db: UserDatabase,
  payload: { chatId: string; messageId: string },
  tap: TapMoment,
): Promise<Enqueued> {
  return await enqueue(db, { kind: 'chat.delete', payload }, tap)
}

/** Reacts to a message, in the place of an earlier reaction; null takes it back. */
export async function reactTo(
  db: UserDatabase,
  payload: ReactionChange,
  tap: TapMoment,
): Promise<Enqueued> {
  return await enqueue(db, { kind: 'chat.react', payload }, tap)
}

export type TakenBack = 'draft' | 'draft_in_the_way' | 'no_chat' | 'sending' | 'gone'

/**
 * Makes a message that was not sent the chat's draft again, words and file, so that it can be corrected; a draft that
 * is there already stays, and so does the message, as one does that may have reached the server, or whose chat the device
 * does not have: nobody could read its draft. `atMs` is now. Throws `StorageFullError`.
 */
export async function editUnsent(db: UserDatabase, opId: string, atMs: number): Promise<TakenBack> {
  const drafts = [db.chatDrafts, db.chatDraftFiles]
  const tables = [db.outbox, db.chats, ...drafts, db.attachments, db.attachmentFiles]
  return await userTransactionWithRoom(db, tables, async () => {
    const row = await db.outbox.get({ opId })
    const message = v.safeParse(newMessageSchema, row?.payload)
    if (!row || row.kind !== 'chat.send' || !message.success) return 'gone'
    const batch = await db.meta.get('flight')
    if (batch?.key === 'flight' && batch.opIds.includes(opId)) return 'sending'
    // A refusal says that it is not there, whatever became of an earlier try.
    if (row.unanswered && row.state !== 'dead') return 'sending'
    const { chatId, content, replyTo } = message.output
    if (!(await db.chats.get(chatId))) return 'no_chat'
    if (await db.chatDrafts.get(chatId)) return 'draft_in_the_way'
    const file = (await attachmentOf(db, opId)) ?? null
    const answered = replyTo === undefined ? {} : { replyTo }
    await putDraft(db, { chatId, text: content, file, ...answered, at: atMs })
    await db.outbox.delete(row.seq)
    await dropAttachments(db, row.blobIds)
    return 'draft'
  })
}

/** A message's file from this device: one that waits to be sent, was sent from here, or was fetched before. */
export async function fileOnDevice(db: UserDatabase, messageId: string): Promise<Blob | undefined> {
  const file = (await db.attachmentFiles.get(messageId)) ?? (await db.keptFiles.get(messageId))
  return file && new Blob([file.data], { type: file.type })
}

/**
 * A message's file, from this device or else from the server, and then cached. Undefined for a message without one.
 * Rejects as `fetchFile` does.
 */
export async function messageFile(
  db: UserDatabase,
  token: string,
  { _id, chatId, fileUrl }: Pick<Message, '_id' | 'chatId' | 'fileUrl'>,
  nowMs: number,
): Promise<Blob | undefined> {
  const cached = await fileOnDevice(db, _id)
  if (cached || fileUrl === null) return cached
  const file = fileUrl.slice(fileUrl.lastIndexOf('/') + 1)
  const blob = await fetchFile(chatApi.getChatFile, { params: { chatId, file } }, { token })
  const data = await blob.arrayBuffer()
  const row = { messageId: _id, type: blob.type, data, bytes: data.byteLength, usedAt: nowMs }
  // A full disk costs the copy and must not cost the file.
  await withQuotaRetry(() =>
    userTransaction(db, [db.messages, db.keptFiles], () => keepFile(db, row)),
  ).catch(() => undefined)
  return blob
}

type TakenChatFile =
  | { status: 'taken'; file: ChosenFile }
  /** The text says why. */
  | { status: 'refused'; text: string }

/**
 * Judges a chosen file by its size and its own bytes, before anything is sent. What is taken is a copy: a phone may move
 * or lock the original before it goes up.
 */
export async function takeChatFile(chosen: File): Promise<TakenChatFile> {
  if (chosen.size > chatFileBytesMax) return { status: 'refused', text: chatFileRule.tooLargeText }
  const data = await chosen.arrayBuffer().catch(() => undefined)
  const kind = data && fileKindOf(new Uint8Array(data))
  const taken = chatFileRule.kinds.find((each) => each === kind)
  if (!data || !taken) return { status: 'refused', text: chatFileRule.kindText }
  return {
    status: 'taken',
    file: { name: nameOfKind(chosen.name, taken), type: mediaTypes[taken], data },
  }
}

/** A file of 10 MB takes this long at 0.35 Mbit/s. */
const uploadTimeoutMs = 240_000

/**
 * Sends one file up. Where the context has XMLHttpRequest, the only way of a browser to say how far an upload is, it
 * tells so; a service worker has none. Rejects with `ApiProblemError` or `UnreachableError`.
 */
export async function uploadFile(
  file: OutgoingFile,
  token: string,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  if (typeof XMLHttpRequest !== 'undefined')
    return await uploadWithProgress(file, token, onProgress)
  const { chatId, messageId, name, blob, voice } = file
  const body = { messageId, fileName: name, ...(voice && { voice: 'true' as const }) }
  await callApi(chatApi.putChatFile, { params: { chatId }, body, files: { file: blob } }, { token })
}

function uploadWithProgress(
  { chatId, messageId, name, blob, voice }: OutgoingFile,
  token: string,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const form = new FormData()
  form.append('messageId', messageId)
  form.append('fileName', name)
  if (voice) form.append('voice', 'true')
  form.append('file', blob)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiAddress(chatApi.putChatFile, { chatId }))
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader(contractHeader, String(contractVersion))
    request.timeout = uploadTimeoutMs
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    const lost = () => reject(new UnreachableError('No answer from the server'))
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, lost)
    request.addEventListener('load', () => {
      const refusal = refusalOf(request)
      if (refusal) reject(refusal)
      else resolve()
    })
    request.send(form)
  })
}

/** Undefined for an answer of ours that says the file is there. */
function refusalOf(request: XMLHttpRequest): Error | undefined {
  if (request.getResponseHeader(appHeader.name) !== appHeader.value) {
    return new UnreachableError('The answer did not come from the server')
  }
  const body = parsed(request.responseText)
  if (request.status === chatApi.putChatFile.reply.status) {
    const ours = v.is(chatApi.putChatFile.reply.schema, body)
    return ours ? undefined : new UnreachableError('The answer was cut short')
  }
  const problem = v.safeParse(problemSchema, body)
  if (!problem.success) return new UnreachableError('The answer was cut short')
  const retryAfter = Number(request.getResponseHeader('retry-after') ?? NaN)
  const retryAfterMs = Number.isFinite(retryAfter) ? retryAfter * 1_000 : undefined
  return new ApiProblemError(problem.output, request.status, retryAfterMs)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
