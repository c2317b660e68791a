import type { Actor } from '#server/http/session/actor.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { Seller } from './sellers.ts'

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
