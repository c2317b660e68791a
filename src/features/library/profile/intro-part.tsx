import type { ReactNode } from 'react'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { OfflineState } from '#src/ui/state/state-message.tsx'
import { introRemote } from '../data/more-items.ts'
import { VideoBox } from '../video/video-card.tsx'

export interface IntroPartProps {
  db: UserDatabase
  providerId: string
  /** Whose video it is. */
  name?: string
  /** Shown where there is none. */
  none: ReactNode
  /** What goes below one that is there. */
  below?: ReactNode
}

/** A care provider's introduction video. */
export function IntroPart({ db, providerId, name, none, below }: IntroPartProps) {
  const intro = useRemote(db, introRemote, providerId)
  const online = useOnline()
  if (!intro.data) {
    if (!online && intro.refresh.status === 'failed') {
      return <OfflineState compact title={m.library_video_needs()} text="" />
    }
    return (
      <ResourceMissing
        of={intro}
        compact
        failed={m.library_failed_intro_fetch()}
        skeleton={{ shape: 'block' }}
      />
    )
  }
  const { url } = intro.data
  if (url === undefined) return none
  const title = name ? `${m.profile_intro_title()}: ${name}` : m.profile_intro_title()
  return (
    <>
      <VideoBox key={url} url={url} title={title} />
      {below}
    </>
  )
}
