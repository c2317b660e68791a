import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { LoginReply } from '#contract/account/credentials.ts'
import { LoginForm } from '../login/login-form.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { destination } from '#src/session/destinations.ts'
import type { LoginReason, LoginSearch } from '#src/session/login-search.ts'
import { logIn } from '#src/session/log-in.ts'
import { Face } from '#src/ui/companion/face.tsx'
import styles from './login-screen.module.css'
import { useSession } from '#src/session/session.ts'

const reasons: Record<LoginReason, () => string> = {
  login: m.account_login_reason_login,
  role: m.account_login_reason_role,
  expired: m.account_login_reason_expired,
}

/** Long enough to read 'Welcome back', in milliseconds. */
const successShownMs = 900

/** The login: says why it is shown, and leads on to where the person wanted to go. */
export function LoginScreen({ redirect, reason }: LoginSearch) {
  const router = useRouter()
  const [done, setDone] = useState(false)

  async function enter(reply: LoginReply) {
    await logIn(reply)
    setDone(true)
    const target = redirect ?? '/dashboard'
    await Promise.all([
      router.preloadRoute({ to: target }).catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, successShownMs)),
    ])
    await router.navigate({ href: target, replace: true })
  }

  return (
    <div className={styles.screen}>
      {!done && <PageHeader title={m.account_login_title()} text={m.account_login_text()} />}
      {!done && reason && <Banner tone="info">{reasons[reason]()}</Banner>}
      {!done && reason === 'role' && <OtherWay />}
      <Card>{done ? <LoginSuccess /> : <LoginForm onLoggedIn={enter} />}</Card>
      {!done && (
        <Link className={buttonClass({ look: 'quiet' })} to={destination('register').href}>
          {m.account_login_register()}
        </Link>
      )}
    </div>
  )
}

/** Somebody logged in asked for a page of another role: their own pages are one tap away. */
function OtherWay() {
  const session = useSession()
  if (!session) return null
  return (
    <div className={styles.other}>
      <span>{m.account_login_as({ name: session.user.firstname })}</span>
      <Link className={buttonClass({ look: 'secondary' })} to="/dashboard">
        {m.shell_go_dashboard()}
      </Link>
    </div>
  )
}

/** Spec 2: what a login that worked shows before it leads on. */
function LoginSuccess() {
  return (
    <output className={styles.success}>
      <span className={styles.emoji} aria-hidden="true">
        <Face emoji="👋" />
      </span>
      <p className={styles.title}>{m.account_login_success()}</p>
      <p>{m.account_login_welcome()}</p>
    </output>
  )
}
