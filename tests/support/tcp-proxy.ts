import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Ends every connection and refuses new ones, as a database that went away does. */
  cut(): Promise<void>
  /** Passes nothing on any more for the connections there are, and closes none, as a firewall does that forgot them. */
  hush(): void
  /** Listens again at the same port. */
  heal(): Promise<void>
}

/** A way to a TCP server that can be cut and healed. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let server = await listen(0)
  const { port } = server.address() as AddressInfo

  function listen(at: number): Promise<Server> {
    const next = createServer((near) => {
      const far = connect(target)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        // The other side learns of it when this one is destroyed.
        socket.on('error', () => socket.destroy())
      }
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
      near.pipe(far).pipe(near)
    })
    return new Promise((resolve) => next.listen(at, '127.0.0.1', () => resolve(next)))
  }

  return {
    port,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    hush() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async heal() {
      server = await listen(port)
    },
  }
}
