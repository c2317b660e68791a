import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Endpoint } from '#contract/endpoint.ts'
import { contractHeader } from '#contract/version.ts'
import { withDatabaseUse } from '#server/db/client.ts'
import {
  loggableError,
  inWordsOf,
  ProblemError,
  asProblem,
  problemResponse,
} from '#server/http/routing/problem.ts'
import {
  openEventStream,
  type StreamReply,
  fileResponse,
  type FileReply,
  jsonResponse,
} from '#server/http/routing/response.ts'
import {
  auditOf,
  type AuditRule,
  traceOf,
  type ApiContext,
  type ApiEnv,
  type Exchange,
  type Route,
  type RouteRequest,
} from '#server/http/routing/route.ts'
import { allowed } from '#server/http/session/authorize.ts'
import { type Session, requireSession, callerAddress } from '#server/http/session/caller.ts'
import type { BodyPace } from '#server/http/uploads/receive-body.ts'
import type { Sender, Uploads } from '#server/http/uploads/upload.ts'
import type { AuditTrail } from '#server/ports/audit/trail.ts'
import type { Metrics } from '#server/ports/metrics/metrics.ts'
import { checkLength, readInput, type Input, routePath } from './read-input.ts'

export interface ChainDeps {
  readonly log: Logger
  readonly trustedProxyHops: number
  readonly nextRequestId: () => string
  readonly findSession: (token: string) => Promise<Session | undefined>
  readonly uploads: Uploads
  readonly audit: AuditTrail
  readonly pace: BodyPace
  readonly metrics: Metrics
  /** Calls by a lower number of the contract are refused. */
  readonly minContract: number
}

type Answering = (context: ApiContext, exchange: Exchange) => Promise<Response>

/**
 * Puts an endpoint's chain on the app, at its path below `/api`. Spec 7 writes some with a slash at their end: those are
 * there without it too.
 */
export function mountRoute<E extends Endpoint>(
  app: Hono<ApiEnv>,
  endpoint: E,
  route: Route<E>,
  deps: ChainDeps,
  rule?: AuditRule<E>,
): void {
  const path = `/api${routePath(endpoint.path)}`
  app.on(
    endpoint.method,
    [...new Set([path, path.replace(/\/$/, '')])],
    answering(endpoint.path, deps, (context, exchange) =>
      runChain(endpoint, route, { context, exchange, deps, rule }).catch((error: unknown) => {
        throw inWordsOf(endpoint, asProblem(error))
      }),
    ),
  )
}

/**
 * Wraps what answers a path: a request id, one log line, its numbers and the catalogue's error body. The line names the path's
 * pattern, never the path: ids of people stay out of the log.
 */
export function answering(pattern: string, deps: ChainDeps, answer: Answering) {
  return async (context: ApiContext): Promise<Response> => {
    const startedMs = performance.now()
    const { incoming } = context.env
    const exchange: Exchange = {
      requestId: deps.nextRequestId(),
      incoming,
      address: callerAddress(incoming, deps.trustedProxyHops),
    }
    const trace = traceOf(incoming)
    const names = { req: exchange.requestId, ...(trace === undefined ? {} : { trace }) }
    const use = { ms: 0, statements: 0 }
    const answered = withDatabaseUse(use, () => answer(context, exchange))
    const response = await answered.catch((error: unknown) => {
      const found = asProblem(error)
      if (found.cause !== undefined) {
        deps.log.error({ ...names, ...loggableError(found.cause) }, 'request failed')
      }
      return problemResponse(found, exchange)
    })
    const ms = performance.now() - startedMs
    // A proxy looks at the health of each process once a second.
    const isLook = pattern.startsWith('/health/') && response.ok
    deps.log[isLook ? 'debug' : 'info']({
      ...names,
      method: incoming.method,
      route: pattern,
      status: response.status,
      ms: tenths(ms),
      db_ms: tenths(use.ms),
      db_statements: use.statements,
    })
    deps.metrics.request(pattern, response.status, ms)
    return response
  }
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10
}

async function runChain<E extends Endpoint>(
  endpoint: E,
  route: Route<E>,
  call: {
    context: ApiContext
    exchange: Exchange
    deps: ChainDeps
    rule: AuditRule<E> | undefined
  },
): Promise<Response> {
  const { context, exchange, deps, rule } = call
  refuseOldClient(exchange.incoming, deps.minContract)
  checkLength(endpoint, context)
  const { session, input } = await readRequest(endpoint, route, { context, exchange, deps })
  try {
    return await answerInput(endpoint, route, { context, exchange, deps, rule, session, input })
  } finally {
    await input.discard()
  }
}

/** Limit, session and input. Of uploads only so many of one sender get as far as that. */
async function readRequest<E extends Endpoint>(
  endpoint: E,
  route: Route<E>,
  { context, exchange, deps }: { context: ApiContext; exchange: Exchange; deps: ChainDeps },
): Promise<{ session: Session | undefined; input: Input }> {
  const { address, incoming } = exchange
  const { uploads, pace, findSession } = deps
  const read = <T>(userId: string | undefined, work: (sender: Sender) => Promise<T>) => {
    const sender = { address, userId }
    const isUpload = endpoint.body?.type === 'multipart'
    return isUpload ? uploads.forSender(sender, () => work(sender)) : work(sender)
  }
  if (endpoint.session === 'none') {
    return read(undefined, async (sender) => {
      await route.limit?.(address)
      return {
        session: undefined,
        input: await readInput(endpoint, context, { uploads, pace, sender }),
      }
    })
  }
  await route.limit?.(address)
  const session = await requireSession(incoming.headers.authorization, findSession)
  if (session.enrolmentDue && !route.beforeEnrolment) throw enrolmentRequired()
  route.admit?.(session.actor as Parameters<NonNullable<Route<E>['admit']>>[0])
  return read(session.actor.userId, async (sender) => {
    return { session, input: await readInput(endpoint, context, { uploads, pace, sender }) }
  })
}

async function answerInput<E extends Endpoint>(
  endpoint: E,
  route: Route<E>,
  call: {
    context: ApiContext
    exchange: Exchange
    deps: ChainDeps
    rule: AuditRule<E> | undefined
    session: Session | undefined
    input: Input
  },
): Promise<Response> {
  const { context, exchange, session, input } = call
  const headers: Record<string, string> = { ...route.headers }
  let concerned: string | undefined
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
    concerns: (userId: string) => {
      concerned = userId
    },
  } as unknown as Parameters<Route<E>['handle']>[0]
  const note = auditOf({
    endpoint,
    request,
    rule: call.rule,
    audit: call.deps.audit,
    caller: { actorId: session?.actor.userId, address: exchange.address },
    concerned: () => concerned,
  })
  const reply: unknown = await handled(route, request, session).catch(async (error: unknown) => {
    await note.failed(error)
    throw error
  })
  await note.done(reply)
  const { status, type } = endpoint.reply
  if (type === 'file') return fileResponse(status, reply as FileReply, exchange)
  if (type === 'stream') {
    return openEventStream(context.env, exchange.requestId, reply as StreamReply)
  }
  const revalidates = route.revalidates ?? false
  return jsonResponse({ status, body: reply, headers, revalidates }, exchange)
}

async function handled<E extends Endpoint>(
  route: Route<E>,
  request: RouteRequest<E>,
  session: Session | undefined,
): Promise<unknown> {
  if (session?.enrolmentDue && !route.beforeEnrolment?.(session, request.params)) {
    throw enrolmentRequired()
  }
  allowed(session?.actor as Parameters<Route<E>['policy']>[0], route.policy)
  return route.handle(request)
}

function enrolmentRequired(): ProblemError {
  return new ProblemError('second_factor_enrolment_required')
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}

/** Answers what no route took: 405 with `Allow` at a path that knows other methods, 404 everywhere else. Mount it last. */
export function mountUnmatched(app: Hono<ApiEnv>, chain: ChainDeps): void {
  const methodsAt = Map.groupBy(app.routes, ({ path }) => path)
  for (const [path, routes] of methodsAt) {
    const allow = [...new Set(routes.flatMap(({ method }) => allowHeader(method)))].join(', ')
    app.all(
      path,
      answering(path.replace(/^\/api/, ''), chain, async () => {
        throw new ProblemError('method_not_allowed', { headers: { allow } })
      }),
    )
  }
  app.notFound(
    answering('unmatched', chain, async () => {
      throw new ProblemError('not_found')
    }),
  )
}

function allowHeader(method: string): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

/** A build that knows no `client_too_old` waits so long before it comes again, with what its person did. */
const unknowingRetrySeconds = 3_600

/**
 * Refuses a call of a build that is too old. One from before there were numbers would take that for a refusal of what its person
 * did: what it writes is put off instead, and it may read. Throws `client_too_old` and `busy`.
 */
function refuseOldClient({ headers, method }: IncomingMessage, minContract: number): void {
  if (minContract === 0) return
  const given = headers[contractHeader]
  if (given !== undefined) {
    if (!(Number(given) >= minContract)) throw new ProblemError('client_too_old')
  } else if (method !== 'GET' && method !== 'HEAD') {
    throw new ProblemError('busy', { retryAfterSeconds: unknowingRetrySeconds })
  }
}
