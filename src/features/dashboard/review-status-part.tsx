import { profileResource } from '#src/data/profile-resource.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import { MinorsBanner } from '#src/features/account/profile/minors-banner.tsx'
import { ReviewBanner } from '#src/features/account/profile/review-banner.tsx'
import { dismiss, readDismissed } from '#src/offline/features/dismissed.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { minorsState } from '#src/session/minors-state.ts'

/** The hints that the person has put away on this device. */
const dismissedResource = defineLocal({ key: 'hints.dismissed', read: readDismissed })

/**
 * How far the review of a care provider is, until it is over; then that nobody under 18 can ask them, until they have put
 * that away: a new reason shows again.
 */
export function ReviewStatusPart({ db }: { db: UserDatabase }) {
  const profile = useStored(db, profileResource)
  const dismissed = useStored(db, dismissedResource)
  if (!profile) return null
  const state = minorsState(profile)
  const id = `minors:${state}`
  return (
    <>
      <ReviewBanner profile={profile} />
      {dismissed && !dismissed.has(id) && (
        <MinorsBanner linked state={state} onDismiss={() => void dismiss(db, id)} />
      )}
    </>
  )
}
