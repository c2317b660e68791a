import type { Hono } from 'hono'
import { clientPolicyCall } from '#contract/version.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { ApiEnv } from '#server/http/routing/route.ts'
import { jsonResponse } from '#server/http/routing/json-response.ts'
import type { Lifecycle } from './listener.ts'
import { answering, type ChainDeps } from '#server/http/routing/mount.ts'

/** Seconds after which a load balancer may ask a draining process again; it will be gone. */
const drainingRetrySeconds = 10

/**
 * `live`: the process answers. `ready`: it should get requests, so not while it stops or its database is away.
 */
export function mountHealth(
  app: Hono<ApiEnv>,
  chain: ChainDeps,
  state: { lifecycle: Lifecycle; ping: () => Promise<void> },
): void {
  app.get(
    '/api/health/live',
    answering('/health/live', chain, (_context, exchange) =>
      jsonResponse({ status: 200, body: { status: 'live' } }, exchange),
    ),
  )
  app.get(
    '/api/health/ready',
    answering('/health/ready', chain, async (_context, exchange) => {
      if (state.lifecycle.draining) {
        throw new ProblemError('busy', { retryAfterSeconds: drainingRetrySeconds })
      }
      await state.ping()
      return jsonResponse({ status: 200, body: { status: 'ready' } }, exchange)
    }),
  )
}

/** Tells every build whether it is still taken, also one that is not. */
export function mountClientPolicy(app: Hono<ApiEnv>, chain: ChainDeps): void {
  const { path } = clientPolicyCall
  app.get(
    `/api${path}`,
    answering(path, chain, (_context, exchange) =>
      jsonResponse({ status: 200, body: { minContract: chain.minContract } }, exchange),
    ),
  )
}
