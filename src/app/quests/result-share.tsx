import type { Played } from '#src/features/quests/played.ts'
import { fetchProviders, setShared } from '#src/features/quests/share/share-calls.ts'
import { ShareControl } from '#src/features/quests/share/share-control.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/database.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { asMember } from '#src/session/as-member.ts'
import { providersLink } from './quest-links.tsx'

/** Shares one result as the person logged in. */
export function ResultShare(props: { db: UserDatabase; played: Played; label: string }) {
  const { db } = props
  return (
    <ShareControl
      {...props}
      fetchProviders={() => asMember(db, fetchProviders)}
      setShared={(resultId, providerId, shared) =>
        asMember(db, (token) => setShared(db, token, { resultId, providerId, shared }))
      }
      findLink={providersLink({
        className: buttonClass({ look: 'secondary' }),
        children: m.quests_share_nobody_link(),
      })}
    />
  )
}
