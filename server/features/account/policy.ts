import { isSuperAdmin } from '#contract/account/model.ts'
import type { User } from '#contract/account/profile.ts'
import type { Relation } from '#contract/connections/api.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor, Session } from '#server/http/session/caller.ts'
import type { ProvenReset } from './recovery/recovery.ts'
import type { Credentials, NewUser, UserRow } from './repo.ts'
import type { TokenHashes } from './sign-in/sessions.ts'

/** A person whom somebody asks for, and what the two are to one another. */
export interface Asked {
  readonly user: UserRow
  readonly relation: Relation
}

/** Who sees what of a person, first line that fits; nobody else learns that the person exists. */
const views: readonly { view: User['view']; fits: (actor: Actor, asked: Asked) => boolean }[] = [
  { view: 'full', fits: (actor, { user }) => actor.userId === user.id },
  {
    view: 'admin',
    fits: (actor, { user }) => actor.superAdmin && user.userType === 'ServiceProvider',
  },
  {
    view: 'client',
    fits: (actor, { user, relation }) =>
      relation === 'connected' && actor.verifiedProvider && isClient(user),
  },
  {
    view: 'card',
    fits: (_actor, { user, relation }) => relation !== 'blocked' && isListedProvider(user),
  },
]

/** The fields of a person that a viewer may see, or undefined for nobody's business. */
export function viewFor(actor: Actor, asked: Asked): User['view'] | undefined {
  return views.find(({ fits }) => fits(actor, asked))?.view
}

/** A suspended account is answered like a wrong password. */
export function mayOpenSession(_actor: undefined, account: Credentials): Verdict {
  return account.suspendedAt === null ? 'allow' : 'wrong_credentials'
}

/** Whoever registers makes a plain account: no role, and nobody to be listed but a care provider. */
export function mayRegister(_actor: undefined, user: NewUser): Verdict {
  const listed = Boolean(user.approvedAt ?? user.verifiedAt) && user.userType !== 'ServiceProvider'
  return user.role === undefined && !listed ? 'allow' : 'forbidden'
}

/** The operator at the server's own command line makes superAdmins; no request ever does. */
export function operatorMayCreate(_operator: undefined, user: NewUser): Verdict {
  return isSuperAdmin(user) ? 'allow' : 'forbidden'
}

/** The operator removes invented people, and after a restore whoever had deleted their account: no phone of theirs can. */
export function operatorMayRemove(
  _operator: undefined,
  _record: { readonly userId: string },
): Verdict {
  return 'allow'
}

/** Care providers alone are reviewed. */
export function mayBeReviewed(_operator: undefined, user: UserRow): Verdict {
  return user.userType === 'ServiceProvider' ? 'allow' : 'not_found'
}

/** Whoever has the code of a request of their own browser may set the password that it is for. */
export function mayRedeem(_actor: undefined, _proven: ProvenReset): Verdict {
  return 'allow'
}

/** A second factor is for those who see or decide about others. */
export function mayHaveSecondFactor(actor: Actor): Verdict {
  return actor.superAdmin || actor.userType === 'ServiceProvider' ? 'allow' : 'forbidden'
}

/** A person ends sessions of their own. */
export function mayEndSession(actor: Actor, session: Session): Verdict {
  return session.actor.userId === actor.userId ? 'allow' : 'not_found'
}

/**
 * Whoever knows the hash of a token had the token, or reads the database: all that it gives is the end of that one
 * session.
 */
export function mayRevoke(_actor: undefined, _hashes: TokenHashes): Verdict {
  return 'allow'
}

/** What belongs to one person is that person's alone; to everybody else it is not there. */
export function isOwn(actor: Actor, record: { readonly userId: string }): Verdict {
  return record.userId === actor.userId ? 'allow' : 'not_found'
}

/** Papers are read by whom they are about and by those who review them. */
export function mayReadPaper(actor: Actor, record: { readonly userId: string }): Verdict {
  return actor.superAdmin ? 'allow' : isOwn(actor, record)
}

/** A score is for the person themself, and for whoever sees them as a client while they share it. */
export function maySeeScore(actor: Actor, asked: Asked): Verdict {
  const view = viewFor(actor, asked)
  const shared = view === 'client' && asked.user.shareScore
  return view === 'full' || shared ? 'allow' : 'not_found'
}

/** An image is seen by whoever sees its person, and by the provider who was asked: it is part of the request. */
export function maySeeImage(actor: Actor, asked: Asked): Verdict {
  const isAsked = asked.relation === 'pending' && actor.verifiedProvider && isClient(asked.user)
  return isAsked || viewFor(actor, asked) ? 'allow' : 'not_found'
}

function isListedProvider(user: UserRow): boolean {
  return (
    user.userType === 'ServiceProvider' && user.verifiedAt !== null && user.suspendedAt === null
  )
}

function isClient(user: UserRow): boolean {
  return user.userType !== 'ServiceProvider' && user.suspendedAt === null
}
