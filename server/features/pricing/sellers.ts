import { isMinorOn, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { standingOf } from '#server/features/connections/service.ts'
import { ProblemError } from '#server/http/problem-error.ts'

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
  readonly seesMinors: boolean
  readonly viewerBirthDate: LocalDate
}

/** A care provider and how they stand to the viewer; throws `not_found` for an id that is no care provider's. */
export async function sellerFor(
  client: Queryable,
  viewerId: string,
  providerId: string,
): Promise<Seller> {
  const asked = client.query<Omit<Seller, 'blocked'>>({
    name: 'seller_for',
    text: `select seller.id, seller.firstname, seller.lastname, seller.country,
        seller.verified_at is not null and seller.suspended_at is null as listed,
        coalesce(providers.sees_minors and providers.minors_cleared_at is not null, false) as "seesMinors",
        viewer.birth_date::text as "viewerBirthDate"
      from users as seller
      left join providers on providers.user_id = seller.id
      join users as viewer on viewer.id = $1
      where seller.id = $2 and seller.user_type = 'ServiceProvider'`,
    values: [viewerId, providerId],
  })
  const [{ rows }, { relation }] = await Promise.all([
    asked,
    standingOf(client, viewerId, providerId),
  ])
  const [seller] = rows
  if (!seller) throw new ProblemError('not_found')
  return { ...seller, blocked: relation === 'blocked' }
}

/** Decisions: whoever is under 18 on the day deals only with providers who were cleared for them. */
export function requireSeen(seller: Seller, today: LocalDate): void {
  const minor = isMinorOn(seller.viewerBirthDate, today)
  if (minor && !seller.seesMinors) throw new ProblemError('minors_not_seen')
}
