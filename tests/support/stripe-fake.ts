import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import type { StripeKeys } from '#server/ports/checkout/stripe.ts'

interface FakeSession {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly metadata: { paymentId: string }
  readonly params: URLSearchParams
}

export interface StripeEventFake {
  readonly id: string
  readonly type: string
  readonly created: number
  readonly data: { readonly object: object }
}

export interface StripeFake {
  readonly keys: StripeKeys
  readonly sessions: ReadonlyMap<string, FakeSession>
  /** Sessions that nobody can pay in any more. */
  readonly over: ReadonlySet<string>
  /** Every request that came: its path and its Idempotency-Key. */
  readonly seen: readonly { readonly path: string; readonly key: string | undefined }[]
  /** The next so many requests are answered with 500. */
  failNext(count: number): void
  /** How refunds stand when they are asked for from now on. */
  refundStatus(status: 'succeeded' | 'failed'): void
  /** What Stripe says of a refund that its payer's bank did not take. */
  refundFailed(sessionId: string, type?: 'refund.failed' | 'charge.refund.updated'): StripeEventFake
  /** What Stripe says after somebody paid; `given` overrides fields of the session. */
  paid(
    sessionId: string,
    given?: object,
    type?: 'completed' | 'async_payment_succeeded',
  ): StripeEventFake
  ended(sessionId: string, type: 'expired' | 'async_payment_failed'): StripeEventFake
  /** Everything that went back so far. */
  refunded(sessionId: string, amountRefunded: number, given?: object): StripeEventFake
  /** What the bank of a card wants, of a session that was paid. */
  disputed(
    sessionId: string,
    type: 'created' | 'funds_withdrawn' | 'closed',
    status: string,
    given?: object,
  ): StripeEventFake
  close(): Promise<void>
}

const webhookSecret = 'whsec_of_the_tests'
/** Stripe opens no checkout for less than half an hour. */
const shortestMs = 30 * 60_000
const signer = new Stripe('sk_test_signer')

/** As much of Stripe's HTTP API as we speak, on a free port, with its idempotency and its list of events. */
export async function startStripeFake(now: () => number): Promise<StripeFake> {
  const sessions = new Map<string, FakeSession>()
  const answers = new Map<string, string>()
  /** Sessions that were paid or ended. */
  const over = new Set<string>()
  const events: StripeEventFake[] = []
  const seen: { path: string; key: string | undefined }[] = []
  let failures = 0
  let refundStatus = 'succeeded'
  let count = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://stripe')
    const key = request.headers['idempotency-key']?.toString()
    const body = new URLSearchParams(await text(request))
    seen.push({ path: `${request.method} ${url.pathname}`, key })
    response.setHeader('content-type', 'application/json')
    if (failures > 0) {
      failures -= 1
      response.statusCode = 500
      return void response.end('{"error":{"type":"api_error","message":"boom"}}')
    }
    const ending = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(url.pathname)?.[1]
    if (ending !== undefined && over.has(ending)) {
      response.statusCode = 400
      return void response.end('{"error":{"type":"invalid_request_error","message":"Not open"}}')
    }
    if (ending !== undefined) {
      over.add(ending)
      return void response.end(JSON.stringify({ id: ending, object: 'checkout.session' }))
    }
    const closesMs = Number(body.get('expires_at') ?? Infinity) * 1_000
    if (closesMs < now() + shortestMs) {
      response.statusCode = 400
      return void response.end('{"error":{"type":"invalid_request_error","param":"expires_at"}}')
    }
    const known = key === undefined ? undefined : answers.get(key)
    const reply = known ?? JSON.stringify(replyTo(`${request.method} ${url.pathname}`, body, url))
    if (key !== undefined) answers.set(key, reply)
    response.end(reply)
  }

  function replyTo(call: string, body: URLSearchParams, url: URL): object {
    switch (call) {
      case 'POST /v1/checkout/sessions':
        return openSession(body)
      case 'POST /v1/refunds':
        return { id: `re_${(count += 1)}`, object: 'refund', status: refundStatus }
      case 'GET /v1/events':
        return listEvents(url.searchParams)
      default:
        return { error: { type: 'invalid_request_error', message: `No ${call}` } }
    }
  }

  function openSession(params: URLSearchParams): object {
    const id = `cs_test_${(count += 1)}`
    sessions.set(id, {
      id,
      amount: Number(params.get('line_items[0][price_data][unit_amount]')),
      currency: params.get('line_items[0][price_data][currency]') ?? '',
      metadata: { paymentId: params.get('metadata[paymentId]') ?? '' },
      params,
    })
    return { id, object: 'checkout.session', url: `https://checkout.stripe.example/${id}` }
  }

  /** Newest first, two a page, so that the pages are walked. */
  function listEvents(query: URLSearchParams): object {
    const since = Number(query.get('created[gte]'))
    const newest = events.filter(({ created }) => created >= since).toReversed()
    const after = newest.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const data = newest.slice(after, after + 2)
    return { object: 'list', data, has_more: after + 2 < newest.length, url: '/v1/events' }
  }

  function say(type: string, object: object): StripeEventFake {
    const id = `evt_${(count += 1)}`
    const event = {
      id,
      object: 'event',
      type,
      created: Math.floor(now() / 1_000),
      data: { object },
    }
    events.push(event)
    return event
  }

  function sessionOf(id: string): FakeSession {
    const session = sessions.get(id)
    if (!session) throw new Error(`No session ${id}`)
    return session
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    keys: { secretKey: 'sk_test_1', webhookSecret, apiBase: `http://127.0.0.1:${port}` },
    sessions,
    over,
    seen,
    failNext: (times) => {
      failures = times
    },
    refundStatus: (status) => {
      refundStatus = status
    },
    refundFailed(sessionId, type = 'refund.failed') {
      const { id } = sessionOf(sessionId)
      return say(type, { id: `re_${id}`, payment_intent: `pi_${id}`, status: 'failed' })
    },
    paid(sessionId, given = {}, type = 'completed') {
      const { id, amount, currency, metadata } = sessionOf(sessionId)
      over.add(id)
      return say(`checkout.session.${type}`, {
        id,
        currency,
        metadata,
        amount_total: amount,
        payment_intent: `pi_${id}`,
        payment_status: 'paid',
        ...given,
      })
    },
    ended(sessionId, type) {
      const { id, metadata } = sessionOf(sessionId)
      return say(`checkout.session.${type}`, { id, metadata, payment_status: 'unpaid' })
    },
    refunded(sessionId, amountRefunded, given = {}) {
      const { id, amount, currency, metadata } = sessionOf(sessionId)
      const refunded = amountRefunded >= amount
      const back = { amount_refunded: amountRefunded, refunded }
      const charge = { id: `ch_${id}`, currency, metadata, ...back }
      return say('charge.refunded', { ...charge, ...given })
    },
    disputed(sessionId, type, status, given = {}) {
      const { id, amount, currency } = sessionOf(sessionId)
      const dispute = { id: `dp_${id}`, payment_intent: `pi_${id}`, amount, currency, metadata: {} }
      return say(`charge.dispute.${type}`, { ...dispute, status, ...given })
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Delivers an event as Stripe does, signed; `given` spoils it. */
export async function deliver(
  origin: string,
  event: StripeEventFake,
  given: { secret?: string; secondsAgo?: number; body?: string; signature?: string } = {},
): Promise<{ status: number; received: unknown }> {
  const payload = JSON.stringify(event)
  const signature = signer.webhooks.generateTestHeaderString({
    payload,
    secret: given.secret ?? webhookSecret,
    timestamp: Math.floor(Date.now() / 1_000) - (given.secondsAgo ?? 0),
  })
  const response = await fetch(`${origin}/api/payment/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': given.signature ?? signature,
    },
    body: given.body ?? payload,
  })
  const body: unknown = await response.json()
  const received = typeof body === 'object' && body ? Reflect.get(body, 'received') : undefined
  return { status: response.status, received }
}
