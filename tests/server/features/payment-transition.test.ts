import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isPaid,
  transitionOf,
  unwanted,
  type PaymentState,
} from '#server/features/payments/transition.ts'
import type { PaymentEvent } from '#server/ports/checkout/port.ts'

interface Books extends PaymentState {
  readonly credits: number
}

const begun: Books = {
  status: 'pending',
  amountMinor: 11_400,
  refundedMinor: 0,
  currency: 'USD',
  checkoutId: 'cs_1',
  chargeId: null,
  paidAt: null,
  disputeId: null,
  reviewReason: null,
  credits: 0,
}
const named = { eventId: 'e', paymentId: 'p', checkoutId: 'cs_1' }
const refund = (refundedMinor: number, currency = 'usd'): PaymentEvent => ({
  ...named,
  kind: 'refunded',
  refundedMinor,
  currency,
  all: refundedMinor >= 11_400,
})
const said: readonly PaymentEvent[] = [
  { ...named, kind: 'paid', chargeId: 'pi_1', amountMinor: 11_400, currency: 'usd' },
  { ...named, kind: 'processing' },
  { ...named, kind: 'failed' },
  { ...named, kind: 'expired' },
  refund(500),
  refund(11_400),
  refund(99_999),
]

const common = { chargeId: 'pi_1', currency: 'usd' } as const
const bank = { eventId: 'e', chargeId: 'pi_1', disputeId: 'dp_1' }
const disputed: PaymentEvent = { ...bank, kind: 'disputed' }
const won: PaymentEvent = { ...bank, kind: 'dispute_won' }
const lost: PaymentEvent & { kind: 'dispute_lost' } = {
  ...bank,
  kind: 'dispute_lost',
  lostMinor: 11_400,
  currency: 'usd',
}

/** What the books say after an event, with four sessions bought. */
function after(books: Books, event: PaymentEvent): Books {
  const transition = transitionOf(books, event)
  if (transition.outcome === 'mismatch') {
    return books.paidAt === null ? { ...books, status: 'review' } : books
  }
  if (transition.outcome !== 'applied') return books
  const { status, refundedMinor, credits, paid, disputeId } = transition
  const granted = credits === 'grant' || credits === 'grant_and_take_back' ? 4 : 0
  const back = credits === 'take_back' || credits === 'grant_and_take_back'
  return {
    ...books,
    status,
    refundedMinor,
    disputeId: disputeId ?? books.disputeId,
    chargeId: paid?.chargeId ?? books.chargeId,
    paidAt: paid ? new Date(0) : books.paidAt,
    credits: back ? 0 : books.credits + granted,
  }
}

test('the same things said in any order, however often, end the same', () => {
  fc.assert(
    fc.property(
      fc.subarray([...said], { minLength: 1 }),
      fc.infiniteStream(fc.nat()),
      (events, chance) => {
        const shuffled = events
          .flatMap((event) => [event, event])
          .map((event) => ({ event, at: chance.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ event }) => event)
        const end = shuffled.reduce(after, begun)
        expect(end).toEqual([...events, ...events].reduce(after, begun))
        const paid = events.some(({ kind }) => kind === 'paid')
        const gone = events.some((each) => each.kind === 'refunded' && each.refundedMinor > 500)
        expect(end.credits).toBe(paid && !gone ? 4 : 0)
      },
    ),
  )
})

test('what was paid and is not wanted grants nothing, and is over once it went back, in any order', () => {
  for (const order of permutations([said[0]!, refund(500), refund(11_400)])) {
    const end = [...order, ...order].reduce((books, event) => {
      const transition = transitionOf(books, event)
      if (!isPaid(transition)) return after(books, event)
      const turned = unwanted(transition)
      if (turned.outcome !== 'applied') throw new Error('It changes something')
      expect([turned.credits, turned.paid]).toEqual(['none', undefined])
      return { ...books, status: turned.status, chargeId: turned.unwanted?.chargeId ?? null }
    }, begun)
    expect([end.status, end.paidAt, end.credits]).toEqual(['refunded', null, 0])
  }
})

test.each([
  ['another amount', { amountMinor: 5_000 }, { refundedMinor: 5_000 }, 5_000],
  ['another currency', { currency: 'egp' }, { currency: 'egp', refundedMinor: 11_400 }, 0],
  ['more than was asked for', { amountMinor: 20_000 }, { refundedMinor: 20_000 }, 11_400],
] as const)(
  'what was paid in %s is over once all of it went back, in any order',
  (_, came, went, refundedMinor) => {
    const paid: PaymentEvent = { ...named, kind: 'paid', ...common, amountMinor: 11_400, ...came }
    const all: PaymentEvent = { ...named, kind: 'refunded', ...common, all: true, ...went }
    for (const order of permutations([paid, all])) {
      const end = [...order, ...order].reduce(after, begun)
      expect([end.status, end.refundedMinor, end.credits]).toEqual(['refunded', refundedMinor, 0])
    }
    expect(after(after(begun, paid), { ...all, all: false }).status).toBe('review')
  },
)

test.each([
  ['open', [disputed], 'disputed', 4],
  ['won', [disputed, won], 'paid', 4],
  ['lost', [disputed, lost], 'refunded', 0],
  ['open beside a part that went back', [disputed, refund(500)], 'disputed', 4],
  ['lost beside a part that went back', [disputed, lost, refund(500)], 'refunded', 0],
  ['won beside all that went back', [disputed, won, refund(11_400)], 'refunded', 0],
] as const)('a dispute that is %s ends so in any order', (_, events, status, credits) => {
  const paid = after(begun, said[0]!)
  for (const order of permutations(events)) {
    const end = [...order, ...order].reduce(after, paid)
    expect([end.status, end.credits]).toEqual([status, credits])
  }
})

test.each([
  ['open', [disputed], 'review'],
  ['won', [disputed, won], 'review'],
  ['lost', [disputed, lost], 'refunded'],
  ['lost beside a part that went back', [disputed, lost, refund(500)], 'refunded'],
  ['won beside all that went back', [disputed, won, refund(11_400)], 'refunded'],
] as const)('a dispute of unwanted money that is %s ends so in any order', (_, events, status) => {
  const came: Books = { ...begun, status: 'review', chargeId: 'pi_1' }
  for (const order of permutations(events)) {
    const end = [...order, ...order].reduce(after, came)
    expect([end.status, end.paidAt, end.credits]).toEqual([status, null, 0])
  }
  const elsewhere = transitionOf(came, { ...lost, currency: 'eur' })
  expect(elsewhere.outcome).toBe('mismatch')
})

test.each([
  ['its provider is closed out', 0],
  ['its client is closed out', 0],
  ['its provider is gone', 3],
  [null, 3],
])('a part that goes back where %s leaves %i sessions', (reviewReason, credits) => {
  const had: Books = { ...after(begun, said[0]!), credits: 3, reviewReason }
  const end = [refund(8_550), refund(8_550), refund(500)].reduce(after, had)
  expect([end.status, end.refundedMinor, end.credits]).toEqual(['paid', 8_550, credits])
})

test('a charge may be disputed again', () => {
  const again: PaymentEvent = { ...disputed, disputeId: 'dp_2' }
  const paid = after(begun, said[0]!)
  expect([disputed, won, again, disputed].reduce(after, paid).status).toBe('disputed')
})

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((first, at) =>
    permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  )
}

test.each([
  [refund(100, 'eur'), 'refunded in eur'],
  [
    { ...named, kind: 'paid', chargeId: null, amountMinor: 11_399, currency: 'usd' },
    'paid 11399 minor units',
  ],
] as const)('%j is for an operator', (event, reason) => {
  expect(transitionOf(begun, event)).toEqual({ outcome: 'mismatch', reason })
})
