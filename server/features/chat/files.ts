import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import {
  chatFileRule,
  chatImageKinds,
  chatImageSideMax,
  fileEnding,
  nameOfKind,
  type ChatFileKind,
  type MessageFile,
} from '#contract/chat/file.ts'
import { judgeVoice } from '#contract/chat/voice.ts'
import { utcDate } from '#contract/local-date.ts'
import { inTransaction, type Queryable } from '#server/db/orm.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { attachmentNamed, contentTypes, type FileReply } from '#server/http/routing/response.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { PictureError, tooManyPixelsText, type Pictures } from '#server/http/static/pictures.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import { dropFiles, keepFiles, type BlobStore } from '#server/ports/blobs/store.ts'
import type { ChatRecord } from './chat.sql.ts'
import {
  type StoredFile,
  chatFileInsert,
  chatFileOf,
  chatFileServed,
  chatFilesForget,
  chatFilesWaiting,
  type ServedFile,
} from './messages.sql.ts'
import { mayReadMessage } from './policy.ts'
import type { ChatReading } from './reading.ts'
import { writableChats } from './writing.ts'

export interface ChatFilesDeps {
  readonly pool: pg.Pool
  readonly blobs: BlobStore
  readonly pictures: Pictures
  readonly uploads: Limiter
  readonly reading: Pick<ChatReading, 'readable'>
  readonly now: () => number
  readonly newId: () => string
}

/** Files per person and hour: each may be 10 MB, and an image keeps a core busy for a moment. */
export const filesPerHourMax = 60

/** Files whose messages have not come yet. */
export const waitingFilesMax = 30

/** A phone that uploaded a file and then lost its network for longer uploads it again. */
export const waitingDaysMax = 7

const sweepMax = 200
export type ChatFiles = ReturnType<typeof createChatFiles>

/** The file of a message, as it is on its way in. */
export interface GivenFile {
  readonly chatId: string
  readonly messageId: string
  readonly fileName: string
  readonly file: UploadedFile
  /** It was recorded to be heard at once: nothing else is taken for one. */
  readonly voice?: boolean
}

export function createChatFiles(deps: ChatFilesDeps) {
  const { pool, blobs, now } = deps
  const stage = createStaging(deps)

  /**
   * Takes a file in, under the id of its message; the same file again is the first one. Throws `not_found`, `forbidden`,
   * `chat_closed`, `op_reused`, `invalid_file`, `rate_limited` or `busy`.
   */
  async function put(actor: Actor, given: GivenFile): Promise<MessageFile> {
    const chat = await writableChat(actor, given.chatId)
    const content = await readFile(given.file.path)
    const sentHash = hash('sha256', content)
    const known = await fileOfMessage(pool, given.messageId)
    if (known) return sameFile(known, { actor, chatId: chat.id, sentHash })
    await deps.uploads.take(actor.userId)
    if ((await waitingCount(pool, actor.userId)) >= waitingFilesMax)
      throw new ProblemError('rate_limited')

    const voiceMs = given.voice ? voiceLength(content) : null
    const staged = { ...(await stage(given)), voiceMs }
    const keep = { ...staged, messageId: given.messageId, senderId: actor.userId, sentHash }
    const stored = await inTransaction(pool, 'begin', async (client) => {
      const row = await insertFile(client, chat, keep, new Date(now()))
      if (row?.blobKey === staged.blobKey) await keepFiles(client, [staged.blobKey])
      return row
    }).catch(async (error: unknown) => {
      await blobs.discard([staged.blobKey])
      throw error
    })
    if (stored?.blobKey !== staged.blobKey) await blobs.discard([staged.blobKey])
    return sameFile(stored, { actor, chatId: chat.id, sentHash })
  }

  /** Asked before the file is looked at, and again when its message comes. */
  async function writableChat(actor: Actor, chatId: string) {
    const chats = await inTransaction(pool, 'begin', (client) =>
      writableChats(client, actor, [chatId], utcDate(now())),
    )
    const chat = chats.get(chatId) ?? 'not_found'
    if (typeof chat === 'string') throw new ProblemError(chat)
    return chat
  }

  /** A message's file for whoever reads its chat. Throws `not_found`. */
  async function get(actor: Actor, chatId: string, file: string): Promise<FileReply> {
    const [messageId = '', ending] = file.split('.')
    const chat = await deps.reading.readable(actor, chatId)
    const served = await servedFile(pool, chatId, messageId)
    if (!served || fileEnding(served.kind) !== ending) throw new ProblemError('not_found')
    authorize(actor, { chat, senderId: served.senderId }, mayReadMessage)
    const blob = await blobs.get(served.blobKey)
    if (!blob) throw new ProblemError('not_found')
    return {
      ...blob,
      contentType: contentTypes[served.kind],
      headers: { 'content-disposition': attachmentNamed(nameOfKind(served.name, served.kind)) },
    }
  }

  return { put, get }
}

/** Puts a file into the store, as its kind wants it; an image is made anew. */
function createStaging({
  blobs,
  pictures,
  newId,
}: Pick<ChatFilesDeps, 'blobs' | 'pictures' | 'newId'>) {
  async function stage({ file, fileName }: GivenFile) {
    const kind = chatKind(file)
    const name = nameOfKind(fileName, kind)
    const blobKey = `chat-files/${newId()}.${isImage(kind) ? 'webp' : fileEnding(kind)}`
    if (isImage(kind)) return stageImage(file.path, blobKey, name)
    await blobs.stage(blobKey, file.path)
    return { blobKey, name, kind, bytes: file.bytes, width: null, height: null }
  }

  async function stageImage(path: string, blobKey: string, name: string) {
    const side = { width: chatImageSideMax, height: chatImageSideMax }
    const size = { ...side, fit: 'inside', withoutEnlargement: true } as const
    try {
      return await pictures.make(
        path,
        [size],
        async ([image]) => {
          if (!image) throw new Error('No picture was made')
          await blobs.stage(blobKey, image.path)
          const { bytes, width, height } = image
          return { blobKey, name, kind: 'webp' as const, bytes, width, height }
        },
        'moving',
      )
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      throw refusal(error.reason === 'too_large' ? tooManyPixelsText : chatFileRule.kindText)
    }
  }

  return stage
}

/** Removes files whose messages never came. */
export async function sweepChatFiles(pool: pg.Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - waitingDaysMax * 86_400_000)
  await inTransaction(pool, 'begin', async (client) => {
    await dropFiles(client, await forgetWaiting(client, before, sweepMax), now)
  })
}

/** The stored file, if it is the one that was sent: an id is used once. */
function sameFile(
  stored: StoredFile | undefined,
  sent: { actor: Actor; chatId: string; sentHash: string },
): MessageFile {
  const same =
    stored?.senderId === sent.actor.userId &&
    stored.chatId === sent.chatId &&
    stored.sentHash === sent.sentHash
  if (!same) throw new ProblemError('op_reused')
  const { name, kind, bytes, width, height, voiceMs } = stored
  return { name, kind, bytes, width, height, ...(typeof voiceMs === 'number' && { voiceMs }) }
}

/** How long a voice note is. Throws `invalid_file` for what is none. */
function voiceLength(content: Uint8Array): number {
  const judged = judgeVoice(content)
  if (judged.status === 'refused') throw refusal(judged.text)
  return judged.ms
}

/** The rule has let the file pass, so it is of its kinds. */
function chatKind({ kind }: UploadedFile): ChatFileKind {
  const found = chatFileRule.kinds.find((each) => each === kind)
  if (!found) throw new Error('A file of no kind of the rule reached the chat')
  return found
}

function isImage(kind: ChatFileKind): boolean {
  return chatImageKinds.some((each) => each === kind)
}

function refusal(text: string): ProblemError {
  return new ProblemError('invalid_file', { fields: { file: text } })
}

/** Stores the facts of a file; gives the stored ones, which are of the first file of that message. */
async function insertFile(
  client: Queryable,
  chat: Authorized<ChatRecord>,
  file: Omit<StoredFile, 'chatId'>,
  at: Date,
): Promise<StoredFile | undefined> {
  await chatFileInsert.run(client, [
    file.messageId,
    chat.id,
    file.senderId,
    file.blobKey,
    file.sentHash,
    file.name,
    file.kind,
    file.bytes,
    file.width,
    file.height,
    at,
    file.voiceMs ?? null,
  ])
  return fileOfMessage(client, file.messageId)
}

/** The file that was sent up for a message, whether that has come or not. */
async function fileOfMessage(
  client: Queryable,
  messageId: string,
): Promise<StoredFile | undefined> {
  return chatFileOf.first(client, [messageId])
}

/** The file of a message that has come. */
async function servedFile(
  client: Queryable,
  chatId: string,
  messageId: string,
): Promise<ServedFile | undefined> {
  return chatFileServed.first(client, [chatId, messageId])
}

/** How many files of a person wait for their messages. */
async function waitingCount(client: Queryable, senderId: string): Promise<number> {
  const row = await chatFilesWaiting.first(client, [senderId])
  return row?.count ?? 0
}

/** Forgets files whose messages never came; gives the keys that nothing names any more. */
async function forgetWaiting(client: Queryable, before: Date, max: number): Promise<string[]> {
  const rows = await chatFilesForget.all(client, [before, max])
  return rows.map(({ key }) => key)
}
