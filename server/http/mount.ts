import type { Hono } from 'hono'
import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Session } from './actor.ts'
import { callerAddress } from './address.ts'
import { openEventStream, type StreamReply } from './event-stream.ts'
import type { ApiContext, ApiEnv, Exchange } from './exchange.ts'
import { fileResponse, type FileReply } from './file-response.ts'
import { jsonResponse } from './json-response.ts'
import { loggableError } from './loggable-error.ts'
import { ProblemError } from './problem-error.ts'
import { asProblem, problemResponse } from './problem-response.ts'
import { checkLength, readInput, type Input } from './read-input.ts'
import type { Route } from './route.ts'
import { routePath } from './route-path.ts'
import { requireSession } from './session.ts'
import type { Uploads } from './upload.ts'

export interface ChainParts {
  readonly log: Logger
  readonly trustedProxyHops: number
  readonly nextRequestId: () => string
  readonly findSession: (token: string) => Promise<Session | undefined>
  readonly uploads: Uploads
}

type Answering = (context: ApiContext, exchange: Exchange) => Promise<Response>

/** Puts an endpoint's chain on the app, at its path below `/api`. */
export function mountRoute<E extends Endpoint>(
  app: Hono<ApiEnv>,
  endpoint: E,
  route: Route<E>,
  parts: ChainParts,
): void {
  const path = `/api${routePath(endpoint.path)}`
  app.on(
    endpoint.method,
    path,
    answering(endpoint.path, parts, (context, exchange) =>
      runChain(endpoint, route, { context, exchange, parts }),
    ),
  )
}

/**
 * Wraps what answers a path: a request id, one log line and the catalogue's error body. The line names the path's
 * pattern, never the path: ids of people stay out of the log.
 */
export function answering(pattern: string, parts: ChainParts, answer: Answering) {
  return async (context: ApiContext): Promise<Response> => {
    const startedMs = performance.now()
    const { incoming } = context.env
    const exchange: Exchange = {
      requestId: parts.nextRequestId(),
      incoming,
      address: callerAddress(incoming, parts.trustedProxyHops),
    }
    const response = await answer(context, exchange).catch((error: unknown) => {
      const found = asProblem(error)
      if (found.cause !== undefined) {
        parts.log.error(
          { req: exchange.requestId, ...loggableError(found.cause) },
          'request failed',
        )
      }
      return problemResponse(found, exchange)
    })
    parts.log.info({
      req: exchange.requestId,
      method: incoming.method,
      route: pattern,
      status: response.status,
      ms: Math.round((performance.now() - startedMs) * 10) / 10,
    })
    return response
  }
}

async function runChain<E extends Endpoint>(
  endpoint: E,
  route: Route<E>,
  { context, exchange, parts }: { context: ApiContext; exchange: Exchange; parts: ChainParts },
): Promise<Response> {
  const { headers } = exchange.incoming
  checkLength(endpoint, context)
  await route.limit?.(exchange.address)
  const session =
    endpoint.session === 'required'
      ? await requireSession(headers.authorization, parts.findSession)
      : undefined
  const input = await readInput(endpoint, context, parts.uploads)
  try {
    return await answerInput(endpoint, route, { context, exchange, session, input })
  } finally {
    await input.discard()
  }
}

async function answerInput<E extends Endpoint>(
  endpoint: E,
  route: Route<E>,
  parts: { context: ApiContext; exchange: Exchange; session: Session | undefined; input: Input },
): Promise<Response> {
  const { context, exchange, session, input } = parts
  const headers: Record<string, string> = { ...route.headers }
  // The schemas of `endpoint` have just made `input`, and its `session` decided on `session`; TypeScript cannot
  // follow that through a generic endpoint.
  const request = {
    ...input,
    session,
    address: exchange.address,
    header: (name: string) => single(exchange.incoming.headers[name]),
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
  } as unknown as Parameters<Route<E>['handle']>[0]
  const verdict = route.policy(session?.actor as Parameters<Route<E>['policy']>[0])
  if (verdict !== 'allow') throw new ProblemError(verdict)

  const reply: unknown = await route.handle(request)
  const { status, type } = endpoint.reply
  if (type === 'file') return fileResponse(status, reply as FileReply, exchange)
  if (type === 'stream') {
    return openEventStream(context.env, exchange.requestId, reply as StreamReply)
  }
  const revalidates = route.revalidates ?? false
  return jsonResponse({ status, body: reply, headers, revalidates }, exchange)
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}
