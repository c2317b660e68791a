import type { Notice } from '#contract/notices/model.ts'
import { refreshBookings } from '#src/features/booking/bookings-resource.ts'
import { refreshNotices } from '#src/features/notices/notices-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

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
  const isNews = [...after.sessions].some((id) => !before.sessions.has(id))
  if (isNews && (await db.meta.get('bookingsAsOf'))) {
    aside(call((token) => refreshBookings(db, token)))
  }
  if (before.packs.size + after.packs.size === 0) return
  const { followPackNotices } = await import('#src/features/library/packs/packs-resource.ts')
  const packs = { before: before.packs, after: after.packs }
  aside(call((token) => followPackNotices(db, token, packs)))
}

/** The notices of sessions on this device, several of one session among them, and what those of packs are about. */
async function noticed(db: UserDatabase) {
  const notices = await db.notices.toArray()
  const idsOf = (kind: string, id: (notice: Notice) => string) =>
    new Set(notices.filter((notice) => notice.kind.startsWith(kind)).map(id))
  return {
    sessions: idsOf('booking.', ({ _id }) => _id),
    packs: idsOf('pack.received', ({ aboutId }) => aboutId),
  }
}
