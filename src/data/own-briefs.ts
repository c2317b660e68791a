import { briefApi } from '#contract/brief/api.ts'
import { briefDaysAfter, briefLane } from '#contract/brief/model.ts'
import { dayMs } from '#contract/local-date.ts'
import { byServerClock, callApi } from '#src/offline/api/api.ts'
import { readKnownBriefs, storeBriefs } from '#src/offline/features/brief.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** What was sent or taken back meanwhile makes an answer old; a few times in a row is enough. */
const triesMax = 3

/** Brings what this device has of its person's briefs up to date. Rejects as the call does. */
export async function refreshBriefs(db: UserDatabase, token: string): Promise<void> {
  for (let tries = 0; tries < triesMax; tries++) {
    const before = await waitingIds(db)
    const asked = await readKnownBriefs(db)
    const { briefs } = await callApi(briefApi.ownBriefs, {}, { token })
    const after = new Set(await waitingIds(db))
    if (before.some((id) => !after.has(id))) continue
    if ((await storeBriefs(db, briefs, await whatIsOver(db), asked)) === 'stored') return
  }
}

async function waitingIds(db: UserDatabase): Promise<string[]> {
  const rows = await db.outbox.where('lane').startsWithAnyOf(briefLane(''), 'share:brief').toArray()
  return rows.map(({ opId }) => opId)
}

/** Canceled, ended long ago, or so old that this device has it no more once it has read its sessions. */
async function whatIsOver(db: UserDatabase): Promise<(bookingId: string) => boolean> {
  const [sessions, asOf] = await db.transaction('r', db.bookings, db.meta, () =>
    Promise.all([db.bookings.toArray(), db.meta.get('bookingsAsOf')]),
  )
  const oldestEnd = new Date(byServerClock(Date.now()) - briefDaysAfter * dayMs).toISOString()
  const byId = new Map(sessions.map((session) => [session._id, session]))
  return (bookingId) => {
    const session = byId.get(bookingId)
    if (!session) return asOf !== undefined
    return session.status === 'cancelled' || session.end <= oldestEnd
  }
}
