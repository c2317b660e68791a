import type { User } from '#contract/account/model.ts'
import type { Actor, Session } from '#server/http/actor.ts'
import type { Verdict } from '#server/http/authorize.ts'
import type { Credentials, NewUser, UserRow } from './repo.ts'

/** Who sees what of a person, first line that fits; nobody else learns that the person exists. */
const views: readonly { view: User['view']; fits: (actor: Actor, user: UserRow) => boolean }[] = [
  { view: 'full', fits: (actor, user) => actor.userId === user.id },
  { view: 'admin', fits: (actor, user) => actor.superAdmin && user.userType === 'ServiceProvider' },
  { view: 'card', fits: (_actor, user) => isListedProvider(user) },
]

/** The fields of a person that a viewer may see, or undefined for nobody's business. */
export function viewFor(actor: Actor, user: UserRow): User['view'] | undefined {
  return views.find(({ fits }) => fits(actor, user))?.view
}

/** A suspended account is answered like a wrong password. */
export function mayOpenSession(_actor: undefined, account: Credentials): Verdict {
  return account.suspendedAt === null ? 'allow' : 'wrong_credentials'
}

/** Whoever registers makes a plain account: a role and a verification come from us, never from a request. */
export function mayRegister(_actor: undefined, user: NewUser): Verdict {
  return user.role === undefined && user.verifiedAt === undefined ? 'allow' : 'forbidden'
}

/** A person ends sessions of their own. */
export function mayEndSession(actor: Actor, session: Session): Verdict {
  return session.actor.userId === actor.userId ? 'allow' : 'not_found'
}

function isListedProvider(user: UserRow): boolean {
  return (
    user.userType === 'ServiceProvider' && user.verifiedAt !== null && user.suspendedAt === null
  )
}
