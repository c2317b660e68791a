import {
  Agent,
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The proxy of a fleet, as `deploy/Caddyfile` has it: who is ready gets requests, and events go through one by one. */
export interface Balancer {
  readonly origin: string
  /** Lets a process in; it gets requests once it says that it is ready. */
  readonly add: (origin: string) => Promise<void>
  readonly remove: (origin: string) => void
  /** How many requests met a process that took no connections any more, and went to another one. */
  readonly turnedAway: () => number
  readonly close: () => Promise<void>
}

interface Upstream {
  readonly origin: string
  readonly agent: Agent
  ready: boolean
  /** The look that is under way. */
  look: Promise<void> | undefined
  underWay: number
}

/** Sooner than the product's proxy: tests wait for it. */
const lookEveryMs = 100
/** How long a request waits for somebody who is ready. */
const tryMsMax = 5_000
const tryEveryMs = 25
/** Far sooner than the server itself ends a connection that nobody uses: no request is sent on one that is just ending. */
const idleMsMax = 2_000

export async function startBalancer(): Promise<Balancer> {
  const upstreams = new Set<Upstream>()
  let turnedAway = 0

  /** One at a time: what was answered before the end of a process must not be heard after what came later. */
  const look = async (upstream: Upstream) => {
    upstream.ready = (await statusOf(upstream.origin)) === 200
    upstream.look = undefined
  }
  const timer = setInterval(() => {
    for (const upstream of upstreams) upstream.look ??= look(upstream)
  }, lookEveryMs)

  /** The one with the least to do of those that are ready. */
  const next = () =>
    [...upstreams].filter(({ ready }) => ready).sort((a, b) => a.underWay - b.underWay)[0]

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const untilMs = performance.now() + tryMsMax
    while (performance.now() < untilMs && !response.destroyed) {
      const upstream = next()
      const outcome = upstream ? await pass(upstream, { incoming, body, response }) : 'refused'
      if (outcome === 'answered') return
      if (upstream) upstream.ready = false
      if (upstream && outcome === 'refused') turnedAway += 1
      // What a process may have begun is its caller's to repeat: the caller knows whether that is safe.
      if (outcome === 'broken' && incoming.method !== 'GET') break
      await new Promise((resolve) => setTimeout(resolve, tryEveryMs))
    }
    if (!response.headersSent) response.writeHead(502)
    response.end()
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async add(origin) {
      const agent = new Agent({ keepAlive: true, timeout: idleMsMax })
      const upstream: Upstream = { origin, agent, ready: false, look: undefined, underWay: 0 }
      upstreams.add(upstream)
      while (!upstream.ready) await (upstream.look ??= look(upstream))
    },
    remove(origin) {
      for (const upstream of upstreams) if (upstream.origin === origin) upstreams.delete(upstream)
    },
    turnedAway: () => turnedAway,
    close: () => {
      clearInterval(timer)
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** Passes one request on. `refused`: it never got there. `broken`: it may have, and no answer came. */
function pass(
  upstream: Upstream,
  given: { incoming: IncomingMessage; body: Buffer; response: ServerResponse },
): Promise<'answered' | 'refused' | 'broken'> {
  const { incoming, body, response } = given
  upstream.underWay += 1
  return new Promise<'answered' | 'refused' | 'broken'>((resolve) => {
    const { method, headers, url = '/' } = incoming
    const sent: ClientRequest = request(
      upstream.origin + url,
      { method, headers, agent: upstream.agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        response.flushHeaders()
        answer.on('data', (chunk) => response.write(chunk))
        answer.on('end', () => {
          response.end()
          resolve('answered')
        })
        // Cut short: whoever reads it sees that too.
        answer.on('error', () => {
          response.destroy()
          resolve('answered')
        })
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (!response.headersSent) resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken')
    })
    response.once('close', () => {
      sent.destroy()
      resolve('answered')
    })
    sent.end(body)
  }).finally(() => {
    upstream.underWay -= 1
  })
}

function statusOf(origin: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request(
      `${origin}/api/health/ready`,
      { agent: false, timeout: 2_000 },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(undefined))
    asked.end()
  })
}
