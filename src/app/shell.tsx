import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AppFrame } from '#src/ui/app-frame.tsx'
import { Logo } from '#src/ui/logo.tsx'
import { ToastRegion } from '#src/ui/toast-region.tsx'
import { Appearance } from './appearance.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { placesOf } from './places.tsx'
import { useSession } from './session.ts'
import { ShellBanners } from './shell-banners.tsx'
import { UnsentBadge } from './unsent-badge.tsx'

const LogoutFlow = lazy(async () => ({
  default: (await import('./logout-flow.tsx')).LogoutFlow,
}))
const Prompts = lazy(async () => ({ default: (await import('./prompts.tsx')).Prompts }))

/** What stands around every screen: navigation by role, notices, toasts and what opens by itself. */
export function Shell() {
  const session = useSession()
  const [appearance, setAppearance] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { places, more } = placesOf(session, {
    onAppearance: () => setAppearance(true),
    onLogout: () => setLeaving(true),
  })
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
        actions={<UnsentBadge />}
        banners={<ShellBanners />}
      >
        <Outlet />
      </AppFrame>
      <ToastRegion />
      <Appearance open={appearance} onClose={() => setAppearance(false)} />
      <PartBoundary title={null}>
        <Suspense>
          {leaving && session && <LogoutFlow session={session} onClose={() => setLeaving(false)} />}
          {session?.user.userT === 'Adolescent' && (
            <Prompts key={session.user._id} session={session} />
          )}
        </Suspense>
      </PartBoundary>
    </>
  )
}
