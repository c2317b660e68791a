import { GoogleCard } from '#src/features/calendar/google-card.tsx'
import type { UserDatabase } from '#src/offline/database.ts'
import { PartBoundary } from '../part-boundary.tsx'
import { calendarActions } from './calendar-actions.ts'

/** The Google calendar on a provider's own profile. */
export function GoogleSlot({ db }: { db: UserDatabase }) {
  return (
    <PartBoundary>
      <GoogleCard actions={calendarActions(db)} />
    </PartBoundary>
  )
}
