import type { chatApi } from '#contract/chat/api.ts'
import type { Database } from './db/client.ts'
import { createChatFiles, filesPerHourMax } from './features/chat/files.ts'
import { createMarks, typingPerMinuteMax } from './features/chat/marks.ts'
import { createPosting } from './features/chat/posting.ts'
import { createChatReading } from './features/chat/reading.ts'
import { chatRoutes } from './features/chat/routes.ts'
import type { SyncService } from './features/sync/service.ts'
import { createLimiter } from './http/limiter.ts'
import type { Pictures } from './http/pictures.ts'
import type { Routes } from './http/route.ts'
import type { BlobStore } from './ports/blobs/store.ts'
import type { EventBus } from './ports/events/port.ts'

export interface ChatRoutesParts {
  readonly database: Database
  readonly sync: SyncService
  readonly blobs: BlobStore
  readonly pictures: Pictures
  readonly events: EventBus
  readonly now: () => number
  readonly newId: () => string
}

/** Everything about chats, put together. */
export function createChatRoutes(parts: ChatRoutesParts): Routes<typeof chatApi> {
  const { database, sync, events, now, newId } = parts
  const { pool } = database
  const reading = createChatReading({ pool, now })
  const uploads = createLimiter(pool, 'chat-file', filesPerHourMax, 3_600)
  const files = createChatFiles({ ...parts, pool, uploads, reading })
  const typing = createLimiter(pool, 'typing', typingPerMinuteMax, 60)
  return chatRoutes({
    reading,
    files,
    newId,
    posting: createPosting({ sync, files, reading }),
    marks: createMarks({ pool, events, reading, typing }),
  })
}
