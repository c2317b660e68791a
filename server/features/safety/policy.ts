import type { Actor } from '#server/http/session/caller.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { Acquaintance } from './safety.sql.ts'

/** Members block and report; a provider once their papers were accepted, and a superAdmin has other means. */
export function maySpeakUp(actor: Actor): Verdict {
  const waiting = actor.userType === 'ServiceProvider' && !actor.verifiedProvider
  return actor.superAdmin || waiting ? 'forbidden' : 'allow'
}

/**
 * Whom one may block or report: those one sees, or has had to do with. An end, or a block from the other side, takes
 * nobody's voice.
 */
export function mayName(actor: Actor, other: Acquaintance): Verdict {
  if (other.id === actor.userId) return 'not_found'
  const seen = other.listed && !other.blockedByThem
  return other.met || other.blockedByMe || seen ? 'allow' : 'not_found'
}

/** Reports are handled by superAdmins. */
export function onlySuperAdmins(actor: Actor): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}

/** What belongs to one person is that person's alone. */
export function isOwn(actor: Actor, record: { readonly userId: string }): Verdict {
  return record.userId === actor.userId ? 'allow' : 'not_found'
}
