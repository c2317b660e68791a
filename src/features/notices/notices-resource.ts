import { noticesApi, noticeSchema, noticesStoredMax, type Notice } from '#contract/notices/api.ts'
import { defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { replaceRows } from '#src/offline/storage/put-changed.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** What happened to the person and they have not marked as read, newest first. */
export const noticesResource = defineResource({
  key: 'notices.unread',
  read: readUnread,
  refresh: refreshNotices,
})

/** The newest of all that happened to the person, read or not, newest first. */
export const inboxResource = defineResource({
  key: 'notices.all',
  read: readNotices,
  refresh: refreshNotices,
  emptyIsUnknown: true,
})

export async function readUnread(db: UserDatabase): Promise<Notice[]> {
  return (await readNotices(db)).filter(({ read }) => !read)
}

/** Without those of people whom the person has blocked: a block holds here from the tap on. */
async function readNotices(db: UserDatabase): Promise<Notice[]> {
  const [rows, hidden] = await db.transaction('r', db.notices, db.blocks, db.outbox, () =>
    Promise.all([db.notices.toArray(), readHidden(db)]),
  )
  const notices = parseRows(noticeSchema, rows).filter(({ person }) => !hidden.has(person.id))
  return notices.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** The looks of this page by their number: the newest that was asked for, and the newest that is stored. */
let asked = 0
let stored = 0

/** Fetches the newest notices and stores them, where no newer look is stored yet. Rejects as the call does. */
export async function refreshNotices(db: UserDatabase, token: string): Promise<void> {
  asked += 1
  const number = asked
  const query = { limit: String(noticesStoredMax) }
  const { notices } = await callApi(noticesApi.listNotices, { query }, { token })
  if (number < stored) return
  stored = number
  await userTransaction(db, [db.notices], async () => {
    const known = new Map((await db.notices.toArray()).map((notice) => [notice._id, notice]))
    const rows = notices.map((notice) => withOwnRead(notice, known.get(notice._id)))
    await replaceRows(db.notices, rows)
    await db.meta.put({ key: 'noticesAsOf', asOfMs: Date.now() })
  })
}

/** A look that was under way when its person read a notice does not bring it back as unread; a newer one of the same thing does. */
function withOwnRead(notice: Notice, known: Notice | undefined): Notice {
  return known?.read && known.createdAt >= notice.createdAt ? { ...notice, read: true } : notice
}

/** Marks as read what the person had before them, the newest first. Rejects as the call does. */
export async function markRead(
  db: UserDatabase,
  token: string,
  seen: readonly Notice[],
): Promise<void> {
  const [newest] = seen
  if (!newest) return
  await callApi(noticesApi.readNotices, { body: { upTo: newest.createdAt } }, { token })
  await userTransaction(db, [db.notices], () =>
    db.notices.filter(({ createdAt }) => createdAt <= newest.createdAt).modify({ read: true }),
  )
}
