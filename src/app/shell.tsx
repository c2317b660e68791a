import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { HelpButton, Help } from '#src/features/safety/help/help.tsx'
import { missingLanguage, speakAgain } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useAnyDirtyForm } from '#src/lib/dirty.ts'
import { useConnection } from '#src/lib/online.ts'
import { useStore } from '#src/lib/store.ts'
import {
  destination,
  destinationsFor,
  placeOf,
  type DestinationId,
} from '#src/session/destinations.ts'
import { useSession, type Session } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { Badge } from '#src/ui/message/badge.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { ToastRegion } from '#src/ui/message/toast.tsx'
import { AppFrame, type NavItem } from '#src/ui/nav/app-frame.tsx'
import { Logo } from '#src/ui/nav/logo.tsx'
import { PartBoundary } from '#src/ui/state/state-message.tsx'
import { useChatStatus, useQueueStatus, useUnsent } from './queue-status.ts'
import { firstPageStands } from './session-effects.ts'
import { update } from './worker.ts'
import styles from './unsent-badge.module.css'

const Appearance = lazy(async () => ({
  default: (await import('./appearance.tsx')).Appearance,
}))
const CheckIn = lazy(async () => ({
  default: (await import('#src/features/trackers/check-in-sheet.tsx')).CheckInSheet,
}))
const LogoutFlow = lazy(async () => ({
  default: (await import('./logout-flow.tsx')).LogoutFlow,
}))
const Beginning = lazy(async () => {
  // It asks about what is over the page, never before the page itself.
  await firstPageStands()
  return { default: (await import('#src/features/welcome/beginning.tsx')).Beginning }
})

/** What surrounds every screen: navigation by role, notices, toasts and what opens by itself. */
export function Shell() {
  const session = useSession()
  const { unread } = useChatStatus()
  const [appearance, setAppearance] = useState(false)
  const [leaving, setLeaving] = useState<Session>()
  const [checkIn, setCheckIn] = useState<string>()
  const closeCheckIn = useCallback(() => setCheckIn(undefined), [])
  const { pathname, searchStr } = useLocation()
  const userId = session?.user._id
  const here = userId + pathname
  // A sheet ends with its page and with the session of its person: whoever comes after them has not opened it.
  if (checkIn && checkIn !== here) closeCheckIn()
  const nav = navItemsOf(
    session,
    {
      onAppearance: () => setAppearance(true),
      onCheckIn: () => setCheckIn(here),
      onLogout: () => setLeaving(session),
    },
    { address: pathname + searchStr, unread },
  )
  return (
    <>
      <AppFrame
        brand={
          <Link to="/">
            <Logo />
          </Link>
        }
        {...nav}
        here={pathname}
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
          {checkIn && userId && <CheckIn userId={userId} onClose={closeCheckIn} />}
          {leaving && <LogoutFlow session={leaving} onClose={() => setLeaving(undefined)} />}
        </Suspense>
        {/* Of its own: it waits for the page, and what a tap opens must not wait with it. */}
        <Suspense>
          {session?.user.userT === 'Adolescent' && (
            <Beginning key={session.user._id} session={session} />
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
  onCheckIn: () => void
  onLogout: () => void
}

/** The navigation of whoever uses the app, as the frame draws it. */
function navItemsOf(
  session: Session | undefined,
  actions: NavActions,
  { address, unread }: { address: string; unread: number },
) {
  const menu = destinationsFor(session?.user)
  const place = placeOf(address, menu)
  const items = (ids: readonly DestinationId[]) =>
    ids.map((id) => ({
      ...linkItem(id, id === place),
      ...(id === 'chats' && {
        count: unread,
        countLabel: m.chat_unread({ count: unread }),
      }),
    }))
  const checkIn = menu.more.includes('trackers') ? [checkInItem(actions)] : []
  const bar = items(menu.bar)
  return {
    bar: [...bar.slice(0, 2), ...checkIn, ...bar.slice(2)],
    items: [...checkIn, ...items(menu.main)],
    more: [...items(menu.more), appearanceItem(actions), ...(session ? [logoutItem(actions)] : [])],
  }
}

function linkItem(id: DestinationId, current: boolean): NavItem {
  const { href, search, label, short, icon } = destination(id)
  return {
    id,
    label: label(),
    ...(short && { shortLabel: short() }),
    icon,
    current,
    // The router's own mark knows addresses and not places: it counts where both agree.
    render: (props) => (
      <Link
        to={href}
        {...(search && { search })}
        activeOptions={exactly}
        aria-current={current ? 'page' : undefined}
        {...props}
      />
    ),
  }
}

const exactly = { exact: true }

function checkInItem({ onCheckIn }: NavActions): NavItem {
  return { ...buttonItem('checkIn', m.shell_nav_check_in(), 'smile', onCheckIn), round: true }
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
  const session = useSession()
  const connection = useConnection()
  return (
    <>
      {connection !== 'online' && (
        <Banner tone="offline">
          {/* Nothing of a visitor waits to be sent, and whether the server answers is followed for members alone. */}
          {connection === 'unreachable'
            ? m.shell_unreachable()
            : (session ? m.shell_offline : m.ui_offline_title)()}
        </Banner>
      )}
      <LanguageBanner />
      <LoginBanner />
      <UpdateBanner />
    </>
  )
}

/** The words of a language did not load: another one is shown until they do. */
function LanguageBanner() {
  const missing = useStore(missingLanguage)
  if (!missing) return null
  return (
    <Banner tone="warn" action={act(m.ui_retry(), speakAgain)}>
      {m.shell_language_missing({ language: missing })}
    </Banner>
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
    <Banner tone="warn" action={login}>
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
        <Banner tone="info" action={!dirty && act(m.shell_update_action(), state.accept)}>
          {dirty ? m.shell_update_dirty() : m.shell_update_ready()}
        </Banner>
      )
    case 'required':
      return (
        <Banner
          tone="warn"
          action={!dirty && act(m.shell_update_action(), state.accept, state.busy)}
        >
          {dirty ? m.shell_update_required_dirty() : m.shell_update_required()}
        </Banner>
      )
    case 'elsewhere':
      return (
        <Banner tone="info" action={!dirty && act(m.shell_update_reload(), reload)}>
          {m.shell_update_elsewhere()}
        </Banner>
      )
  }
}

function act(label: string, onClick: () => void, busy = false) {
  return (
    <Button look="secondary" size="small" busy={busy} onClick={onClick}>
      {label}
    </Button>
  )
}

function reload() {
  window.location.reload()
}
