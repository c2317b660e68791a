import {
  createRouter,
  Link,
  useRouter,
  type AnyRoute,
  type ErrorComponentProps,
  type RouteComponent,
} from '@tanstack/react-router'
import { useSpeech } from '#src/i18n/choose-language.ts'
import { subscribeToSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { looksCalm } from '#src/lib/theme.ts'
import { routeTree } from '#src/routeTree.gen.ts'
import { currentSession, useSession, type Session } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { contentId } from '#src/ui/nav/app-frame.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/state/state-message.tsx'

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

const missingName = 'MissingPartError'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // An open chat begins at its newest message, and keeps its own scroll position.
  scrollRestoration: ({ location }) => !location.pathname.startsWith('/chats/'),
  // A page that comes from this device is there before a skeleton could be seen.
  defaultPendingMs: 300,
  // Nor does a skeleton that was shown hold back the page that is ready.
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Skeleton shape="card" count={3} />,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})

const routes: readonly AnyRoute[] = Object.values(router.routesById)
for (const route of routes) {
  const { component } = route.options
  if (component) route.update({ component: speaking(component) })
}

/**
 * A page that is drawn anew when the language changes, and stays what it is: what is typed, opened or scrolled there
 * remains. The router holds on to the elements of its pages, so nothing above them would draw them again.
 */
function speaking(Page: RouteComponent): RouteComponent {
  function SpeakingPage() {
    useSpeech()
    return <Page />
  }
  return Object.assign(SpeakingPage, Page.preload && { preload: Page.preload })
}

/** Asks for the first page's own code at once, beside what has to come before it is drawn. */
export function fetchFirstPage(): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
  // What does not load is asked for again, and reported, when the page is drawn.
  const ignore = () => undefined
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(ignore)
  const session = currentSession()
  if (session) void openMemberDatabase(session).catch(ignore)
}

/** The database opens while the scripts of the page are on their way. */
async function openMemberDatabase({ user }: Session): Promise<void> {
  const { memberDatabase } = await import('#src/session/member-database.ts')
  await memberDatabase(user._id)
}

/** A page that takes longer than this holds up nothing behind it, in milliseconds. */
const drawnWithinMs = 3_000

/** Resolves once the first page is on the screen and the browser has nothing more to draw. */
export function firstPageDrawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, drawnWithinMs)
    const unsubscribe = router.subscribe('onRendered', () => {
      unsubscribe()
      // Safari before 26 cannot say when it is idle.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
      else setTimeout(resolve, 200)
    })
  })
}

/**
 * What the pages have, also ahead of a tap, belongs to whoever was logged in before: it is read anew before it is drawn for
 * the next session, and left for the first page where there is none.
 */
export function enterSession(session: Session | undefined): void {
  router.clearCache()
  void (session ? router.invalidate({ sync: true }) : router.navigate({ to: '/' }))
}

/** Tells the browser's title and assistive technology about each new page; once, at the start. */
export function announcePages(): void {
  subscribeToSpeech(sayTitle)
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    sayTitle()
    if (!pathChanged || !fromLocation) return
    // The heading is read out; where it comes later, the main area has the focus.
    const main = document.querySelector<HTMLElement>(`#${contentId}`)
    const page = main?.querySelector('h1') ?? main
    if (!page) return
    page.tabIndex = -1
    page.focus({ preventScroll: true })
  })
}

/** In the neutral look the title stays the one that the page came with. */
function sayTitle(): void {
  if (looksCalm()) return
  const title = router.state.matches.at(-1)?.staticData.title
  document.title = title ? m.shell_title({ page: title() }) : m.shell_title_home()
}

/** An address without a page, said kindly and with a way on. */
function NotFoundScreen() {
  useSpeech()
  const session = useSession()
  return (
    <>
      <PageHeader title={m.shell_not_found_title()} />
      <EmptyState
        emoji="🗺️"
        title={m.shell_not_found_text()}
        action={
          <Link className={buttonClass()} to={session ? '/dashboard' : '/'}>
            {session ? m.shell_go_dashboard() : m.shell_go_home()}
          </Link>
        }
      />
    </>
  )
}

/** Shown in place of a screen that failed; the frame around it and its navigation go on working. */
function ErrorScreen({ error, reset }: ErrorComponentProps) {
  useSpeech()
  const router = useRouter()
  const online = useOnline()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (!isMissingPart(error)) {
    return <ErrorState title={m.shell_error_title()} text={m.shell_error_text()} onRetry={retry} />
  }
  return (
    <OfflineState
      title={m.shell_part_missing_title()}
      text={online ? m.shell_part_missing_online() : m.shell_part_missing_text()}
      action={
        <Button look="secondary" icon="retry" onClick={online ? reload : retry}>
          {online ? m.shell_update_reload() : m.ui_retry()}
        </Button>
      }
    />
  )
}

function reload() {
  window.location.reload()
}

/**
 * A chunk that cannot be loaded (offline and not in the cache, or gone with an old build) becomes an error that the
 * error screen knows. The router would answer the browser's own message with a reload, which offline costs what
 * was typed and brings nothing.
 */
export function markMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = missingName
    payload.message = `Part not on this device: ${payload.message}`
  })
}

function isMissingPart(error: unknown): boolean {
  return error instanceof Error && error.name === missingName
}
