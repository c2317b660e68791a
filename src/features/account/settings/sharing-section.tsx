import { useState } from 'react'
import { profileResource } from '#src/data/profile-resource.ts'
import { useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { saveSharing } from '../profile/profile-data.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { failureText } from '#src/offline/api/api-error.ts'

/** Nothing before this device knows what was chosen: a switch that may be wrong would change it. */
export function SharingSection({ db, session }: { db: UserDatabase; session: Session }) {
  const { userT } = session.user
  const profile = useStored(db, profileResource)
  if (profile?.shareScore === undefined) return null
  return (
    <SharingCard
      shareScore={profile.shareScore}
      onChange={(share) => asMember(db, (token) => saveSharing({ db, token, userT }, share))}
    />
  )
}

interface SharingCardProps {
  shareScore: boolean
  /** Rejects where the server refused or did not answer. */
  onChange: (shareScore: boolean) => Promise<void>
}

/** What a young person lets the care providers see that they are connected with. A press shows at once and is taken back where it failed. */
function SharingCard({ shareScore, onChange }: SharingCardProps) {
  const [wished, setWished] = useState<boolean>()
  const [failure, setFailure] = useState<string>()

  async function change(next: boolean) {
    setFailure(undefined)
    setWished(next)
    try {
      await onChange(next)
    } catch (error) {
      setFailure(failureText(error, m.settings_sharing_failed()))
    }
    setWished(undefined)
  }

  return (
    <Card>
      <CardHeader title={m.settings_sharing_title()} subtitle={m.settings_sharing_text()} />
      <CardBody>
        <Checkbox
          label={m.settings_sharing_score()}
          checked={wished ?? shareScore}
          disabled={wished !== undefined}
          onChange={(event) => void change(event.target.checked)}
        />
        {failure && (
          <div role="alert">
            <Banner tone="danger">{failure}</Banner>
          </div>
        )}
      </CardBody>
    </Card>
  )
}
