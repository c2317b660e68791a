import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AppFrame } from '#src/ui/nav/app-frame.tsx'
import { Logo } from '#src/ui/nav/logo.tsx'
import { ToastRegion } from '#src/ui/message/toast-region.tsx'
import { useChatStatus } from './chat-status.ts'
import { HelpButton } from '#src/features/safety/help/help-button.tsx'
import { Help } from '#src/features/safety/help/help.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { useSession, type Session } from '#src/session/session.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Badge } from '#src/ui/message/badge.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { useQueueStatus, useUnsent } from './queue-status.ts'
import styles from './unsent-badge.module.css'
import type { NavItem } from '#src/ui/nav/nav-item.ts'
import { destination, destinationsFor, type DestinationId } from '#src/session/destinations.ts'
import { useAnyDirtyForm } from '#src/lib/dirty.ts'
import { useConnection } from '#src/lib/online.ts'
import { useStore } from '#src/lib/store.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { update } from './worker.ts'

const Appearance = lazy(async () => ({
  default: (await import('./appearance.tsx')).Appearance,
}))
const LogoutFlow = lazy(async () => ({
  default: (await import('./logout-flow.tsx')).LogoutFlow,
}))
const Prompts = lazy(async () => ({
  default: (await import('#src/features/trackers/prompts/prompts.tsx')).Prompts,
}))

/** What surrounds every screen: navigation by role, notices, toasts and what opens by itself. */
export function Shell() {
  const session = useSession()
  const { unread } = useChatStatus()
  const [appearance, setAppearance] = useState(false)
  const [leaving, setLeaving] = useState<Session>()
  const { items, more } = navItemsOf(
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
        items={items}
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

interface NavActions {
  onAppearance: () => void
  onLogout: () => void
}

/** The navigation of whoever uses the app, as the frame draws it. */
function navItemsOf(session: Session | undefined, actions: NavActions, unreadMessages: number) {
  const { main, more } = destinationsFor(session?.user)
  const logout = session ? [logoutItem(actions)] : []
  return {
    items: main.map((id) => (id === 'chats' ? chatsItem(unreadMessages) : linkItem(id))),
    more: [...more.map(linkItem), appearanceItem(actions), ...logout],
  }
}

function linkItem(id: DestinationId): NavItem {
  const { href, label, short, icon } = destination(id)
  return {
    id,
    label: label(),
    ...(short && { shortLabel: short() }),
    icon,
    render: (props) => <Link to={href} activeOptions={{ exact: href === '/' }} {...props} />,
  }
}

function chatsItem(count: number): NavItem {
  return { ...linkItem('chats'), count, countLabel: m.shell_unread_messages() }
}

function appearanceItem({ onAppearance }: NavActions): NavItem {
  return buttonItem('appearance', m.shell_nav_appearance(), 'moon', onAppearance)
}

function logoutItem({ onLogout }: NavActions): NavItem {
  return buttonItem('logout', m.shell_nav_logout(), 'logout', onLogout)
}

function buttonItem(id: string, label: string, icon: NavItem['icon'], act: () => void): NavItem {
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

/** What concerns every screen at this moment: no network, no server, a login that ran out, a newer version. */
function ShellBanners() {
  const connection = useConnection()
  return (
    <>
      {connection !== 'online' && (
        <Banner tone="offline" announced>
          {connection === 'offline' ? m.shell_offline() : m.shell_unreachable()}
        </Banner>
      )}
      <LoginBanner />
      <UpdateBanner />
    </>
  )
}

function LoginBanner() {
  const { needsAuth, unsent } = useQueueStatus()
  const location = useLocation()
  if (!needsAuth || location.pathname === '/login') return null
  const login = (
    <Link
      className={buttonClass({ look: 'secondary', size: 'small' })}
      to="/login"
      search={{ redirect: location.href, reason: 'expired' }}
    >
      {m.shell_needs_auth_action()}
    </Link>
  )
  return (
    <Banner tone="warn" action={login} announced>
      {unsent > 0 ? m.shell_needs_auth({ count: unsent }) : m.shell_needs_auth_none()}
    </Banner>
  )
}

function UpdateBanner() {
  const state = useStore(update)
  const dirty = useAnyDirtyForm()
  switch (state.status) {
    case 'none':
      return null
    case 'ready':
      return (
        <Banner tone="info" action={!dirty && act(m.shell_update_action(), state.accept)} announced>
          {dirty ? m.shell_update_dirty() : m.shell_update_ready()}
        </Banner>
      )
    case 'elsewhere':
      return (
        <Banner tone="info" action={!dirty && act(m.shell_update_reload(), reload)} announced>
          {m.shell_update_elsewhere()}
        </Banner>
      )
  }
}

function act(label: string, onClick: () => void) {
  return (
    <Button look="secondary" size="small" onClick={onClick}>
      {label}
    </Button>
  )
}

function reload() {
  window.location.reload()
}
