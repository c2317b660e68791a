import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { backLinkClass } from './page-header.tsx'

/** The way back of a page that is reached from the dashboard. */
export function BackToDashboard() {
  return (
    <Link className={backLinkClass} to="/dashboard">
      {m.shell_nav_dashboard()}
    </Link>
  )
}

/** The way back to the landing page, over a page's title. */
export function BackHome() {
  return (
    <Link className={backLinkClass} to="/">
      {m.community_back_home()}
    </Link>
  )
}
