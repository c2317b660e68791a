import type { Heads } from '#contract/events/api.ts'
import type { Notice, NoticeKind } from '#contract/notices/api.ts'
import { refreshResource } from '#src/data/resource.ts'
import { refreshBookings } from '#src/features/booking/bookings-resource.ts'
import { refreshKnownConnections } from '#src/features/connections/connections-resource.ts'
import { refreshNotices } from '#src/features/notices/notices-resource.ts'
import { planResource } from '#src/features/safety/plan/plan-resource.ts'
import { refreshKnownSharing } from '#src/features/sharing/sharing-resource.ts'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { unreadOf } from '#src/offline/features/chat/shown-chats.ts'
import { messagesOf } from '#src/offline/features/chat/store.ts'
import { saveEmptyChatList, type ChatSync } from '#src/offline/features/chat/sync.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { isQuotaError, StorageFullError } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'
import { mayHaveChats } from '#src/session/own-profile.ts'

/**
 * Reads again what has changed since it was read last; rejects as the reads do, and what failed is read the next time.
 * What was read otherwise is forgotten: a state that changed and changed back is not the one that was read.
 */
export function createResync(read: Record<keyof Heads | 'uncovered', () => Promise<unknown>>) {
  const known: { -readonly [K in keyof Heads]: Heads[K] } = {}
  async function readPart(part: keyof Heads, head: string | undefined): Promise<void> {
    // Before the read: what is forgotten meanwhile stays forgotten.
    known[part] = head
    try {
      await read[part]()
    } catch (error) {
      known[part] = undefined
      throw error
    }
  }
  return {
    async readChanged({ chats, notices }: Heads = {}): Promise<void> {
      // What no head covers is read either way. One that fails keeps nobody from the other.
      await Promise.all([
        chats !== undefined && chats === known.chats ? read.uncovered() : readPart('chats', chats),
        (notices === undefined || notices !== known.notices) && readPart('notices', notices),
      ])
    },
    forget(...parts: (keyof Heads)[]): void {
      for (const part of parts) known[part] = undefined
    },
  }
}

/** Reads the list of chats, which is empty for who cannot have any. Rejects as the call does. */
export async function readChatList(db: UserDatabase, sync: ChatSync): Promise<void> {
  if (await mayHaveChats(db)) await sync.all()
  else await saveEmptyChatList(db, Date.now())
}

interface Following {
  readonly call: (work: (token: string) => Promise<void>) => Promise<void>
  /** Takes what must not keep the notices from their place. */
  readonly aside: (work: Promise<void>) => void
}

/**
 * Reads the notices again, and aside what the new ones say has changed: the sessions, where this device has them, and the
 * packs. Rejects as the first call does.
 */
export async function followNotices(db: UserDatabase, { call, aside }: Following): Promise<void> {
  const before = await noticed(db)
  await call((token) => refreshNotices(db, token))
  const after = await noticed(db)
  const isNews = [...after.sessions].some((news) => !before.sessions.has(news))
  // What a provider takes back takes its notice along.
  const isTakenBack = [...before.proposals].some((id) => !after.proposals.has(id))
  if ((isNews || isTakenBack) && (await db.meta.get('bookingsAsOf'))) {
    aside(call((token) => refreshBookings(db, token)))
  }
  if (before.packs.size + after.packs.size === 0) return
  const { followPackNotices } = await import('#src/features/library/packs/packs-resource.ts')
  const packs = { before: before.packs, after: after.packs }
  aside(call((token) => followPackNotices(db, token, packs)))
}

/**
 * Reads again what this device holds of others by what they and its person are to one another, but for the chats and
 * the blocks. Rejects as the calls do.
 */
export async function followRelations(db: UserDatabase): Promise<void> {
  const [bookings, plan] = await Promise.all([db.meta.get('bookingsAsOf'), db.meta.get('plan')])
  await Promise.all([
    refreshKnownConnections(db),
    refreshKnownSharing(db),
    bookings && asMember(db, (token) => refreshBookings(db, token)),
    plan && refreshResource(db, planResource),
  ])
}

/** So long after a chat has changed its notice is looked at: whoever has the chat open has read it by then. */
const noticeWaitMs = 1_000

export type ChatNotices = ReturnType<typeof createChatNotices>

interface ChatFollowing {
  readonly readAgain: () => Promise<void>
  readonly settle: (work: Promise<void>) => void
}

/** Looks at the notices of chats a moment after these were read, of all that were read meanwhile at once. */
export function createChatNotices(db: UserDatabase, { readAgain, settle }: ChatFollowing) {
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    const chatIds = [...changed]
    changed.clear()
    const found = await Promise.all(chatIds.map((chatId) => followMessages(db, chatId)))
    if (found.includes('old')) await readAgain()
  }

  return {
    follow(chatId: string): void {
      changed.add(chatId)
      timer ??= setTimeout(() => {
        timer = undefined
        settle(look())
      }, noticeWaitMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Whether the notices are to be read again because of what was just read of a chat. While its notice is unread no further
 * message needs a call: the notice moves up to the newest one here, as it does at the server.
 */
export async function followMessages(db: UserDatabase, chatId: string): Promise<'current' | 'old'> {
  const [chat, read, notice, newest] = await Promise.all([
    db.chats.get(chatId),
    db.chatReads.get(chatId),
    db.notices.filter(({ kind, aboutId }) => kind === ofMessages && aboutId === chatId).first(),
    messagesOf(db, chatId)
      .filter(({ senderId }) => senderId !== db.userId)
      .last(),
  ])
  // Whoever has read the chat is no longer told of it.
  if (!chat || chat.unread === 0) return notice ? 'old' : 'current'
  const isRead = (await unreadOf(db, chat, read)) === 0
  if (isRead || !newest || (notice && notice.createdAt >= newest.timestamp)) return 'current'
  if (!notice || notice.read) return 'old'
  await userTransaction(db, [db.notices], () =>
    db.notices.update(notice._id, { createdAt: newest.timestamp }),
  )
  return 'current'
}

const ofMessages: NoticeKind = 'message.received'

/**
 * The notices of sessions on this device with their moments, since one that is told again moves up and keeps its id; those
 * of proposals; and what those of packs are about.
 */
async function noticed(db: UserDatabase) {
  const notices = await db.notices.toArray()
  const allOf = (kind: string, key: (notice: Notice) => string) =>
    new Set(notices.filter((notice) => notice.kind.startsWith(kind)).map(key))
  return {
    sessions: allOf('booking.', ({ _id, createdAt }) => `${_id} ${createdAt}`),
    proposals: allOf('booking.proposed', ({ _id }) => _id),
    packs: allOf('pack.received', ({ aboutId }) => aboutId),
  }
}

/** What mends itself by the next look: no answer, a refusal, a phone without room for what it can read again. */
export function passes(error: unknown): boolean {
  const isFull = isQuotaError(error) || error instanceof StorageFullError
  return isFull || isUnreachable(error) || isApiProblem(error)
}
