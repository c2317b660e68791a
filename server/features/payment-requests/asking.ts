import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { BodyOutput, ReplyOf } from '#contract/endpoint.ts'
import { utcDate, dayMs } from '#contract/local-date.ts'
import {
  openRequestsMax,
  requestDays,
  type PaymentRequest,
  type Payable,
} from '#contract/payment-requests/api.ts'
import { type Orm, lockPeople } from '#server/db/orm.ts'
import type { HeldSlots } from '#server/features/booking/index.ts'
import {
  mayDealWith,
  requireSeen,
  sellerFor,
  type PlanRow,
  type PricingRepo,
} from '#server/features/pricing/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Verdict } from '#server/http/session/authorize.ts'
import { type Actor, newToken } from '#server/http/session/caller.ts'
import type { CheckoutPort } from '#server/ports/checkout/port.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { isOpen, type RequestsRepo, type ShownRequest, type RequestRow } from './repo.ts'
import { closeAs } from './work.ts'

interface AskingDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: RequestsRepo
  readonly plans: PricingRepo
  readonly heldSlots: HeldSlots
  readonly jobs: Pick<Jobs, 'add'>
  readonly checkout: CheckoutPort | undefined
  readonly asks: Limiter
  readonly now: () => number
  readonly newId: () => string
}

/** Links that a person makes in a day. */
export const asksPerDayMax = 20

/** What people do with their own links, over `deps`. Each call throws what the contract says of it. */
export function createAsking(deps: AskingDeps) {
  return {
    ask: (actor: Actor, given: BodyOutput<Api['askToPay']>) => ask(deps, actor, given),

    async list(actor: Actor): Promise<ReplyOf<Api['listPaymentRequests']>> {
      const shown = await deps.repo.listOf(actor.userId)
      return { requests: shown.map((each) => presentRequest(each, deps.now())) }
    },

    withdraw: (actor: Actor, id: string) => withdraw(deps, actor, id),
  }
}

async function ask(
  deps: AskingDeps,
  actor: Actor,
  given: BodyOutput<Api['askToPay']>,
): Promise<ReplyOf<Api['askToPay']>> {
  const { repo, orm, now, newId } = deps
  const plan = await planFor(deps, actor, given.planId)
  if (!deps.checkout) throw new ProblemError('not_configured')
  await deps.asks.take(actor.userId)
  const slot = await slotFor(deps, { plan, clientId: actor.userId }, given.slot)
  const { token, tokenHash } = newToken()
  const id = newId()
  const createdAt = new Date(now())
  await orm.transaction(async (tx) => {
    await lockPeople(tx, actor.userId)
    const open = await repo.countOpen(tx, actor.userId, createdAt)
    if (open >= openRequestsMax) throw new ProblemError('wrong_state')
    const request = {
      id,
      userId: actor.userId,
      planId: plan.id,
      tokenHash,
      status: 'open',
      showsProvider: given.showsProvider,
      showsSpecialty: given.showsSpecialty,
      ...slot,
      createdAt,
      expiresAt: new Date(now() + requestDays * dayMs),
    } as const
    await repo.insert(tx, authorize(actor, request, isAsker))
  })
  return { request: await own(deps, actor, id), token }
}

/** A plan on sale that the actor could buy themself. */
async function planFor(deps: AskingDeps, actor: Actor, planId: string): Promise<PlanRow> {
  const plan = await deps.plans.planById(planId)
  if (!plan) throw new ProblemError('not_found')
  const seller = await sellerFor(deps.pool, actor.userId, plan.providerId, utcDate(deps.now()))
  authorize(actor, seller, mayDealWith)
  requireSeen(seller)
  if (plan.retiredAt !== null) throw new ProblemError('plan_retired')
  return plan
}

/** The time that was chosen: one that could be booked now, as long as the sessions of the plan. */
async function slotFor(
  { heldSlots }: AskingDeps,
  { plan, clientId }: { readonly plan: PlanRow; readonly clientId: string },
  slot: BodyOutput<Api['askToPay']>['slot'],
) {
  if (!slot) return {}
  const times = { fromMs: Date.parse(slot.startTime), toMs: Date.parse(slot.endTime) }
  if (times.toMs - times.fromMs !== plan.durationMinutes * 60_000) {
    throw new ProblemError('slot_unavailable')
  }
  await heldSlots.check({ providerId: plan.providerId, clientId }, times)
  return { slotStartsAt: new Date(times.fromMs), slotEndsAt: new Date(times.toMs) }
}

/** Nobody can pay from now on; what was paid at the same moment is given back. */
async function withdraw(deps: AskingDeps, actor: Actor, id: string): Promise<PaymentRequest> {
  const { orm, repo, now } = deps
  await orm.transaction(async (tx) => {
    const request = authorize(actor, found(await repo.lock(tx, id)), isAsker)
    if (!isOpen(request, now())) throw new ProblemError('wrong_state')
    await closeAs(deps, tx, { id, status: 'withdrawn' })
  })
  return own(deps, actor, id)
}

async function own(deps: AskingDeps, actor: Actor, id: string): Promise<PaymentRequest> {
  const shown: ShownRequest = found(await deps.repo.byId(id))
  authorize(actor, shown.request, isAsker)
  return presentRequest(shown, deps.now())
}

/** A link is for whoever made it to take back; to every other member it is not there. */
function isAsker(actor: Actor, request: { readonly userId: string }): Verdict {
  return request.userId === actor.userId ? 'allow' : 'not_found'
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}

function presentRequest({ request, plan, provider }: ShownRequest, nowMs: number): PaymentRequest {
  const { status, expiresAt } = request
  return {
    _id: request.id,
    status: status === 'open' ? statusOfOpen(plan, expiresAt, nowMs) : status,
    serviceProviderId: provider.id,
    provider: { firstname: provider.firstname, lastname: provider.lastname },
    ...planFacts(plan),
    showsProvider: request.showsProvider,
    showsSpecialty: request.showsSpecialty,
    slot: slotOf(request),
    createdAt: request.createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

/** Of a link that nobody has opened or paid since, time and price say what became of it. */
function statusOfOpen(
  { retiredAt }: ShownRequest['plan'],
  expiresAt: Date,
  nowMs: number,
): PaymentRequest['status'] {
  if (expiresAt.getTime() <= nowMs) return 'expired'
  return retiredAt === null ? 'open' : 'changed'
}

/** What whoever has the link sees: nothing of the provider that was not ticked, and never the words of the plan. */
export function presentPayable(
  { request, plan, provider }: ShownRequest,
  asker: { readonly firstname: string; readonly lastname: string },
  changeNoticeHours: number,
): Payable {
  return {
    asker: { firstname: asker.firstname, initial: initialOf(asker.lastname) },
    ...planFacts(plan),
    priceMinor: plan.priceMinor,
    provider: request.showsProvider
      ? { firstname: provider.firstname, lastname: provider.lastname }
      : null,
    specialty: request.showsSpecialty ? provider.specialization : null,
    changeNoticeHours,
    expiresAt: request.expiresAt.toISOString(),
  }
}

function planFacts(plan: ShownRequest['plan']) {
  return {
    type: plan.type,
    sessions: plan.sessions,
    duration: plan.durationMinutes,
    currency: plan.currency,
    finalPriceMinor: plan.finalPriceMinor,
  }
}

function slotOf(request: RequestRow): PaymentRequest['slot'] {
  const { slotStartsAt: start, slotEndsAt: end, slotOutcome } = request
  if (start === null || end === null) return null
  return { start: start.toISOString(), end: end.toISOString(), status: slotOutcome ?? 'wished' }
}

/** The first letter as people see it, with its marks. */
function initialOf(lastname: string): string {
  const [first] = new Intl.Segmenter().segment(lastname)
  return (first?.segment ?? '').toUpperCase()
}
