import { trackerTypes } from '#contract/trackers/catalog.ts'
import { useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { answeredNow, CheckInRows } from './check-in-rows.tsx'
import { dotDays } from './day-dots.tsx'
import { entriesResource } from './entries-resource.ts'
import { useLocalClock } from './local-clock.ts'

/** Today's check-in, answered where it stands. */
export function CheckInCard({ db }: { db: UserDatabase }) {
  const clock = useLocalClock()
  const done = answeredNow(useStored(db, entriesResource, dotDays) ?? [], clock)
  return (
    <Card>
      <CardHeader
        title={m.trackers_check_in_title()}
        subtitle={m.trackers_check_in_progress({ done, all: trackerTypes.length })}
      />
      <CardBody>
        <CheckInRows db={db} />
      </CardBody>
    </Card>
  )
}
