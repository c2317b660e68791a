import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { ClamdAddress } from '#server/ports/scanner/clamd.ts'

export interface ClamdFake {
  readonly address: ClamdAddress
  /** How many files it was given whole. */
  readonly scanned: () => number
  close(): Promise<void>
}

/** clamd's INSTREAM over TCP: chunks behind their length, an empty one at the end; `marker` in a file is a find. */
export async function startClamdFake(marker: string): Promise<ClamdFake> {
  let scanned = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const parts: Buffer[] = []
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      parts.push(part)
      const file = wholeStream(Buffer.concat(parts))
      if (file === undefined) return
      scanned += 1
      const found = file.includes(marker)
      socket.end(found ? 'stream: Fake-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: { host: '127.0.0.1', port },
    scanned: () => scanned,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const command = Buffer.from('zINSTREAM\0')

/** The file that was sent; undefined until its end has come. */
function wholeStream(received: Buffer): Buffer | undefined {
  if (!received.subarray(0, command.length).equals(command)) return undefined
  const chunks: Buffer[] = []
  let at = command.length
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
