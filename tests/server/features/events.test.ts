import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { heartbeatMs } from '#contract/events/api.ts'
import { createStreams, sessionLookMs, streamsPerPersonMax } from '#server/features/events/index.ts'
import {
  bufferedBytesMax,
  openEventStream,
  type EventStream,
} from '#server/http/routing/response.ts'
import { localEvents } from '#server/ports/events/port.ts'
import { noMetrics } from '#server/ports/metrics/metrics.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openLiveStream, type LiveStream } from '#tests/support/live-stream.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const chatId = '0190b0a4-3c1e-7e55-8f00-0c6f6f3e2a11'

describe('a live stream', () => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs
  const streams: LiveStream[] = []

  beforeAll(async () => {
    open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  afterEach(() => {
    nowMs = testNoonMs
    for (const stream of streams.splice(0)) stream.close()
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function streamOf(token: string | undefined): Promise<LiveStream> {
    const stream = await openLiveStream(server.origin, token)
    streams.push(stream)
    return stream
  }

  /** Open, and past the greeting. */
  async function listening(token: string): Promise<LiveStream> {
    const stream = await streamOf(token)
    expect(await stream.next()).toMatchObject({ type: 'resync' })
    return stream
  }

  test('asks for a session', async () => {
    expect((await streamOf(undefined)).status).toBe(401)
    expect((await streamOf('x'.repeat(43))).status).toBe(401)
  })

  test('says first that anything may have changed, and is never kept or held back', async () => {
    const { token } = await addPerson(open.database)
    const stream = await streamOf(token)
    expect(await stream.next()).toMatchObject({ type: 'resync' })
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-zync': '1',
    })
  })

  test("carries its person's events, and nobody else's", async () => {
    const [mine, other] = [await addPerson(open.database), await addPerson(open.database)]
    const stream = await listening(mine.token)
    server.events.publish([other.id], { type: 'connections' })
    server.events.publish([mine.id], { type: 'chat', chatId })
    expect(await stream.next()).toEqual({ type: 'chat', chatId })
  })

  test('ends with its session, and no other does', async () => {
    const person = await addPerson(open.database)
    const elsewhere = await addSession(open.database, person.id)
    const [leaving, staying] = [await listening(person.token), await listening(elsewhere)]
    await call(server.origin, 'logout', {}, person)
    expect(await leaving.next()).toBeUndefined()
    server.events.publish([person.id], { type: 'connections' })
    expect(await staying.next()).toEqual({ type: 'connections' })
  })

  test('ends when all other sessions are ended', async () => {
    const person = await addPerson(open.database)
    const elsewhere = await listening(await addSession(open.database, person.id))
    await call(server.origin, 'endOtherSessions', {}, person)
    expect(await elsewhere.next()).toBeUndefined()
  })

  test('ends when its session runs out, with the next look at it', async () => {
    const person = await addPerson(open.database)
    const stream = await listening(person.token)
    nowMs += 31 * 86_400_000
    server.events.publish([person.id], { type: 'sessions' })
    expect(await stream.next()).toBeUndefined()
  })

  test('gives way when its person opens too many', async () => {
    const person = await addPerson(open.database)
    const first = await listening(person.token)
    for (let count = 1; count < streamsPerPersonMax; count += 1) await listening(person.token)
    const newest = await listening(person.token)
    expect(await first.next()).toBeUndefined()
    server.events.publish([person.id], { type: 'connections' })
    expect(await newest.next()).toEqual({ type: 'connections' })
  })

  test('ends when the server goes, and says over how long to come back', async () => {
    const stream = await listening((await addPerson(open.database)).token)
    for (const leave of server.lifecycle.whenDraining) leave(30_000)
    expect(await stream.next()).toEqual({ type: 'bye', spreadMs: 30_000 })
    expect(await stream.next()).toBeUndefined()
  })

  test('answers HEAD without one', async () => {
    const { token } = await addPerson(open.database)
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${server.origin}/api/events`, { method: 'HEAD', headers })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('the look at the session', () => {
  test('comes every few minutes besides the heartbeats, and a database that is away ends nothing', async () => {
    const repeated = new Map<number, () => void>()
    const answers = [
      Promise.reject(new Error('away')),
      Promise.resolve(true),
      Promise.resolve(false),
    ]
    const events = localEvents()
    const streams = createStreams({
      epoch: () => new Promise(() => undefined),
      events,
      metrics: noMetrics,
      isOpen: () => answers.shift() ?? Promise.resolve(false),
      headsOf: () => Promise.reject(new Error('away')),
      random: () => 0.25,
      repeat: (work, everyMs) => {
        repeated.set(everyMs, work)
        return () => undefined
      },
    })
    const sent: string[] = []
    const greeted = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const stream: EventStream = {
      send: (data) => {
        sent.push(data)
        if (data.includes('resync')) greeted.resolve()
      },
      end: () => ended.resolve(),
    }
    const actor = {
      userId: 'a',
      userType: 'Parent',
      superAdmin: false,
      verifiedProvider: false,
    } as const
    events.publish(['a', 'b'], { type: 'sharing' })
    streams.streamOf({ tokenHash: 'x', actor, provedAt: null, enrolmentDue: false }).begin(stream)
    expect([...repeated.keys()]).toEqual([heartbeatMs, sessionLookMs * 0.9])
    await greeted.promise
    for (let beat = 0; beat < 3; beat += 1) repeated.get(heartbeatMs)?.()
    expect(answers).toHaveLength(3)
    for (let look = 0; look < 3; look += 1) repeated.get(sessionLookMs * 0.9)?.()
    await ended.promise
    expect(answers).toEqual([])
    // Connections, too: this process has listened for a moment only.
    expect(sent[0]).toMatch(/^\{"type":"recent","of":"connections","agoMs":\d+\}$/)
    expect(sent[1]).toMatch(/^\{"type":"recent","of":"sharing","agoMs":\d+\}$/)
    expect(sent.slice(2)).toEqual(['{"type":"resync"}', '', '', ''])
  })
})

describe('a caller who has gone before the stream begins', () => {
  test('is given none, which nobody would end', async () => {
    const opened = Promise.withResolvers<void>()
    const begin = vi.fn<() => () => void>(() => () => undefined)
    const server = createServer((incoming, outgoing) => {
      outgoing.once('close', () => {
        openEventStream({ incoming, outgoing }, 'r', { begin })
        opened.resolve()
      })
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'),
    )
    await opened.promise
    expect(begin).not.toHaveBeenCalled()
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('a reader that does not read', () => {
  test('is cut off before it fills the memory', async () => {
    const closed = Promise.withResolvers<number>()
    const server = createServer((incoming, outgoing) => {
      openEventStream({ incoming, outgoing }, 'r', {
        begin: (stream) => {
          const line = 'x'.repeat(16_384)
          let most = 0
          const timer = setInterval(() => {
            for (let count = 0; count < 40; count += 1) stream.send(line)
            most = Math.max(most, outgoing.writableLength)
          }, 1)
          return () => {
            clearInterval(timer)
            closed.resolve(most)
          }
        },
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'),
    )
    socket.pause()
    socket.on('error', () => undefined)
    expect(await closed.promise).toBeLessThan(bufferedBytesMax * 2)
    socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
})
