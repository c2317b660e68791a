import { useState, type ReactNode } from 'react'
import { fetchIntro } from '../publish-calls.ts'
import { VideoBox } from '../video-box.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { asMember } from '#src/session/as-member.ts'

export interface IntroPartProps {
  db: UserDatabase
  providerId: string
  /** Whose video it is. */
  name?: string
  /** What stands there where there is none. */
  none: ReactNode
  /** What goes below one that is there. */
  below?: ReactNode
}

/** A care provider's introduction video. */
export function IntroPart({ db, providerId, name, none, below }: IntroPartProps) {
  const [intro, setIntro] = useState<{ url: string | undefined }>()
  const online = useOnline()
  const { refresh, again } = useRefresh(async () =>
    setIntro({ url: await asMember(db, (token) => fetchIntro(token, providerId)) }),
  )
  if (!intro) {
    if (refresh.status !== 'failed') return <Skeleton shape="block" />
    if (!online) return <OfflineState compact title={m.library_video_needs()} text="" />
    return (
      <ErrorState
        compact
        title={failureText(refresh.error, m.library_failed_intro_fetch())}
        onRetry={again}
      />
    )
  }
  if (intro.url === undefined) return none
  const title = name ? `${m.profile_intro_title()}: ${name}` : m.profile_intro_title()
  return (
    <>
      <VideoBox key={intro.url} url={intro.url} title={title} />
      {below}
    </>
  )
}
