import { createRouter } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { routeTree } from '#src/routeTree.gen.ts'
import { contentId } from '#src/ui/app-frame.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

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
  scrollRestoration: true,
  // A page that comes from this device is there before a skeleton could be seen.
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Skeleton shape="card" count={3} />,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})

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
