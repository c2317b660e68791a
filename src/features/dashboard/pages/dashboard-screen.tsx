import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isSuperAdmin, type UserType } from '#contract/account/model.ts'
import { useLocalClock } from '#src/data/local-clock.ts'
import { useResource, useStored, type Loaded } from '#src/data/resource.ts'
import { ConfirmEmailPart } from '#src/features/account/confirm-email/confirm-email-part.tsx'
import { ProfileCard } from '#src/features/account/profile/profile-card.tsx'
import { bookingsResource } from '#src/features/booking/bookings-resource.ts'
import { CircleBox, CircleSummary } from '#src/features/connections/circle-box.tsx'
import { useCircle } from '#src/features/connections/connections-resource.ts'
import { InstallCard } from '#src/features/look/look-cards.tsx'
import { FamilyCards } from '#src/features/providers/provider-tags.tsx'
import { WaitingCard } from '#src/features/safety/admin/waiting-card.tsx'
import { CheckInCard } from '#src/features/trackers/check-in-rows.tsx'
import {
  answeredDays,
  chartDaysMax,
  entriesResource,
  isGivenHere,
} from '#src/features/trackers/entries-resource.ts'
import { TrackerCharts } from '#src/features/trackers/tracker-charts.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { PartBoundary } from '#src/ui/state/state-message.tsx'
import { CompanionCard, Later, LookBackCard, preloadRest } from '../later.tsx'
import { DeskPart, ReviewStatusPart, NoticesPart } from '../notices-part.tsx'
import { kindLine, ReadOfDayPart, SmallThingPart } from '../offer-card.tsx'
import { NextSessionPart, TodaysSessionsPart } from '../sessions-part.tsx'
import styles from '../dashboard.module.css'

/** A part of its own: most days it is not there. */
const AskCard = lazy(async () => ({
  default: (await import('#src/features/push/ask-card.tsx')).AskCard,
}))

export interface DashboardScreenProps {
  db: UserDatabase
  session: Session
}

/** Today: what to do now comes first and by itself, the rest of the person's own page follows it. */
export function DashboardScreen({ db, session: { user } }: DashboardScreenProps) {
  const { date } = useLocalClock()
  const admin = isSuperAdmin(user)
  const young = user.userT === 'Adolescent'
  return (
    <div className={styles.dashboard}>
      <PageHeader
        title={m.shell_dashboard_hello({ name: user.firstname })}
        text={young && kindLine(date)}
      />
      {admin && (
        <PartBoundary>
          <AdminPart db={db} />
        </PartBoundary>
      )}
      <Now db={db} admin={admin} userT={user.userT} />
      <Later read={() => preloadRest(db, user)}>
        {young && <YoungOffers db={db} />}
        {user.userT === 'Parent' && !admin && <ParentOffers db={db} />}
        <PartBoundary>
          <ConfirmEmailPart db={db} />
        </PartBoundary>
        <div className={styles.boxes}>
          <PartBoundary>
            <ProfileCard db={db} user={user} />
          </PartBoundary>
          <PartBoundary>
            <NoticesPart db={db} />
          </PartBoundary>
        </div>
        {!admin && (
          <div className={styles.boxes}>
            <PartBoundary>
              {user.userT === 'ServiceProvider' ? (
                <ProviderCircleParts db={db} />
              ) : (
                <CirclePart db={db} />
              )}
            </PartBoundary>
          </div>
        )}
        {young && (
          <PartBoundary>
            <TrendsPart db={db} />
          </PartBoundary>
        )}
        {young ? <InstallPart db={db} /> : <InstallCard />}
      </Later>
    </div>
  )
}

interface NowProps {
  db: UserDatabase
  admin: boolean
  userT: UserType
}

/** What the person is here for today; it is drawn first and reads little. */
function Now({ db, admin, userT }: NowProps) {
  switch (userT) {
    case 'Adolescent':
      return (
        <PartBoundary>
          <CheckInCard db={db} />
        </PartBoundary>
      )
    case 'Parent':
      return admin ? null : (
        <PartBoundary>
          <NextSessionPart db={db} />
        </PartBoundary>
      )
    case 'ServiceProvider':
      return (
        <>
          <PartBoundary>
            <ReviewStatusPart db={db} />
          </PartBoundary>
          {!admin && (
            <div className={styles.boxes}>
              <PartBoundary>
                <TodaysSessionsPart db={db} />
              </PartBoundary>
              <PartBoundary>
                <DeskPart db={db} />
              </PartBoundary>
            </div>
          )}
        </>
      )
  }
}

/** The growing companion, and what a young person may like to do today. */
function YoungOffers({ db }: { db: UserDatabase }) {
  const { date } = useLocalClock()
  return (
    <>
      <PartBoundary title={null}>
        <Suspense>
          <CompanionCard db={db} />
        </Suspense>
      </PartBoundary>
      <PartBoundary title={null}>
        <Suspense>
          <LookBackCard db={db} />
        </Suspense>
      </PartBoundary>
      <PartBoundary title={null}>
        <SmallThingPart db={db} day={date} />
      </PartBoundary>
      <PartBoundary title={null}>
        <RemindPart db={db} />
      </PartBoundary>
    </>
  )
}

/** So many days with an answer make it a habit worth a place on the home screen. */
const installDays = 2

/** After so many days with an answer somebody may like to be reminded. */
const remindDays = 3

function RemindPart({ db }: { db: UserDatabase }) {
  const entries = useStored(db, entriesResource, chartDaysMax) ?? []
  return answeredDays(entries.filter(isGivenHere)) >= remindDays ? (
    <Suspense>
      <AskCard db={db} />
    </Suspense>
  ) : null
}

function InstallPart({ db }: { db: UserDatabase }) {
  const entries = useStored(db, entriesResource, chartDaysMax) ?? []
  return answeredDays(entries.filter(isGivenHere)) >= installDays ? <InstallCard /> : null
}

/** What a parent may like to read, and who helps the whole family. */
function ParentOffers({ db }: { db: UserDatabase }) {
  const { date } = useLocalClock()
  return (
    <>
      <PartBoundary title={null}>
        <ReadOfDayPart db={db} day={date} />
      </PartBoundary>
      <FamilyCards />
    </>
  )
}

/** What waits for a superAdmin, and the way to sessions of their own from before, where there are any. */
function AdminPart({ db }: { db: UserDatabase }) {
  const sessions = useResource(db, bookingsResource).data ?? []
  return (
    <>
      <WaitingCard db={db} />
      {sessions.length > 0 && (
        <Link className={buttonClass({ look: 'secondary' })} to="/sessions">
          {m.booking_sessions()}
        </Link>
      )}
    </>
  )
}

/** Spec 2: the Circle of Care of a young person or a parent; each leads to the provider's page. */
function CirclePart({ db }: { db: UserDatabase }) {
  const circle = useCircle(db)
  return (
    <CircleBox
      title={m.shell_circle_title()}
      circle={circle}
      emptyText={m.shell_circle_hint()}
      all={<All />}
    />
  )
}

/** Spec 2: the same for a care provider, and My Clients, each leading to the young person's page or to the chat. */
function ProviderCircleParts({ db }: { db: UserDatabase }) {
  const circle = useCircle(db)
  return (
    <>
      <CircleSummary circle={circle} all={<All />} />
      <CircleBox
        title={m.shell_clients_title()}
        circle={circle}
        emptyText={m.connections_clients_none_text()}
        all={<All />}
      />
    </>
  )
}

function All() {
  return (
    <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/circle-of-care">
      {m.connections_see_all()}
    </Link>
  )
}

/** The four trends of a young person. */
export function TrendsPart({ db }: { db: UserDatabase }) {
  const clock = useLocalClock()
  const entries = useResource(db, entriesResource, chartDaysMax)
  return (
    <TrackerCharts
      entries={entries.data ?? []}
      today={clock.date}
      failed={entries.refresh.error !== undefined}
      note={entries.refresh.status === 'failed' && <NotNewest of={entries} />}
    />
  )
}

/** The server could not be asked: the charts show what this device knew. */
function NotNewest({ of: { refresh, retry } }: { of: Loaded<unknown> }) {
  const online = useOnline()
  if (!online) return <p className={styles.note}>{m.trackers_chart_stale()}</p>
  const again = (
    <Button look="secondary" size="small" onClick={retry}>
      {m.ui_retry()}
    </Button>
  )
  return (
    <Banner tone="warn" action={again}>
      {failureText(refresh.error, m.trackers_chart_failed())}
    </Banner>
  )
}
