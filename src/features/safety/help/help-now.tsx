import { useEffect, useState } from 'react'
import { HelpSheet } from '../help-sheet.tsx'
import { placeOfProfile, type HelpPlace } from '../help-place.ts'
import { useSession } from '#src/session/session.ts'

/** Help now for whoever uses this device: with the numbers of their profile's country, where it is known. */
export function HelpNow({ onClose }: { onClose: () => void }) {
  const userId = useSession()?.user._id
  const [home, setHome] = useState<HelpPlace>()

  // An effect because the profile is in the device's database; until it is read, or if it cannot be, there is the picker.
  useEffect(() => {
    if (!userId) return undefined
    let wanted = true
    readHome(userId)
      .then((place) => wanted && setHome(place))
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [userId])

  return <HelpSheet home={home} onClose={onClose} />
}

async function readHome(userId: string): Promise<HelpPlace | undefined> {
  const [{ memberDatabase }, { readProfile }] = await Promise.all([
    import('#src/session/member-database.ts'),
    import('#src/session/own-profile.ts'),
  ])
  return placeOfProfile(await readProfile(await memberDatabase(userId)))
}
