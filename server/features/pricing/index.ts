import { asc, eq } from 'drizzle-orm'
import type pg from 'pg'
import * as v from 'valibot'
import type { Api } from '#contract/api.ts'
import type { BodyOutput, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { storedText } from '#contract/free-text.ts'
import { utcDate, type LocalDate } from '#contract/local-date.ts'
import type { pricingApi, PricedProvider, Pricing, Plan } from '#contract/pricing/api.ts'
import { majorOf } from '#contract/pricing/money.ts'
import { type Orm, lockPeople, type Queryable } from '#server/db/orm.ts'
import { pricingPlans } from '#server/db/schema/payments.ts'
import { defineFeature } from '#server/feature.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import { cursorAfter } from '#server/http/routing/page-cursor.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { type Authorized, authorize, type Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { sellerById } from './pricing.sql.ts'
import {
  createPricingRepo,
  planChanges,
  type PlanOnSale,
  type PlanRow,
  type PriceList,
  type PricingRepo,
} from './repo.ts'

export { createPricingRepo, type PlanRow, type PricingRepo } from './repo.ts'

export const pricing = defineFeature({
  routes: (deps) => {
    const { pool, orm } = deps.database
    return pricingRoutes(createPricingService({ ...deps, pool, orm, repo: createPricingRepo(orm) }))
  },
  exportData: ({ database }) => ({ pricing: pricingExport(database.orm) }),
})

/** Everything a provider ever sold, oldest first. */
function pricingExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        type: pricingPlans.type,
        sessions: pricingPlans.sessions,
        durationMinutes: pricingPlans.durationMinutes,
        frequency: pricingPlans.frequency,
        currency: pricingPlans.currency,
        priceMinor: pricingPlans.priceMinor,
        finalPriceMinor: pricingPlans.finalPriceMinor,
        createdAt: pricingPlans.createdAt,
        retiredAt: pricingPlans.retiredAt,
      })
      .from(pricingPlans)
      .where(eq(pricingPlans.providerId, userId))
      .orderBy(asc(pricingPlans.createdAt), asc(pricingPlans.position))
}

function pricingRoutes(pricing: PricingService): Routes<typeof pricingApi> {
  return {
    listPricedProviders: {
      policy: onlySuperAdmins,
      handle: ({ query }) => pricing.listProviders(query),
    },
    getPricing: {
      policy: anyMember,
      handle: ({ params, session }) => pricing.pricingOf(session.actor, params.providerId),
    },
    savePricing: {
      policy: onlySuperAdmins,
      handle: ({ body, session }) => pricing.save(session.actor, body),
    },
  }
}

interface PricingDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: PricingRepo
  readonly now: () => number
  readonly newId: () => string
}

type PricingService = ReturnType<typeof createPricingService>

function createPricingService(deps: PricingDeps) {
  const { pool, orm, repo, now, newId } = deps

  /** Throws `not_found` for anybody who is no provider the viewer may see. */
  async function pricingOf(actor: Actor, providerId: string): Promise<Pricing> {
    const seller = await sellerFor(pool, actor.userId, providerId, utcDate(now()))
    authorize(actor, seller, maySeePricing)
    return presentPricing(providerId, await repo.onSale(providerId))
  }

  /**
   * Sets exactly these plans. Throws `not_found` for no provider, `plan_retired` for a plan that is not on sale and where
   * one would be retired that whoever saves has not seen.
   */
  async function save(
    actor: Actor,
    { serviceProviderId, currency, pricingPlans, seenPlans }: BodyOutput<Api['savePricing']>,
  ): Promise<Pricing> {
    const today = utcDate(now())
    const { id: providerId } = await sellerFor(pool, actor.userId, serviceProviderId, today)
    const priceList: PriceList = { providerId, setBy: actor.userId }
    const list = authorize(actor, priceList, onlySuperAdmins)
    return orm.transaction(async (tx) => {
      await lockPeople(tx, providerId)
      const onSale = (await repo.onSale(providerId, tx)).map(asOnSale)
      const changes = planChanges(onSale, pricingPlans, currency)
      const isUnseen = (id: string) => seenPlans !== undefined && !seenPlans.includes(id)
      if (changes === 'unknown_plan' || changes.retired.some(isUnseen))
        throw new ProblemError('plan_retired')
      await repo.change(tx, list, changes, { currency, at: new Date(now()), newId })
      return presentPricing(providerId, await repo.onSale(providerId, tx))
    })
  }

  async function listProviders({
    search,
    limit,
    after,
  }: QueryOf<Api['listPricedProviders']>): Promise<ReplyOf<Api['listPricedProviders']>> {
    const rows = await repo.providers({ search, limit: limit + 1, after: cursorOf(after) })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    const next = last ? cursorAfter(last.name, last.id) : null
    return { providers: page.map(presentPricedProvider), next }
  }

  return { pricingOf, save, listProviders }
}

const cursorSchema = v.pipe(
  v.string(),
  v.transform((after) => Buffer.from(after, 'base64url').toString('utf8')),
  v.parseJson(),
  v.strictTuple([storedText(), v.pipe(v.string(), v.uuid())]),
  v.transform(([name, id]) => ({ name, id })),
)

/** What is no place of ours begins anew. */
function cursorOf(after: string | undefined) {
  const parsed = v.safeParse(cursorSchema, after)
  return parsed.success ? parsed.output : undefined
}

function asOnSale(row: PlanRow): PlanOnSale {
  const { id, currency, type, sessions, frequency, priceMinor, durationMinutes } = row
  return { id, currency, type, sessions, frequency, priceMinor, duration: durationMinutes }
}

function presentPricing(serviceProviderId: string, plans: readonly PlanRow[]): Pricing {
  return {
    serviceProviderId,
    currency: plans[0]?.currency ?? null,
    pricingPlans: plans.map(presentPlan),
  }
}

function presentPricedProvider(
  row: Awaited<ReturnType<PricingRepo['providers']>>[number],
): PricedProvider {
  return {
    _id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    specialization: row.specialization,
    state: row.state,
    country: row.country,
    profileImg: row.profileImg,
    plans: row.plans,
  }
}

function presentPlan(plan: PlanRow): Plan {
  return {
    _id: plan.id,
    type: plan.type,
    sessions: plan.sessions,
    duration: plan.durationMinutes,
    frequency: plan.frequency,
    price: majorOf(plan.priceMinor),
    finalPrice: majorOf(plan.finalPriceMinor),
    priceMinor: plan.priceMinor,
    finalPriceMinor: plan.finalPriceMinor,
  }
}

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
 * care provider's, and for everybody whose own account is closed.
 */
export async function sellerFor(
  client: Queryable,
  viewerId: string,
  providerId: string,
  today: LocalDate,
): Promise<Seller> {
  const seller = await sellerById.first(client, [providerId, viewerId])
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
function onlySuperAdmins(actor: Actor): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}

/** A listed provider's prices are for every member; those of others for themselves and whoever sets them. */
function maySeePricing(actor: Actor, seller: Seller): Verdict {
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
