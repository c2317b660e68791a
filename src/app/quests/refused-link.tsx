import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'

/** Where a response that was refused waits to be corrected. */
export function RefusedLink() {
  return <Link to="/not-sent">{m.quests_refused_link()}</Link>
}
