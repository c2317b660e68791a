import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { createLifecycle, stopGracefully } from '#server/http/process/listener.ts'
import { databasesUnderTest, openTestDatabase } from '#tests/support/database.ts'
import { startTestServer } from '#tests/support/server.ts'

describe('stopping', () => {
  test('lets what is under way finish, then closes the rest in order and exits with 0', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const lifecycle = createLifecycle()
    const server = createServer((_request, response) => {
      asked.resolve()
      void answer.promise.then(() => response.end('done'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const body = new Promise<string>((resolve) => {
      get({ port, agent: false }, (response) => {
        response.on('data', (chunk: Buffer) => resolve(chunk.toString()))
      })
    })
    await asked.promise

    const steps: string[] = []
    const stopped = stopGracefully({
      server,
      lifecycle,
      log: pino({ level: 'silent' }),
      delayMs: 0,
      spreadMs: 0,
      stop: [async () => void steps.push('upkeep'), async () => void steps.push('database')],
      exit: (code) => steps.push(`exit ${code}`),
    })
    expect(lifecycle.draining).toBe(true)
    expect(server.listening).toBe(false)
    expect(steps).toEqual([])
    answer.resolve()
    expect(await body).toBe('done')
    await stopped
    expect(steps).toEqual(['upkeep', 'database', 'exit 0'])
  })

  test('goes on serving for as long as a balancer needs to see it, then lets its callers go', async () => {
    const lifecycle = createLifecycle()
    const server = createServer((_request, response) => response.end('served'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const steps: string[] = []
    lifecycle.whenDraining.add((spreadMs) => steps.push(`streams ${spreadMs}`))
    await stopGracefully({
      server,
      lifecycle,
      log: pino({ level: 'silent' }),
      delayMs: 10_000,
      spreadMs: 30_000,
      pause: async (ms) => {
        const answer = await fetch(`http://127.0.0.1:${port}/`)
        steps.push(`${lifecycle.draining ? 'draining' : ''} ${ms} ${await answer.text()}`)
      },
      stop: [],
      exit: (code) => steps.push(`exit ${code}`),
    })
    expect(steps).toEqual(['draining 10000 served', 'streams 30000', 'exit 0'])
    expect(server.listening).toBe(false)
  })

  test('says that it is not ready, and asks connections to end', async () => {
    const open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
    const server = await startTestServer(open.database)
    server.lifecycle.draining = true
    const ready = await fetch(`${server.origin}/api/health/ready`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    expect((await fetch(`${server.origin}/api/health/live`)).status).toBe(200)
    await server.close()
    await open.drop()
  })
})
