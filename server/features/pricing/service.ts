import type pg from 'pg'
import * as v from 'valibot'
import type { Api } from '#contract/api.ts'
import type { BodyOutput, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { storedText } from '#contract/free-text.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Pricing } from '#contract/pricing/model.ts'
import type { Orm } from '#server/db/orm.ts'
import { lockPeople } from '#server/db/transaction.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { cursorAfter } from '#server/http/routing/page-cursor.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import {
  planChanges,
  type PlanOnSale,
  type PlanRow,
  type PriceList,
  type PricingRepo,
} from './repo.ts'
import { maySeePricing, onlySuperAdmins } from './policy.ts'
import { sellerFor } from './sellers.ts'
import { presentPricing, presentPricedProvider } from './present.ts'

export interface PricingDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: PricingRepo
  readonly now: () => number
  readonly newId: () => string
}

export type PricingService = ReturnType<typeof createPricingService>

export function createPricingService(deps: PricingDeps) {
  const { pool, orm, repo, now, newId } = deps

  /** Throws `not_found` for anybody who is no provider the viewer may see. */
  async function pricingOf(actor: Actor, providerId: string): Promise<Pricing> {
    const seller = await sellerFor(pool, actor.userId, providerId, utcDate(now()))
    authorize(actor, seller, maySeePricing)
    return presentPricing(providerId, await repo.onSale(providerId))
  }

  /** Sets exactly these plans. Throws `not_found` for no provider, `plan_retired` for a plan that is not on sale. */
  async function save(
    actor: Actor,
    { serviceProviderId, currency, pricingPlans }: BodyOutput<Api['savePricing']>,
  ): Promise<Pricing> {
    const today = utcDate(now())
    const { id: providerId } = await sellerFor(pool, actor.userId, serviceProviderId, today)
    const priceList: PriceList = { providerId, setBy: actor.userId }
    const list = authorize(actor, priceList, onlySuperAdmins)
    return orm.transaction(async (tx) => {
      await lockPeople(tx, providerId)
      const onSale = (await repo.onSale(providerId, tx)).map(asOnSale)
      const changes = planChanges(onSale, pricingPlans, currency)
      if (changes === 'unknown_plan') throw new ProblemError('plan_retired')
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
