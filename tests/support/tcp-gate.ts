import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface TcpGate {
  readonly port: number
  /** Cuts every connection and refuses new ones. */
  close(): Promise<void>
  /** Lets connections through again, at the same port. */
  open(): Promise<void>
}

/** A door before a TCP service: with it closed the service looks gone, without anybody stopping it. */
export async function openTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = connect(target)
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    open: () => listen(port),
  }
}
