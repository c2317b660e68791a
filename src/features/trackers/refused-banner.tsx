import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'

/** An answer was refused: the not-sent screen has it. */
export function RefusedBanner() {
  return (
    <Banner tone="danger" action={<Link to="/not-sent">{m.trackers_refused_link()}</Link>}>
      {m.trackers_state_refused()}
    </Banner>
  )
}
