import type { Payable, PaymentRequest } from '#contract/payment-requests/api.ts'
import type { RequestRow, ShownRequest } from './repo.ts'

export function presentRequest(
  { request, plan, provider }: ShownRequest,
  nowMs: number,
): PaymentRequest {
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
