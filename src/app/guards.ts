import { redirect } from '@tanstack/react-router'
import { isSuperAdmin, type UserType } from '#contract/account/model.ts'
import { currentSession, type Session } from '#src/session/session.ts'

/** What a route passes on when it is opened. */
export interface GuardArgs {
  readonly location: { readonly href: string }
}

/** Where a route may be opened: by anybody logged in, or only by those a rule names. */
export type Access = (user: Session['user']) => boolean

/** Lets anybody logged in pass and returns their session; everybody else goes to the login. */
export function requireLogin({ location }: GuardArgs): { session: Session } {
  return { session: admit(location.href, () => true) }
}

/** A guard for these user types alone: a superAdmin has a type and is none of them. */
export function requireUserType(...types: readonly UserType[]) {
  return ({ location }: GuardArgs) => ({
    session: admit(location.href, (user) => types.includes(user.userT) && !isSuperAdmin(user)),
  })
}

/** A guard for a superAdmin alone. */
export function requireSuperAdmin({ location }: GuardArgs): { session: Session } {
  return { session: admit(location.href, isSuperAdmin) }
}

/** Where the installed app opens: the manifest's `start_url`, which in the neutral look has a query too. */
const startPath = '/dashboard'

function admit(href: string, access: Access): Session {
  const session = currentSession()
  // Who opens the app without a login has asked for no page yet, and sees the first one.
  if (!session && href.split('?', 1)[0] === startPath) throw redirect({ to: '/' })
  const verdict = judge(session, access)
  if (session && verdict === 'enter') return session
  throw redirect({
    to: '/login',
    search: { redirect: href, reason: verdict === 'enter' ? 'login' : verdict },
  })
}

/** Whether a session may enter, and if not, why. */
export function judge(session: Session | undefined, access: Access): 'enter' | 'login' | 'role' {
  if (!session) return 'login'
  return access(session.user) ? 'enter' : 'role'
}
