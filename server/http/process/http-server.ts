import { createServer, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { socketAddress } from '#server/http/session/caller.ts'
import type { RequestHandler } from '#server/http/static/static-files.ts'

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
