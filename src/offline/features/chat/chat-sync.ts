import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sendReadMarks } from './read-marks.ts'
import { refreshChat, refreshChats, worthReading } from './refresh.ts'

export interface ChatSyncDeps {
  readonly db: UserDatabase
  /** Runs a call of the person logged in. Rejects as the call does. */
  readonly call: <T>(work: (token: string) => Promise<T>) => Promise<T>
  readonly now: () => number
}

export interface ChatSync {
  /** Tells the server what was read here, and reads the list and every chat that has changed. */
  all(): Promise<void>
  /** Reads what is new in one chat. */
  chat(chatId: string): Promise<void>
  /** Tells the server how far the person has read. */
  marks(): Promise<void>
}

/**
 * Reads what others name: of calls for the same thing that come while one is under way, one more follows it, however
 * many there are. All reject as the calls do.
 */
export function createChatSync({ db, call, now }: ChatSyncDeps): ChatSync {
  const marks = onceMore(() => call((token) => sendReadMarks(db, token)))
  const chats = new Map<string, () => Promise<void>>()

  function chat(chatId: string): Promise<void> {
    const known = chats.get(chatId)
    if (known) return known()
    const read = onceMore(() => call((token) => refreshChat(db, token, chatId)))
    chats.set(chatId, read)
    return read()
  }

  const all = onceMore(async () => {
    await marks()
    const changed = await call((token) => refreshChats(db, token, now()))
    for (const chatId of worthReading(changed)) await chat(chatId)
  })

  return { all, chat, marks }
}

/** Work that never runs twice at once: who asks while it runs gets the run after it. */
function onceMore(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function run(): Promise<void> {
    running = work().finally(() => (running = undefined))
    return running
  }

  return () => {
    if (!running) return run()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }
}
