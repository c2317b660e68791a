import { createRouter } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { routeTree } from '#src/routeTree.gen.ts'
import { contentId } from '#src/ui/nav/app-frame.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { currentSession } from '#src/session/session.ts'

/** What a route says about itself. */
interface RouteFacts {
  /** The page's name in the browser's title; the app's own title without one. */
  title?: () => string
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption extends RouteFacts {}
}

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // An open chat begins at its newest message, and keeps its own place.
  scrollRestoration: ({ location }) => !location.pathname.startsWith('/chats/'),
  // A page that comes from this device is there before a skeleton could be seen.
  defaultPendingMs: 300,
  // Nor does a skeleton that was shown hold back the page that is ready.
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Skeleton shape="card" count={3} />,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})

/** Asks for the first page's own code at once, beside what has to come before it is drawn. */
export function fetchFirstPage(): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
  // What does not load is asked for again, and told, when the page is drawn.
  const ignore = () => undefined
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(ignore)
  if (currentSession()) void import('#src/session/member-database.ts').catch(ignore)
}

/** Lets go of what was read ahead of a tap: it is of whoever was logged in then. */
export function forgetReadAhead(): void {
  router.clearCache()
}

/** Tells the browser's title and assistive technology about each new page; once, at the start. */
export function announcePages(): void {
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    document.title = pageTitle()
    if (pathChanged && fromLocation) {
      document.querySelector<HTMLElement>(`#${contentId}`)?.focus({ preventScroll: true })
    }
  })
}

function pageTitle(): string {
  const title = router.state.matches.at(-1)?.staticData.title
  return title ? m.shell_title({ page: title() }) : m.shell_title_home()
}
