import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface DelayProxy {
  readonly origin: string
  close(): Promise<void>
}

/** A slow network before a server: every byte takes half of `roundTripMs` each way. Its bandwidth has no limit. */
export async function startDelayProxy(target: string, roundTripMs: number): Promise<DelayProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true })
    near.setNoDelay(true)
    near.pipe(delayed(roundTripMs / 2)).pipe(far)
    far.pipe(delayed(roundTripMs / 2)).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Passes chunks on in their order, each `delayMs` after it came: those under way do not wait for one another. */
function delayed(delayMs: number): Transform {
  return new Transform({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => this.push(chunk), delayMs)
      done()
    },
    flush(done) {
      setTimeout(done, delayMs)
    },
  })
}
