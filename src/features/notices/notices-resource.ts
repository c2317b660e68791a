import { noticesApi } from '#contract/notices/api.ts'
import { noticeSchema, type Notice } from '#contract/notices/model.ts'
import { defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** The dashboard shows so many of the newest; the oldest of more are rarely news. */
const storedMax = '30'

/** What happened to the person and they have not marked as read, newest first. */
export const noticesResource = defineResource({
  key: 'notices.unread',
  read: readUnread,
  refresh: refreshNotices,
})

export async function readUnread(db: UserDatabase): Promise<Notice[]> {
  const notices = parseRows(noticeSchema, await db.notices.toArray())
  const unread = notices.filter(({ read }) => !read)
  return unread.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Fetches the newest notices and stores them. Rejects as the call does. */
export async function refreshNotices(db: UserDatabase, token: string): Promise<void> {
  const query = { limit: storedMax }
  const { notices } = await callApi(noticesApi.listNotices, { query }, { token })
  await userTransaction(db, [db.notices], async () => {
    await db.notices.clear()
    await db.notices.bulkPut(notices)
    await db.meta.put({ key: 'noticesAsOf', asOfMs: Date.now() })
  })
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
