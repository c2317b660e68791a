import { Link, useLocation } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { useAnyDirtyForm } from '#src/lib/dirty.ts'
import { useConnection } from '#src/lib/online.ts'
import { useStore } from '#src/lib/store.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { useQueueStatus } from './queue-status.ts'
import { update } from './worker.ts'

/** What concerns every screen at this moment: no network, no server, a login that ran out, a newer version. */
export function ShellBanners() {
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
