import { isSuperAdmin } from '#contract/account/model.ts'
import { sinceMs } from '#src/data/local-clock.ts'
import { refreshResource } from '#src/data/resource.ts'
import { bookingsResource } from '#src/features/booking/bookings-resource.ts'
import { readFriends } from '#src/features/connections/connections-resource.ts'
import { refreshFriends } from '#src/features/connections/refresh-connections.ts'
import { prefetchNewest } from '#src/features/library/data/library-resource.ts'
import { packsResource } from '#src/features/library/packs/packs-resource.ts'
import { paymentsResource } from '#src/features/payments/payment-data.ts'
import { refreshProvider } from '#src/features/providers/directory/directory-resource.ts'
import { mayFetchAhead, quiet } from '#src/features/providers/directory/prefetch-first-pages.ts'
import { planResource } from '#src/features/safety/plan/plan-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'
import { mayHaveChats } from '#src/session/own-profile.ts'
import { currentSession } from '#src/session/session.ts'
import { showToast } from '#src/ui/message/toast.tsx'

/** The page that the person opened comes first, in milliseconds. */
const startsAfterMs = 4_000
/** What is younger than this is not made ready again, in milliseconds. */
const freshMs = 6 * 3_600_000
/** Fetches and stores one kind of what is read. */
type Part = () => Promise<unknown>

/** Of one's connected providers so many have their page stored. */
const providersMax = 10

/**
 * Makes ready what the person reads without a network: one's safety plan, the newest articles, reading packs, sessions,
 * payments and connected providers. One thing after the other while nothing else is read, never where data is saved. Returns its end.
 */
export function startOfflineReadingService(db: UserDatabase): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let running = false

  async function prefetch() {
    if (running || !mayFetchAhead()) return
    running = true
    // A server in trouble is left alone: the next start, or the next return of the person, tries again.
    await partsFor(db)
      .then((parts) => makeReady(db, parts, () => quiet(signal)))
      .catch(() => undefined)
    running = false
  }

  const timer = setTimeout(() => void prefetch(), startsAfterMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  const returned = () => void prefetch()
  window.addEventListener('online', returned, { signal })
  document.addEventListener('visibilitychange', returned, { signal })
  return () => stopping.abort()
}

/**
 * Runs the parts one after another, each once `spareTime` resolves, unless they ran not long ago, and says it the first
 * time. Rejects as the first part or wait that fails.
 */
export async function makeReady(
  db: UserDatabase,
  parts: readonly Part[],
  spareTime: () => Promise<void>,
): Promise<void> {
  if (parts.length === 0) return
  const before = await db.meta.get('readyOffline')
  const asOfMs = before?.key === 'readyOffline' ? before.asOfMs : undefined
  if (asOfMs !== undefined && sinceMs(asOfMs) < freshMs) return
  for (const part of parts) {
    await spareTime()
    if (!mayFetchAhead()) return
    await part()
  }
  await userTransaction(db, [], () => db.meta.put({ key: 'readyOffline', asOfMs: Date.now() }))
  if (asOfMs === undefined) showToast({ text: m.shell_ready_offline(), tone: 'success' })
}

/** What the role reads, the most read first. */
async function partsFor(db: UserDatabase): Promise<readonly Part[]> {
  const user = currentSession()?.user
  if (!user || isSuperAdmin(user) || !(await mayHaveChats(db))) return []
  const library = () => asMember(db, (token) => prefetchNewest(db, token))
  const bookings = () => refreshResource(db, bookingsResource)
  if (user.userT === 'ServiceProvider') return [bookings, library]
  const packs = () => refreshResource(db, packsResource)
  const others = [
    library,
    packs,
    () => refreshResource(db, paymentsResource),
    () => saveProviders(db),
  ]
  // Before anything else: it may be needed when there is no network.
  const plan = () => refreshResource(db, planResource)
  return user.userT === 'Adolescent' ? [plan, bookings, ...others] : [bookings, ...others]
}

/** The pages of the care providers whom the person is connected with. */
async function saveProviders(db: UserDatabase): Promise<void> {
  await asMember(db, (token) => refreshFriends(db, token))
  const friends = await readFriends(db)
  const providers = friends.filter(
    ({ userType, unavailable }) => userType === 'ServiceProvider' && !unavailable,
  )
  for (const { id } of providers.slice(0, providersMax)) {
    await asMember(db, (token) => refreshProvider(db, token, id))
  }
}
