import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { staticFiles, type RequestHandler } from '#server/http/static/static-files.ts'

/** A request to the API that stands at the proxy. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  /** The ids of the operations in a push, in their order; none for other requests. */
  readonly opIds: readonly string[]
  /** Asks the server and gives its answer: whatever is told to the browser, the server has done its part. */
  readonly forward: () => Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** What the browser gets: an answer, half of one, or a connection that ends without a word. */
export type Verdict = Answer | { half: Answer } | 'cut'

/** A proxy between the browser and the server: it counts what is sent and can break what is answered. */
export interface FaultProxy {
  readonly origin: string
  /** The ids of all operations that a browser sent, repeats included, in the order of their arrival. */
  readonly sentOps: readonly string[]
  /** Decides about every request to the API from now on; `undefined` lets it through. */
  onApi(decide: ((request: ApiRequest) => Promise<Verdict> | undefined) | undefined): void
  /** Serves the app's files from another build from now on, as a deployment would. */
  serveBuild(dir: string): void
  close(): Promise<void>
}

const pushPath = '/api/sync/push'
/** The one answer that never ends: it goes through as it comes. */
const streamPath = '/api/events'
const pushSchema = v.object({ ops: v.array(v.object({ opId: v.string() })) })

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const sentOps: string[] = []
  let decide: ((request: ApiRequest) => Promise<Verdict> | undefined) | undefined
  let build: RequestHandler | undefined

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    if (!path.startsWith('/api/')) {
      if (build) build(incoming, response)
      else await passThrough(incoming, response)
      return
    }
    const body = await buffer(incoming)
    const opIds = path === pushPath ? readOpIds(body) : []
    sentOps.push(...opIds)
    const forward = () => ask(target, incoming, body)
    const request = { method: incoming.method ?? 'GET', path, opIds, forward }
    const decided = decide?.(request)
    if (!decided && path === streamPath) await passStream(target, incoming, response)
    else tell(response, await (decided ?? forward()))
  }

  async function passThrough(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    tell(response, await ask(target, incoming, await buffer(incoming)))
  }

  const server = createServer((incoming, response) => {
    // A server that is away looks away through the proxy too.
    answer(incoming, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://127.0.0.1:${port}`,
    sentOps,
    onApi: (next) => void (decide = next),
    serveBuild: (dir) => void (build = staticFiles(dir)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function passStream(
  target: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await open(target, incoming, Buffer.alloc(0))
  const { connection: _, ...headers } = reply.headers
  response.writeHead(reply.statusCode ?? 502, headers)
  response.flushHeaders()
  await pipeline(reply, response)
}

async function ask(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const reply = await open(target, incoming, body)
  return { status: reply.statusCode ?? 502, headers: reply.headers, body: await buffer(reply) }
}

async function open(
  target: string,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const { 'accept-encoding': _, connection: __, ...headers } = incoming.headers
  const outgoing = httpRequest(target + (incoming.url ?? '/'), {
    method: incoming.method ?? 'GET',
    headers: { ...headers, host: new URL(target).host },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject)
  })
  outgoing.end(body)
  return await answered
}

function tell(response: ServerResponse, verdict: Verdict): void {
  if (verdict === 'cut') {
    response.destroy()
    return
  }
  const { status, headers, body } = 'half' in verdict ? verdict.half : verdict
  const { connection: _, 'transfer-encoding': __, ...kept } = headers
  response.writeHead(status, { ...kept, 'content-length': body.length })
  if (!('half' in verdict)) response.end(body)
  else response.write(body.subarray(0, Math.floor(body.length / 2)), () => void response.destroy())
}

function readOpIds(body: Buffer): string[] {
  return v.parse(pushSchema, JSON.parse(body.toString('utf8'))).ops.map((op) => op.opId)
}
