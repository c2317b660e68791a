import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AppFrame } from '#src/ui/nav/app-frame.tsx'
import { Logo } from '#src/ui/nav/logo.tsx'
import { ToastRegion } from '#src/ui/message/toast-region.tsx'
import { useChatStatus } from './chat-status.ts'
import { HelpButton } from '#src/features/safety/help/help-button.tsx'
import { Help } from '#src/features/safety/help/help.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { placesOf } from './places.tsx'
import { useSession, type Session } from '#src/session/session.ts'
import { ShellBanners } from './shell-banners.tsx'
import { UnsentBadge } from './unsent-badge.tsx'

const Appearance = lazy(async () => ({
  default: (await import('./appearance.tsx')).Appearance,
}))
const LogoutFlow = lazy(async () => ({
  default: (await import('./logout-flow.tsx')).LogoutFlow,
}))
const Prompts = lazy(async () => ({
  default: (await import('#src/features/trackers/prompts/prompts.tsx')).Prompts,
}))

/** What stands around every screen: navigation by role, notices, toasts and what opens by itself. */
export function Shell() {
  const session = useSession()
  const { unread } = useChatStatus()
  const [appearance, setAppearance] = useState(false)
  const [leaving, setLeaving] = useState<Session>()
  const { places, more } = placesOf(
    session,
    {
      onAppearance: () => setAppearance(true),
      onLogout: () => setLeaving(session),
    },
    unread,
  )
  return (
    <>
      <AppFrame
        brand={
          <Link to="/">
            <Logo />
          </Link>
        }
        places={places}
        more={more}
        actions={
          <>
            <UnsentBadge />
            <HelpButton />
          </>
        }
        banners={<ShellBanners />}
      >
        <Outlet />
      </AppFrame>
      <ToastRegion />
      <Help />
      <PartBoundary title={null}>
        <Suspense>
          {appearance && <Appearance open onClose={() => setAppearance(false)} />}
          {leaving && <LogoutFlow session={leaving} onClose={() => setLeaving(undefined)} />}
          {session?.user.userT === 'Adolescent' && (
            <Prompts key={session.user._id} session={session} />
          )}
        </Suspense>
      </PartBoundary>
    </>
  )
}
