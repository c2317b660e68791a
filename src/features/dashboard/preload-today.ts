import { isSuperAdmin, type UserPayload } from '#contract/account/model.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { preload } from '#src/data/resource.ts'
import { bookingsResource } from '#src/features/booking/bookings-resource.ts'
import { circleResource, receivedResource } from '#src/features/connections/connections-resource.ts'
import { noticesResource } from '#src/features/notices/notices-resource.ts'
import { unsentResource } from '#src/features/sync/unsent.ts'
import { dotDays } from '#src/features/trackers/day-dots.tsx'
import { chartDaysMax, entriesResource } from '#src/features/trackers/entries-resource.ts'
import { clockAt } from '#src/features/trackers/local-clock.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { isColdStart } from './later.tsx'
import { readOfDayResource, smallThingResource } from './small-thing.ts'

type Viewer = Pick<UserPayload, 'userT' | 'role'>

/** For the loader of the route: a cold start reads only what is seen first. */
export async function preloadToday(db: UserDatabase, user: Viewer): Promise<void> {
  await Promise.all([preloadFirst(db, user), isColdStart() ? undefined : preloadRest(db, user)])
}

async function preloadFirst(db: UserDatabase, user: Viewer): Promise<void> {
  switch (user.userT) {
    case 'Adolescent':
      return await preload(db, entriesResource, dotDays)
    case 'Parent':
      return await preload(db, bookingsResource)
    case 'ServiceProvider':
      await Promise.all([
        preload(db, profileResource),
        preload(db, bookingsResource),
        preload(db, receivedResource, 'pending'),
      ])
  }
}

/** What is below that. */
export async function preloadRest(db: UserDatabase, user: Viewer): Promise<void> {
  const { date } = clockAt(Date.now())
  const young = user.userT === 'Adolescent'
  await Promise.all([
    preload(db, profileResource),
    preload(db, noticesResource),
    preload(db, unsentResource),
    !isSuperAdmin(user) && preload(db, circleResource),
    young && preload(db, smallThingResource, date),
    young && preloadCompanionCard(db),
    young && preload(db, entriesResource, chartDaysMax),
    user.userT === 'Parent' && preload(db, readOfDayResource, date),
  ])
}

/** Its script is its own; one that does not come takes nothing from the rest. */
async function preloadCompanionCard(db: UserDatabase): Promise<void> {
  const part = await import('#src/features/companion/companion-card.tsx').catch(() => undefined)
  await part?.preloadCompanion(db)
}
