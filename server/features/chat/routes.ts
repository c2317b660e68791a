import type pg from 'pg'
import * as v from 'valibot'
import type { chatApi } from '#contract/chat/api.ts'
import { cleanFileName } from '#contract/chat/file.ts'
import { newMessageSchema, messageReceiptSchema, type Message } from '#contract/chat/model.ts'
import { type ChatSettings, defaultChatSettings } from '#contract/chat/settings.ts'
import { commandVersion } from '#contract/commands.ts'
import { inTransaction, type Queryable } from '#server/db/orm.ts'
import type { Deps } from '#server/feature.ts'
import type { SyncService } from '#server/features/sync/index.ts'
import { createLimiter, type Limiter, hourSeconds } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { opIdOfKey, fieldProblems, plainMessage } from '#server/http/routing/read-input.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { chatMarkRead, type ChatRecord } from './chat.sql.ts'
import { createChatFiles, filesPerHourMax, type ChatFiles } from './files.ts'
import { isOwner, mayReadChat } from './policy.ts'
import { createChatReading, type ChatReading } from './reading.ts'
import { forgetNotice, putSettings, settingsOf } from './writing.ts'

const minuteSeconds = 60

interface ChatRouteDeps {
  readonly reading: ChatReading
  readonly posting: Posting
  readonly files: ChatFiles
  readonly marks: Marks
  readonly newId: () => string
}

export function createChatRoutes(deps: Deps): Routes<typeof chatApi> {
  const { pool } = deps.database
  const reading = createChatReading({ ...deps, pool })
  const uploads = createLimiter(pool, 'chat-file', filesPerHourMax, hourSeconds)
  const files = createChatFiles({ ...deps, pool, uploads, reading })
  const typing = createLimiter(pool, 'typing', typingPerMinuteMax, minuteSeconds)
  return chatRoutes({
    reading,
    files,
    newId: deps.newId,
    posting: createPosting({ ...deps, files, reading }),
    marks: createMarks({ ...deps, pool, reading, typing }),
  })
}

/** Any member may call; each chat decides on its own people. */
function chatRoutes(deps: ChatRouteDeps): Routes<typeof chatApi> {
  return { ...messageRoutes(deps), ...markRoutes(deps) }
}

function messageRoutes({ reading, posting, files, newId }: ChatRouteDeps) {
  return {
    listChats: {
      policy: anyMember,
      handle: ({ params, query, session }) => reading.list(session.actor, params.userId, query),
    },
    getMessages: {
      policy: anyMember,
      handle: ({ params, query, session }) => reading.page(session.actor, params.chatId, query),
    },
    postMessage: {
      policy: anyMember,
      handle: ({ params, body, files: given, session, header }) => {
        const key = header('idempotency-key')
        const id = body.id ?? (key ? opIdOfKey(key) : newId())
        const { senderId, content, fileName } = body
        const posted = { id, chatId: params.chatId, senderId, content, fileName, file: given.file }
        return posting.post(session.actor, posted)
      },
    },
    putChatFile: {
      policy: anyMember,
      handle: async ({ params, body, files: given, session }) => ({
        messageId: body.messageId,
        file: await files.put(session.actor, {
          chatId: params.chatId,
          messageId: body.messageId,
          fileName: body.fileName,
          file: given.file,
          voice: body.voice === 'true',
        }),
      }),
    },
    getChatFile: {
      policy: anyMember,
      handle: ({ params, session }) => files.get(session.actor, params.chatId, params.file),
    },
    deleteMessage: {
      policy: anyMember,
      handle: ({ params, session }) => posting.remove(session.actor, { ...params, opId: newId() }),
    },
  } satisfies Partial<Routes<typeof chatApi>>
}

function markRoutes({ marks }: ChatRouteDeps) {
  return {
    markRead: {
      policy: anyMember,
      handle: async ({ params, body, session }) => {
        await marks.markRead(session.actor, params.chatId, body.seq)
        return undefined
      },
    },
    sayTyping: {
      policy: anyMember,
      handle: async ({ params, session }) => {
        await marks.sayTyping(session.actor, params.chatId)
        return undefined
      },
    },
    getChatSettings: {
      policy: anyMember,
      handle: ({ session }) => marks.choices(session.actor),
    },
    putChatSettings: {
      policy: anyMember,
      handle: ({ body, session }) => marks.choose(session.actor, body),
    },
  } satisfies Partial<Routes<typeof chatApi>>
}

interface PostingDeps {
  readonly sync: SyncService
  readonly files: ChatFiles
  readonly reading: ChatReading
}

/** A message that came as a call of its own. */
export interface Posted {
  readonly id: string
  readonly chatId: string
  readonly senderId: string | undefined
  readonly content: string
  readonly fileName: string | undefined
  readonly file: UploadedFile | undefined
}

type Posting = ReturnType<typeof createPosting>

/** Messages and deletions as calls of their own; they go through the ledger like queued ones. */
function createPosting({ sync, files, reading }: PostingDeps) {
  /** The sender is the session's person, whoever `senderId` names; somebody else's id there is refused. */
  async function post(actor: Actor, posted: Posted): Promise<Message> {
    const { id, chatId, content, file, senderId } = posted
    if (senderId !== undefined && senderId !== '' && senderId.toLowerCase() !== actor.userId) {
      throw new ProblemError('forbidden')
    }
    const fileName = cleanFileName(posted.fileName ?? file?.fileName ?? '')
    const payload = { chatId, content, ...(file ? { file: { name: fileName } } : {}) }
    const parsed = v.safeParse(newMessageSchema, payload, { message: plainMessage })
    if (!parsed.success) {
      throw new ProblemError('invalid_input', { fields: fieldProblems(parsed.issues) })
    }
    if (file) await files.put(actor, { chatId, messageId: id, fileName, file })
    const op = { opId: id, v: commandVersion, kind: 'chat.send', payload } as const
    const { _id } = v.parse(messageReceiptSchema, (await sync.applyOne(actor, op)).result)
    return reading.one(actor, chatId, _id)
  }

  /** Throws `not_found`, `forbidden` or `chat_closed`. */
  async function remove(
    actor: Actor,
    deletion: { chatId: string; messageId: string; opId: string },
  ): Promise<Message> {
    const { opId, ...payload } = deletion
    await sync.applyOne(actor, { opId, v: commandVersion, kind: 'chat.delete', payload })
    return reading.one(actor, payload.chatId, payload.messageId)
  }

  return { post, remove }
}

interface MarksDeps {
  readonly pool: pg.Pool
  readonly events: Pick<EventBus, 'publish'>
  readonly reading: Pick<ChatReading, 'page' | 'readable'>
  readonly typing: Limiter
}

/** Words that somebody is writing, per person and minute: twice of what a phone sends. */
const typingPerMinuteMax = 30

type Marks = ReturnType<typeof createMarks>

/** How far people have read, that they are writing, and what of it they let others know. */
function createMarks({ pool, events, reading, typing }: MarksDeps) {
  /** Throws `not_found`. */
  async function markRead(actor: Actor, chatId: string, seq: number): Promise<void> {
    const chat = authorize(actor, await reading.readable(actor, chatId), mayReadChat)
    // A message that comes meanwhile waits for the chat's row, and then has its notice.
    const changed = await inTransaction(pool, 'begin', async (client) => {
      const result = await markReadUpTo(client, chat, actor.userId, seq)
      if (result === 'marked') await forgetNotice(client, chat, actor.userId)
      return result
    })
    if (changed === 'unchanged') return
    events.publish([actor.userId], { type: 'chat', chatId })
    const { readReceipts } = await choices(actor)
    if (readReceipts) events.publish(await othersIn(actor, chatId), { type: 'chat', chatId })
  }

  /** Says nothing to anybody unless the person has chosen so and the chat is open. Throws `not_found` or `rate_limited`. */
  async function sayTyping(actor: Actor, chatId: string): Promise<void> {
    const others = await othersIn(actor, chatId)
    await typing.take(actor.userId)
    const { typing: shared } = await choices(actor)
    if (shared) events.publish(others, { type: 'typing', chatId })
  }

  /** Who else hears what the actor does in a chat: nobody in one that is not open. Throws `not_found`. */
  async function othersIn(actor: Actor, chatId: string): Promise<string[]> {
    const { chat } = await reading.page(actor, chatId, { after: 0, before: undefined, limit: 1 })
    if (chat.state !== 'open') return []
    return chat.members.map(({ _id }) => _id).filter((id) => id !== actor.userId)
  }

  async function choices(actor: Actor): Promise<ChatSettings> {
    return (await settingsOf(pool, actor)) ?? defaultChatSettings
  }

  /** Throws `invalid_input` for away hours of anybody but a provider. */
  async function choose(actor: Actor, settings: ChatSettings): Promise<ChatSettings> {
    if (settings.away && actor.userType !== 'ServiceProvider') {
      throw new ProblemError('invalid_input', { fields: { away: 'Away hours are for providers.' } })
    }
    await putSettings(pool, authorize(actor, { userId: actor.userId }, isOwner), settings)
    return settings
  }

  return { markRead, sayTyping, choices, choose }
}

/** Notes how far one of a chat's people has read; never further than there are messages, and never back. */
async function markReadUpTo(
  client: Queryable,
  chat: Authorized<ChatRecord>,
  userId: string,
  seq: number,
): Promise<'marked' | 'unchanged'> {
  const changed = await chatMarkRead.run(client, [chat.id, userId, seq])
  return changed === 0 ? 'unchanged' : 'marked'
}
