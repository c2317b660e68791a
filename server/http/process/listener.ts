import {
  createServer,
  type Server,
  type ServerOptions,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { clientPolicyCall } from '#contract/version.ts'
import { docsFiles, docsHeaders } from '#server/http/openapi/openapi.ts'
import { answering, type ChainDeps } from '#server/http/routing/mount.ts'
import { jsonResponse } from '#server/http/routing/response.ts'
import type { ApiEnv } from '#server/http/routing/route.ts'
import { socketAddress } from '#server/http/session/caller.ts'
import { sendFile } from '#server/http/static/built-files.ts'
import type { RequestHandler } from '#server/http/static/static-files.ts'
import { loggableError, ProblemError } from '../routing/problem.ts'

/** What a connection may take of the server's time and room. */
export interface ConnectionLimits extends Required<
  Pick<
    ServerOptions,
    | 'headersTimeout'
    | 'requestTimeout'
    | 'keepAliveTimeout'
    | 'connectionsCheckingInterval'
    | 'maxHeaderSize'
  >
> {
  readonly headersCountMax: number
  /** Connections of one address that carry no whole request, idle ones included; one more closes the oldest. */
  readonly idlePerAddressMax: number
}

export const connectionLimits: ConnectionLimits = {
  /** A request's head is one packet or two: a phone that takes longer has lost its network. */
  headersTimeout: 20_000,
  /** Longer than a phone waits for an upload of its own (240 s). What is sent back, a stream too, has no such end. */
  requestTimeout: 300_000,
  /** An idle connection spares its phone the next handshake. */
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  /** A browser sends about 20, proxies add a few. */
  headersCountMax: 100,
  /** A school behind one address opens many at once, each for a moment. */
  idlePerAddressMax: 100,
}

/**
 * The server, which no single address keeps busy with connections that say nothing. Behind trusted proxies connections
 * are theirs and are not counted by address; the proxy has limits of its own.
 */
export function createHttpServer(
  handler: RequestHandler,
  options: { trustedProxyHops: number; limits?: ConnectionLimits },
): Server {
  const { trustedProxyHops, limits = connectionLimits } = options
  const { headersCountMax, idlePerAddressMax, ...nodeOptions } = limits
  const server = createServer(nodeOptions, handler)
  server.maxHeadersCount = headersCountMax
  if (trustedProxyHops === 0) boundIdle(server, idlePerAddressMax)
  return server
}

/** The oldest goes first: an honest request has its head here in a moment, a dripping one is what grows old. */
function boundIdle(server: Server, perAddressMax: number): void {
  const idleAt = new Map<string, Set<Socket>>()
  const requestsOn = new WeakMap<Socket, number>()

  function addIdle(socket: Socket, address: string): void {
    const idle = idleAt.get(address) ?? new Set()
    idleAt.set(address, idle.add(socket))
    const [oldest] = idle
    if (idle.size > perAddressMax) oldest?.destroy()
  }
  function removeIdle(socket: Socket, address: string): void {
    const idle = idleAt.get(address)
    idle?.delete(socket)
    if (idle?.size === 0) idleAt.delete(address)
  }

  server.on('connection', (socket) => {
    const address = socketAddress(socket)
    addIdle(socket, address)
    socket.once('close', () => removeIdle(socket, address))
  })
  server.on('request', ({ socket }, response) => {
    const address = socketAddress(socket)
    requestsOn.set(socket, (requestsOn.get(socket) ?? 0) + 1)
    removeIdle(socket, address)
    response.once('close', () => {
      const left = (requestsOn.get(socket) ?? 1) - 1
      requestsOn.set(socket, left)
      if (left === 0 && !socket.destroyed) addIdle(socket, address)
    })
  })
}

/** Whether the process is on its way out: it answers what it has, and asks to be left alone. */
export interface Lifecycle {
  draining: boolean
  /** Called when it closes, for what would otherwise hold it up for ever; callers come back spread over so many milliseconds. */
  readonly whenDraining: Set<(spreadMs: number) => void>
}

export function createLifecycle(): Lifecycle {
  return { draining: false, whenDraining: new Set() }
}

/** Two years, which browsers count from every answer anew, here and on every name below ours. */
const hsts = 'max-age=63072000; includeSubDomains'

/** Sends `/api` to the API, its reference page to the page's files, and everything else to the app's files. */
export function createListener(deps: {
  api: Hono<ApiEnv>
  files: RequestHandler
  lifecycle: Lifecycle
  /** Every answer asks browsers for HTTPS alone; on a laptop that would lock out plain http. */
  production: boolean
  /** The reference page of the API is served. */
  apiDocs: boolean
}): RequestHandler {
  const { api, files, lifecycle, production } = deps
  const answerApi = getRequestListener((request, env) => api.fetch(request, env))
  const docs = deps.apiDocs ? docsFiles() : noFiles

  return (request, response) => {
    if (production) response.setHeader('strict-transport-security', hsts)
    // A kept connection would hold `server.close` open until it idles.
    if (lifecycle.draining) response.setHeader('connection', 'close')
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const page = isRead(request) ? docs.get(path) : undefined
    if (page) sendDocs(request, response, page)
    else if (path === '/api' || path.startsWith('/api/')) void answerApi(request, response)
    else files(request, response)
  }
}

const noFiles: ReturnType<typeof docsFiles> = new Map()

function sendDocs(
  request: IncomingMessage,
  response: ServerResponse,
  page: Parameters<typeof sendFile>[2],
): void {
  for (const [name, value] of Object.entries(docsHeaders)) response.setHeader(name, value)
  sendFile(request, response, page)
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Longer than any answer takes; a supervisor that waits 10 s or more never has to kill. */
const drainMsMax = 10_000

interface StopDeps {
  readonly server: Server
  readonly lifecycle: Lifecycle
  readonly log: Logger
  /** How long it goes on serving while it says that it is not ready: a balancer takes so long to see it. */
  readonly delayMs: number
  /** Over how long its callers' streams come back to the processes that stay. */
  readonly spreadMs: number
  readonly pause?: (ms: number) => Promise<unknown>
  /** What to close after the last answer, in this order. */
  readonly stop: readonly (() => Promise<void>)[]
  readonly exit?: (code: number) => void
}

/** Ends the process on SIGTERM and SIGINT once everything under way has been answered. */
export function stopOnSignal(deps: StopDeps): void {
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping ??= stopGracefully(deps)
    })
  }
}

/**
 * Not ready any more but serving for as long as a balancer needs; then no new connections, answers under way finish or are
 * cut after 10 s, and the rest closes.
 */
export async function stopGracefully(deps: StopDeps): Promise<void> {
  const { server, lifecycle, log, pause = wait, exit = exitProcess } = deps
  lifecycle.draining = true
  log.info('stopping')
  try {
    if (deps.delayMs > 0) await pause(deps.delayMs)
    for (const leave of lifecycle.whenDraining) leave(deps.spreadMs)
    await closeServer(server)
    for (const close of deps.stop) await close()
    log.info('stopped')
    exit(0)
  } catch (error) {
    log.error(loggableError(error), 'stopping failed')
    exit(1)
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMsMax)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function exitProcess(code: number): void {
  process.exit(code)
}

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
