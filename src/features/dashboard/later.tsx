import { lazyRouteComponent } from '@tanstack/react-router'
import {
  Children,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
  type ReactNode,
} from 'react'
import { isSuperAdmin, type UserPayload } from '#contract/account/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { preload } from '#src/data/resource.ts'
import { bookingsResource } from '#src/features/booking/bookings-resource.ts'
import { circleResource, receivedResource } from '#src/features/connections/connections-resource.ts'
import { noticesResource } from '#src/features/notices/notices-resource.ts'
import { unsentResource } from '#src/features/sync/unsent.tsx'
import { chartDaysMax, entriesResource } from '#src/features/trackers/entries-resource.ts'
import { dotDays } from '#src/features/trackers/tracker-charts.tsx'
import { currentLanguage } from '#src/i18n/chosen.ts'
import { afterPaint } from '#src/lib/draw-later.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readOfDayResource, smallThingResource } from './offer-card.tsx'

/** False until the first Today of this visit was drawn whole: only a cold start leaves its lower half for later. */
let begun = false

/** Whether the app is just starting, so that only what is seen first is read before the first paint. */
function isColdStart(): boolean {
  return !begun
}

export interface LaterProps {
  /** Reads what the parts show, so that they are whole when they appear. */
  read: () => Promise<unknown>
  children: ReactNode
}

/**
 * Parts below what is seen first: at a cold start they are read and drawn once that is on the screen, one after the other,
 * so that a press in between is not kept waiting.
 */
export function Later({ read, children }: LaterProps) {
  const parts = Children.toArray(children)
  const [shown, setShown] = useState(begun ? all : 0)
  const whole = useEffectEvent(() => read())
  const after = useEffectEvent((count: number) => (count + 1 < parts.length ? count + 1 : all))

  // An effect because there is something to paint by then.
  useEffect(() => {
    if (shown === all) return undefined
    let over = false
    const showNext = () => {
      begun = true
      if (!over) startTransition(() => setShown(after(shown)))
    }
    // What cannot be read says so itself where it is shown.
    void afterPaint()
      .then(() => (shown === 0 ? whole() : undefined))
      .then(showNext, showNext)
    return () => {
      over = true
    }
  }, [shown])

  return parts.slice(0, shown)
}

/** As many parts as there are. */
const all = Number.POSITIVE_INFINITY

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
    young && preload(db, smallThingResource, date, currentLanguage()),
    young && preloadCompanionCard(db),
    young && preloadLookBackCard(db, date),
    young && preload(db, entriesResource, chartDaysMax),
    user.userT === 'Parent' && preload(db, readOfDayResource, date, currentLanguage()),
  ])
}

/*
 * Parts of their own: a young person alone has a companion, and a look back is there in the first days of a week. What was
 * preloaded is drawn with its neighbours; `lazy` of React would draw it after them and move them.
 */
export const CompanionCard = lazyRouteComponent(
  () => import('#src/features/companion/companion-card.tsx'),
  'CompanionCard',
)
export const LookBackCard = lazyRouteComponent(
  () => import('#src/features/trackers/look-back-card.tsx'),
  'LookBackCard',
)

/** A script that does not come takes nothing from the rest. */
async function preloadCompanionCard(db: UserDatabase): Promise<void> {
  const part = await import('#src/features/companion/companion-card.tsx').catch(() => undefined)
  await Promise.all([CompanionCard.preload?.(), part?.preloadCompanion(db)])
}

/** The same. */
async function preloadLookBackCard(db: UserDatabase, today: LocalDate): Promise<void> {
  const part = await import('#src/features/trackers/look-back-card.tsx').catch(() => undefined)
  await Promise.all([LookBackCard.preload?.(), part?.preloadLookBack(db, today)])
}
