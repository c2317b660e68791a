import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clamdScanner } from '#server/ports/scanner/clamd.ts'
import { startClamdFake } from '#tests/support/clamd-fake.ts'
import { openCount } from '#tests/support/open-files.ts'

describe('a file that clamd is to look at', () => {
  let directory: string
  let path: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'zync-scan-'))
    path = join(directory, 'large')
    await writeFile(path, Buffer.alloc(2_000_000, 'harmless '))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  const stillOpen = () => openCount(path)

  test('is closed once there is a verdict', async () => {
    const clamd = await startClamdFake('known-to-be-harmful')
    const scanner = await clamdScanner(clamd.address)
    expect(await scanner.scan(path)).toBe('clean')
    await clamd.close()
    await expect.poll(stillOpen).toBe(0)
  })

  test('is closed when nobody listens there', async () => {
    const scanner = await clamdScanner({ host: '127.0.0.1', port: 1 })
    await expect(scanner.scan(path)).rejects.toThrow('ECONNREFUSED')
    await expect.poll(stillOpen).toBe(0)
  })

  test('is closed when it is too large for clamd, which says so before the end', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const scanner = await clamdScanner({ host: '127.0.0.1', port })
    await expect(scanner.scan(path)).rejects.toThrow(/aborted|ECONNRESET|EPIPE|size limit exceeded/)
    await expect.poll(stillOpen).toBe(0)
    await new Promise((resolve) => server.close(resolve))
  })

  test('is closed, and waited for no longer, when clamd takes it and says nothing', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined).resume())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const scanner = await clamdScanner({ host: '127.0.0.1', port }, 50)
    await expect(scanner.scan(path)).rejects.toThrow('no verdict in time')
    await expect.poll(stillOpen).toBe(0)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })

  test('that is not there is refused, and ends nothing else', async () => {
    const clamd = await startClamdFake('known-to-be-harmful')
    const scanner = await clamdScanner(clamd.address)
    await expect(scanner.scan(join(directory, 'none'))).rejects.toThrow('ENOENT')
    await clamd.close()
  })
})
