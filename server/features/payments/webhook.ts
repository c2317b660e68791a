import type { Hono } from 'hono'
import { KIB } from '#contract/endpoint.ts'
import { readText } from '#server/http/uploads/body-pace.ts'
import type { ApiContext, ApiEnv } from '#server/http/routing/exchange.ts'
import { jsonResponse } from '#server/http/routing/json-response.ts'
import { answering, type ChainDeps } from '#server/http/routing/mount.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import {
  ForgedEventError,
  type CheckoutPort,
  type PaymentEvent,
} from '#server/ports/checkout/port.ts'
import type { Receive } from './receive.ts'

/** A gateway's messages are a few kilobytes. */
const bytesMax = 256 * KIB

/**
 * Where the gateway tells us what became of payments. No person calls it, so it is no call of the contract: what lets a
 * message in is the gateway's signature over its very bytes.
 */
export function mountPaymentWebhook(
  app: Hono<ApiEnv>,
  chain: ChainDeps,
  deps: { checkout: CheckoutPort | undefined; receive: Receive },
): void {
  const { checkout, receive } = deps
  app.post(
    '/api/payment/webhook',
    answering('/payment/webhook', chain, async (context, exchange) => {
      checkLength(context)
      if (!checkout) throw new ProblemError('not_found')
      const signature = exchange.incoming.headers['stripe-signature']
      const event = readSigned(checkout, await readText(context, chain.pace), signature)
      const received = event ? await receive(checkout.gateway, event) : 'ignored'
      return jsonResponse({ status: 200, body: { received } }, exchange)
    }),
  )
}

function readSigned(
  checkout: CheckoutPort,
  body: string,
  signature: string | readonly string[] | undefined,
): PaymentEvent | undefined {
  try {
    return checkout.readEvent(body, typeof signature === 'string' ? signature : undefined)
  } catch (error) {
    if (!(error instanceof ForgedEventError)) throw error
    throw new ProblemError('invalid_input', { message: 'This was not signed for us.' })
  }
}

function checkLength(context: ApiContext): void {
  const announced = context.env.incoming.headers['content-length']
  if (announced === undefined) throw new ProblemError('length_required')
  if (Number(announced) > bytesMax) throw new ProblemError('body_too_large')
}
