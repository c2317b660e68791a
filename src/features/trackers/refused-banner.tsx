import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'

/** An answer was refused: the not-sent screen has it. */
export function RefusedBanner({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const why = (
    <Link to="/not-sent" onClick={onLeave}>
      {m.trackers_refused_link()}
    </Link>
  )
  return (
    <Banner tone="danger" action={why}>
      {m.trackers_state_refused()}
    </Banner>
  )
}
