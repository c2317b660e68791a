import type { LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/orm.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { sellerById } from './pricing.sql.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Verdict } from '#server/http/session/authorize.ts'

/** A care provider as somebody who might deal with them meets them. */
interface Seller {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly country: string
  /** Reviewed and not suspended. */
  readonly listed: boolean
  /** One of the two has blocked the other. */
  readonly blocked: boolean
  /** The viewer is under 18, and the provider does not see people under 18 at the moment. */
  readonly unavailable: boolean
}

/**
 * A care provider and how they stand to the viewer on the server's day `today`; throws `not_found` for an id that is no
 * care provider's.
 */
export async function sellerFor(
  client: Queryable,
  viewerId: string,
  providerId: string,
  today: LocalDate,
): Promise<Seller> {
  const seller = await sellerById.first(client, [providerId])
  if (!seller) throw new ProblemError('not_found')
  const { relation, listed } = await pairStatus(client, viewerId, seller.id, today)
  const blocked = relation === 'blocked'
  return { ...seller, listed, blocked, unavailable: relation === 'unavailable' }
}

/** Decisions: whoever is under 18 on the day deals only with providers who were cleared for them. */
export function requireSeen({ unavailable }: Seller): void {
  if (unavailable) throw new ProblemError('minors_not_seen')
}

/** Spec 6: a superAdmin manages pricing. */
export function onlySuperAdmins(actor: Actor): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}

/** A listed provider's prices are for every member; those of others for themselves and whoever sets them. */
export function maySeePricing(actor: Actor, seller: Seller): Verdict {
  const insider = actor.superAdmin || actor.userId === seller.id
  return insider || (seller.listed && !seller.blocked) ? 'allow' : 'not_found'
}

/** Spec 6: neither care providers nor those who set the prices buy or book. */
export function onlyClients(actor: Actor): Verdict {
  return actor.userType === 'ServiceProvider' || actor.superAdmin ? 'forbidden' : 'allow'
}

/** A client deals with listed providers who have nothing against them; the others are not there. */
export function mayDealWith(actor: Actor, seller: Seller): Verdict {
  return seller.listed && !seller.blocked ? onlyClients(actor) : 'not_found'
}
