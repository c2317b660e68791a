import { and, asc, eq, gt, inArray, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import type { PlanInput } from '#contract/pricing/api.ts'
import { withVat, type Currency } from '#contract/pricing/money.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { pricingPlans } from '#server/db/schema/payments.ts'
import { providers } from '#server/db/schema/providers.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

export type PlanRow = typeof pricingPlans.$inferSelect

/** Whose plans are set, and by whom. */
export interface PriceList {
  readonly providerId: string
  readonly setBy: string
}

export type PricingRepo = ReturnType<typeof createPricingRepo>

/** Reads and writes of price lists. What takes a `tx` belongs to the transaction of its caller. */
export function createPricingRepo(orm: Orm) {
  return { ...plans(orm), ...sellers(orm) }
}

function plans(orm: Orm) {
  return {
    /** The plans of a provider that are on sale, in the order they are shown. */
    async onSale(providerId: string, tx: Pick<Orm, 'select'> = orm): Promise<PlanRow[]> {
      return tx
        .select()
        .from(pricingPlans)
        .where(and(eq(pricingPlans.providerId, providerId), isNull(pricingPlans.retiredAt)))
        .orderBy(asc(pricingPlans.position), asc(pricingPlans.id))
    },

    /** The same of several providers. */
    async onSaleOf(providerIds: readonly string[]): Promise<PlanRow[]> {
      return orm
        .select()
        .from(pricingPlans)
        .where(
          and(inArray(pricingPlans.providerId, [...providerIds]), isNull(pricingPlans.retiredAt)),
        )
        .orderBy(asc(pricingPlans.position), asc(pricingPlans.id))
    },

    async planById(id: string): Promise<PlanRow | undefined> {
      return (await orm.select().from(pricingPlans).where(eq(pricingPlans.id, id)))[0]
    },

    async change(
      tx: Transaction,
      list: Authorized<PriceList>,
      changes: PlanChanges,
      made: { currency: Currency; at: Date; newId: () => string },
    ): Promise<void> {
      for (const { id, position } of changes.remaining) {
        await tx.update(pricingPlans).set({ position }).where(eq(pricingPlans.id, id))
      }
      if (changes.retired.length > 0) {
        await tx
          .update(pricingPlans)
          .set({ retiredAt: made.at, retiredBy: list.setBy })
          .where(inArray(pricingPlans.id, [...changes.retired]))
      }
      if (changes.added.length === 0) return
      await tx.insert(pricingPlans).values(
        changes.added.map(({ plan, position }) => ({
          id: made.newId(),
          providerId: list.providerId,
          type: plan.type,
          sessions: plan.sessions,
          durationMinutes: plan.duration,
          frequency: plan.frequency,
          currency: made.currency,
          priceMinor: plan.priceMinor,
          finalPriceMinor: withVat(plan.priceMinor),
          position,
          createdBy: list.setBy,
          createdAt: made.at,
        })),
      )
    },
  }
}

function sellers(orm: Orm) {
  return {
    /** Care providers by name, with how many plans they sell; `after` is the name and id of the last one seen. */
    async providers(page: {
      /** Undefined for everybody; no words find nobody. */
      search: readonly string[] | undefined
      limit: number
      after: { name: string; id: string } | undefined
    }) {
      const name = sql`lower(${users.firstname} || ' ' || ${users.lastname})`.mapWith(String)
      const { search, limit, after } = page
      return orm
        .select({
          id: users.id,
          firstname: users.firstname,
          lastname: users.lastname,
          specialization: users.specialization,
          state: users.state,
          country: users.country,
          profileImg: users.profileImg,
          name,
          // Not as text of our own: a query of one table would write `users.id` as `id`, the plan's own.
          plans: orm.$count(
            pricingPlans,
            and(eq(pricingPlans.providerId, users.id), isNull(pricingPlans.retiredAt)),
          ),
        })
        .from(users)
        .innerJoin(providers, eq(providers.userId, users.id))
        .where(
          and(
            eq(users.userType, 'ServiceProvider'),
            isNull(users.suspendedAt),
            ...found(search),
            after && or(gt(name, after.name), and(eq(name, after.name), gt(users.id, after.id))),
          ),
        )
        .orderBy(name, asc(users.id))
        .limit(limit)
    },
  }
}

/** A word holds letters, marks and digits alone, so none of it means anything to `like`. */
function found(words: readonly string[] | undefined): SQL[] {
  if (words?.length === 0) return [sql`false`]
  return (words ?? []).map((word) => like(providers.searchText, `%${word}%`))
}

/** A plan on sale, as far as it can change. */
export interface PlanOnSale extends Omit<PlanInput, '_id'> {
  readonly id: string
  readonly currency: Currency
}

interface PlanChanges {
  /** Plans that stay as they are, with their new places. */
  readonly remaining: readonly { readonly id: string; readonly position: number }[]
  readonly retired: readonly string[]
  readonly added: readonly { readonly plan: PlanInput; readonly position: number }[]
}

/**
 * What has to happen so that exactly the given plans are on sale. What is on sale already in the same words stays, with
 * its id or without: saving twice changes nothing. `unknown_plan` when one names a plan that is not on sale.
 */
export function planChanges(
  onSale: readonly PlanOnSale[],
  given: readonly PlanInput[],
  currency: Currency,
): PlanChanges | 'unknown_plan' {
  const left = new Map(onSale.map((plan) => [plan.id, plan]))
  const remaining: { id: string; position: number }[] = []
  const added: { plan: PlanInput; position: number }[] = []
  const named = given.map(({ _id }) => _id).filter((id) => id !== undefined)
  if (new Set(named).size < named.length || named.some((id) => !left.has(id))) return 'unknown_plan'

  for (const [position, plan] of given.entries()) {
    const same = (other: PlanOnSale) => isSame(other, plan, currency) && mayBe(other, plan, named)
    const match = [...left.values()].find(same)
    if (match) {
      left.delete(match.id)
      remaining.push({ id: match.id, position })
    } else added.push({ plan, position })
  }
  return { remaining, retired: [...left.keys()], added }
}

/** A plan that names another is no copy of this one, and one that is named belongs to who names it. */
function mayBe({ id }: PlanOnSale, { _id }: PlanInput, named: readonly string[]): boolean {
  return _id === undefined ? !named.includes(id) : _id === id
}

function isSame(onSale: PlanOnSale, given: PlanInput, currency: Currency): boolean {
  return (
    onSale.currency === currency &&
    onSale.type === given.type &&
    onSale.priceMinor === given.priceMinor &&
    onSale.sessions === given.sessions &&
    onSale.duration === given.duration &&
    onSale.frequency === given.frequency
  )
}
