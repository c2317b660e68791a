import type { LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { sellerById } from './pricing.sql.ts'

/** A care provider as somebody who might deal with them meets them. */
export interface Seller {
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
