import type { chatApi } from '#contract/chat/api.ts'
import type { Deps } from '#server/deps.ts'
import { opIdOfKey } from '#server/http/routing/idempotency.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { createChatFiles, filesPerHourMax, type ChatFiles } from './files.ts'
import { createMarks, typingPerMinuteMax, type Marks } from './marks.ts'
import { createChatReading, type ChatReading } from './reading.ts'
import { type Posting, createPosting } from './posting.ts'

const minuteSeconds = 60
const hourSeconds = 3_600

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
