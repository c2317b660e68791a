import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AppFrame } from '#src/ui/nav/app-frame.tsx'
import { Logo } from '#src/ui/nav/logo.tsx'
import { ToastRegion } from '#src/ui/message/toast-region.tsx'
import { useChatStatus } from './chat-status.ts'
import { HelpButton } from '#src/features/safety/help/help-button.tsx'
import { Help } from '#src/features/safety/help/help.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { useSession, type Session } from '#src/session/session.ts'
import { ShellBanners } from './shell-banners.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { Badge } from '#src/ui/message/badge.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { useQueueStatus, useUnsent } from './queue-status.ts'
import styles from './unsent-badge.module.css'
import type { Place } from '#src/ui/nav/place.ts'
import { destination, destinationsFor, type DestinationId } from '#src/session/destinations.ts'

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

/** How many items wait on this device, and the way to them; nothing while everything is sent. */
function UnsentBadge() {
  const { refused } = useQueueStatus()
  const unsent = useUnsent()
  if (unsent === 0) return null
  const words = m.shell_unsent_badge({ count: unsent })
  return (
    <Link className={styles.link} to="/not-sent" aria-label={words} title={words}>
      <Icon name={refused > 0 ? 'alert' : 'sync'} size={22} />
      <span className={styles.count} aria-hidden="true">
        <Badge count={unsent} />
      </span>
    </Link>
  )
}

interface PlaceActions {
  onAppearance: () => void
  onLogout: () => void
}

/** The navigation of whoever uses the app, as the frame draws it. */
function placesOf(session: Session | undefined, actions: PlaceActions, unreadMessages: number) {
  const { main, more } = destinationsFor(session?.user)
  const logout = session ? [logoutPlace(actions)] : []
  return {
    places: main.map((id) => (id === 'chats' ? chatsPlace(unreadMessages) : linkPlace(id))),
    more: [...more.map(linkPlace), appearancePlace(actions), ...logout],
  }
}

function linkPlace(id: DestinationId): Place {
  const { href, label, short, icon } = destination(id)
  return {
    id,
    label: label(),
    ...(short && { shortLabel: short() }),
    icon,
    render: (props) => <Link to={href} activeOptions={{ exact: href === '/' }} {...props} />,
  }
}

function chatsPlace(count: number): Place {
  return { ...linkPlace('chats'), count, countLabel: m.shell_unread_messages() }
}

function appearancePlace({ onAppearance }: PlaceActions): Place {
  return buttonPlace('appearance', m.shell_nav_appearance(), 'moon', onAppearance)
}

function logoutPlace({ onLogout }: PlaceActions): Place {
  return buttonPlace('logout', m.shell_nav_logout(), 'logout', onLogout)
}

function buttonPlace(id: string, label: string, icon: Place['icon'], act: () => void): Place {
  return {
    id,
    label,
    icon,
    render: ({ onClick, ...props }) => (
      <button
        type="button"
        {...props}
        onClick={() => {
          onClick?.()
          act()
        }}
      />
    ),
  }
}
