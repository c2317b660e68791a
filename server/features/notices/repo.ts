import { newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { noticesMarkRead, noticesPage, noticesUnread, type NoticeRow } from './notices.sql.ts'

/** Whose notices they are, and the server's day, which decides who is under 18. */
export interface Reader {
  readonly userId: string
  readonly today: LocalDate
}

/** Notices of a person, newest first, behind a moment and id. */
export async function noticesOf(
  client: Queryable,
  { userId, today }: Reader,
  given: { readonly behind: readonly [Date, string] | undefined; readonly limit: number },
): Promise<NoticeRow[]> {
  return noticesPage.all(client, [
    userId,
    newestAdultBirthDate(today),
    given.behind?.[0] ?? null,
    given.behind?.[1] ?? null,
    given.limit + 1,
  ])
}

export async function unreadOf(client: Queryable, { userId, today }: Reader): Promise<number> {
  const row = await noticesUnread.first(client, [userId, newestAdultBirthDate(today)])
  return row?.count ?? 0
}

/** Marks a person's notices of a moment and before as read. */
export async function markRead(
  client: Queryable,
  userId: string,
  given: { readonly upTo: Date; readonly at: Date },
): Promise<void> {
  await noticesMarkRead.run(client, [userId, given.upTo, given.at])
}
