import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { backLinkClass } from '#src/ui/page-header.tsx'

export function BackToSessions() {
  return (
    <Link className={backLinkClass} to="/sessions">
      {m.booking_sessions()}
    </Link>
  )
}
