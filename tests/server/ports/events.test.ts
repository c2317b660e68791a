import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { decodeEvent, encodeEvent } from '#server/ports/events/outgoing.ts'
import { type BusEvent, createHub, type EventBus, localEvents } from '#server/ports/events/port.ts'
import { postgresEvents } from '#server/ports/events/postgres.ts'
import { databasesUnderTest, openTestDatabase } from '#tests/support/database.ts'
import { startTcpProxy } from '#tests/support/tcp-proxy.ts'

const chatId = '0190b0a4-3c1e-7e55-8f00-0c6f6f3e2a11'
const news: BusEvent = { type: 'chat', chatId }
const log = pino({ level: 'silent' })
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

describe('events of one process', () => {
  test('reach every listener of their people once, and nobody else', () => {
    const bus = localEvents()
    const received: string[] = []
    bus.subscribe('a', () => received.push('a1'))
    bus.subscribe('a', () => received.push('a2'))
    bus.subscribe('b', () => received.push('b'))
    bus.publish(['a', 'a', 'c'], news)
    expect(received).toEqual(['a1', 'a2'])
  })

  test('reach nobody who stopped listening', () => {
    const bus = localEvents()
    const received: BusEvent[] = []
    const stop = bus.subscribe('a', (event) => received.push(event))
    stop()
    stop()
    bus.publish(['a'], news)
    expect(received).toEqual([])
  })
})

test('what a person was told of is recent for two minutes where a first resync does not cover it, and after a gap all of it may be', () => {
  let nowMs = -120_000
  const hub = createHub(() => nowMs)
  const recentTypes = () => hub.recent('c').map(({ of }) => of)
  expect(recentTypes()).toEqual(['connections', 'sharing'])
  nowMs = 0
  expect(recentTypes()).toEqual([])
  for (const type of ['connections', 'notices'] as const) hub.deliver(['a'], { type })
  nowMs = 119_999
  hub.deliver(['b'], { type: 'sharing' })
  expect(hub.recent('a')).toEqual([{ type: 'recent', of: 'connections', agoMs: 119_999 }])
  nowMs = 120_000
  expect(hub.recent('a')).toEqual([])
  expect(hub.recent('b')).toEqual([{ type: 'recent', of: 'sharing', agoMs: 1 }])
  hub.deliverToAll({ type: 'resync' })
  expect(recentTypes()).toEqual(['connections', 'sharing'])
})

describe('an event on the wire', () => {
  test('fits into notifications however many people it is for', () => {
    const people = Array.from({ length: 1_000 }, () => crypto.randomUUID())
    const texts = encodeEvent('me', people, news)
    expect(Math.max(...texts.map((text) => Buffer.byteLength(text)))).toBeLessThan(8_000)
    expect(texts.flatMap((text) => decodeEvent(text)?.to ?? [])).toEqual(people)
  })

  test.each(['', 'null', '{', '{"from":"x"}', '{"from":"x","event":{"type":"moon"}}'])(
    '%j is not taken for one',
    (text) => {
      expect(decodeEvent(text)).toBeUndefined()
    },
  )
})

describe.runIf(databasesUnderTest().includes('postgres'))('events between processes', () => {
  test('arrive in the others, and once in their own', async () => {
    const { first, second } = await twoProcesses()
    const own = hearing(first.bus)
    const other = hearing(second.bus)
    first.bus.publish(['a'], news)
    expect(await other.next()).toEqual(news)
    second.bus.publish(['a'], { type: 'connections' })
    expect([await own.next(), await own.next()]).toEqual([news, { type: 'connections' }])
  })

  test('keep the order of one process, also a thousand at once', async () => {
    const { first, second } = await twoProcesses()
    const other = hearing(second.bus)
    const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID())
    for (const id of ids) first.bus.publish(['a'], { type: 'chat', chatId: id })
    const received: BusEvent[] = []
    for (const _ of ids) received.push(await other.next())
    expect(received).toEqual(ids.map((id) => ({ type: 'chat', chatId: id })))
  })

  test('say that anything may have changed after a listener was cut off, and go on', async () => {
    const { first, second, endListeners } = await twoProcesses()
    const other = hearing(second.bus)
    await endListeners()
    expect(await other.next()).toMatchObject({ type: 'resync' })
    first.bus.publish(['a'], news)
    expect(await other.next()).toEqual(news)
  })

  test('say so too, and go on, after the connection of a listener died without a word', async () => {
    const { first, database } = await twoProcesses()
    const through = new URL(first.databaseUrl)
    const { hostname: host, port } = through
    const proxy = await startTcpProxy({ host, port: Number(port) || 5_432 })
    closing.push(() => proxy.cut())
    Object.assign(through, { hostname: '127.0.0.1', port: String(proxy.port) })
    const { pool } = database
    const bus = await postgresEvents({
      databaseUrl: through.href,
      pool,
      log,
      processId: 'third',
      // A connection that a busy machine holds up for a moment is not taken for a dead one.
      aliveEveryMs: 500,
    })
    closing.push(() => bus.close())
    const third = hearing(bus)
    proxy.hush()
    expect(await third.next()).toMatchObject({ type: 'resync' })
    // One that a standing machine took for dead before may be the one that went silent.
    let next: unknown
    do {
      first.bus.publish(['a'], news)
      next = await third.next()
    } while ((next as { type: string }).type === 'resync')
    expect(next).toEqual(news)
  })

  test('wait for a database that refuses them', async () => {
    const { database, second } = await twoProcesses()
    const other = hearing(second.bus)
    let refusals = 2
    const pool = Object.create(database.pool) as typeof database.pool
    Object.assign(pool, {
      query: (...given: Parameters<typeof database.pool.query>) => {
        if (refusals === 0) return database.pool.query(...given)
        refusals -= 1
        return Promise.reject(new Error('timeout exceeded when trying to connect'))
      },
    })
    const third = await openBus(second.databaseUrl, pool, 'third')
    third.publish(['a'], news)
    expect(await other.next()).toEqual(news)
    expect(refusals).toBe(0)
  })
})

test.runIf(databasesUnderTest().includes('postgres'))(
  'says how long a notification takes back to whoever sent it, and no listener hears of that',
  async () => {
    const { database, home, drop } = await openTestDatabase('postgres')
    closing.push(drop)
    const lag = Promise.withResolvers<number>()
    const { pool } = database
    const databaseUrl = home.databaseUrl ?? ''
    const listening = await openBus(databaseUrl, pool, 'other')
    const news = hearing(listening)
    const bus = await postgresEvents({
      databaseUrl,
      pool,
      log,
      processId: 'probing',
      onLag: lag.resolve,
    })
    closing.push(() => bus.close())
    expect(await lag.promise).toBeGreaterThan(0)
    bus.publish(['a'], { type: 'notices' })
    expect(await news.next()).toEqual({ type: 'notices' })
  },
)

/** Two event buses on one database, as two server processes have them. */
async function twoProcesses() {
  const { database, home, drop } = await openTestDatabase('postgres')
  closing.push(drop)
  const databaseUrl = home.databaseUrl ?? ''
  const bus = (name: string) => openBus(databaseUrl, database.pool, name)
  const endListeners = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'zync events' and datname = current_database()`,
    )
  const [first, second] = [await bus('first'), await bus('second')]
  return {
    database,
    first: { bus: first, databaseUrl },
    second: { bus: second, databaseUrl },
    endListeners,
  }
}

async function openBus(
  databaseUrl: string,
  pool: Parameters<typeof postgresEvents>[0]['pool'],
  processId: string,
): Promise<EventBus> {
  const bus = await postgresEvents({ databaseUrl, pool, log, processId })
  closing.push(() => bus.close())
  return bus
}

/** What a listener of person `a` hears, one after the other, waited for. */
function hearing(bus: Pick<EventBus, 'subscribe'>) {
  const received: BusEvent[] = []
  let wake: (() => void) | undefined
  bus.subscribe('a', (event) => {
    received.push(event)
    wake?.()
  })
  return {
    async next(): Promise<BusEvent> {
      for (;;) {
        const event = received.shift()
        if (event) return event
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
