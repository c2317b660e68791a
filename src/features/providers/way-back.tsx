import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { backLinkClass } from '#src/ui/nav/page-header.tsx'

/** Back to the list that the person came from, as they left it; spec 2: to all specialties where they came from none. */
export function WayBack() {
  const router = useRouter()
  const cameFrom = useLocation({ select: ({ state }) => state.cameFrom })

  /** The browser's own way back also finds what was searched for and how far the list was read. */
  function goBack(event: MouseEvent) {
    if (cameFrom === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.back()
  }

  return (
    <Link className={backLinkClass} to={cameFrom ?? '/service-providers'} onClick={goBack}>
      {m.providers_back_short()}
    </Link>
  )
}
