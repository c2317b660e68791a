import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMetrics, type OpenMetrics } from '#server/ports/metrics/metrics.ts'
import { prometheusMetrics, type Scrapable } from '#server/ports/metrics/prometheus.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { answerOf, wireOp } from '#tests/support/ops.ts'
import { addPerson } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** What alerts and boards of operators are written against. */
const names = [
  'http_requests_total',
  'http_request_seconds',
  'streams_open',
  'events_sent_total',
  'events_lag_seconds',
  'push_ops_total',
  'jobs_due',
  'jobs_oldest_seconds',
  'jobs_given_up_total',
  'job_tries_total',
  'push_sends_total',
  'mail_sent_total',
  'db_pool_idle',
  'db_pool_waiting',
  'ledger_partitions_ahead',
  'event_loop_lag_seconds',
]

describe.each(databasesUnderTest('both'))('the numbers of a process, on %s', (kind) => {
  const lines: string[] = []
  let open: TestDatabase
  let metrics: Scrapable
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    metrics = prometheusMetrics(open.database.pool)
    // Looks at health are lines at debug.
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
    server = await startTestServer(open.database, { metrics, log })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const scrape = async () => (await metrics.scrape()).text
  const ready = (headers: Record<string, string>) =>
    fetch(`${server.origin}/api/health/ready`, { headers })
  const lastLine = () => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>

  test('have every name that an alert may be about', async () => {
    const text = await scrape()
    expect(names.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
    expect(text).toMatch(/^ledger_partitions_ahead [1-9]$/m)
    expect(text).toMatch(/^jobs_oldest_seconds\{kind="booking\.mail"\} 0$/m)
  })

  test('count the tries at jobs by how they ended, so that work that always fails rings', async () => {
    let fails = true
    server.jobs.handle('cleanup', async () => {
      if (fails) throw new Error('away')
    })
    const runOne = async () => {
      const job = { kind: 'cleanup', payload: {}, runAt: new Date(0) } as const
      await server.jobs.add(open.database.orm, job)
      await server.jobs.runDue()
    }
    await runOne()
    fails = false
    await runOne()
    await open.database.pool.query('delete from pgboss.job')
    const text = await scrape()
    expect(text).toMatch(/^job_tries_total\{kind="cleanup",status="failed"\} 1$/m)
    expect(text).toMatch(/^job_tries_total\{kind="cleanup",status="done"\} 1$/m)
  })

  test('count the age of a job that fails from its first time, and what was given up by where it comes from', async () => {
    const { pool } = open.database
    await pool.query(
      `insert into pgboss.job (name, state, retry_count, start_after, keep_until)
        select name, 'retry', 3, now() + interval '1 hour',
          now() - interval '10 minutes' + retention_seconds * interval '1 second'
        from pgboss.queue where name = 'booking.mail'`,
    )
    await pool.query(
      `insert into pgboss.job (name, source_name, start_after)
        select 'given-up', 'booking.mail', now() - interval '1 day' from generate_series(1, 2)`,
    )
    // What ended long ago, in whatever way, is no more than what the operator has not given back.
    await pool.query(`update pgboss.queue set failed_count = 3`)
    const text = await scrape()
    await pool.query('delete from pgboss.job')
    await pool.query('update pgboss.queue set failed_count = 0')
    const [, age] = /^jobs_oldest_seconds\{kind="booking\.mail"\} ([\d.]+)$/m.exec(text) ?? []
    expect(Number(age)).toBeGreaterThanOrEqual(600)
    expect(text).toMatch(/^jobs_given_up_total\{kind="booking\.mail"\} 2$/m)
    expect(text).toMatch(/^jobs_given_up_total\{kind="upkeep"\} 0$/m)
    expect(text).not.toContain('given-up')
    expect(text).toMatch(/^jobs_due 1$/m)
  })

  test('count requests by the pattern of their path, operations by kind, streams and their events', async () => {
    const { id, token } = await addPerson(open.database)
    await call(server.origin, 'getUser', { params: { id } }, { token })
    const op = wireOp(answerOf())
    await call(server.origin, 'pushOps', { body: { ops: [op] } }, { token })
    await call(server.origin, 'pushOps', { body: { ops: [op] } }, { token })
    const stream = await openLiveStream(server.origin, token)
    await stream.next()
    const text = await scrape()
    stream.close()
    expect(text).toContain('http_requests_total{route="/auth/user/{id}",status="200"} 1')
    expect(text).toContain('http_request_seconds_count{route="/auth/user/{id}"} 1')
    expect(text).toContain('push_ops_total{kind="trackers.record",status="applied"} 1')
    expect(text).toContain('push_ops_total{kind="trackers.record",status="duplicate"} 1')
    expect(text).toContain('streams_open 1')
    expect(text).toContain('events_sent_total{type="resync"} 1')
  })

  test('carry no id and nothing that a caller wrote, whatever they ask for', async () => {
    const { id, token } = await addPerson(open.database)
    const authorization = `Bearer ${token}`
    await call(server.origin, 'getUser', { params: { id } }, { token })
    await fetch(`${server.origin}/api/people/${id}?name=nour`, { headers: { authorization } })
    await fetch(`${server.origin}/api/auth/user/${id}`, { method: 'PURGE' })
    const kinds = [`kind.${id}`, 'constructor', 'nour']
    const ops = kinds.map((each) => wireOp({}, { kind: each, opId: uuidv7() }))
    await call(server.origin, 'pushOps', { body: { ops } }, { token })
    metrics.pushSend(`${id}.example.org`, 201)
    metrics.pushSend('nour.notify.windows.com', 201)
    const text = await scrape()
    expect(text).toContain('push_ops_total{kind="unknown",status="upgrade_required"} 3')
    expect(text).toContain('push_sends_total{host="other",status="201"} 1')
    expect(text).toContain('push_sends_total{host="notify.windows.com",status="201"} 1')
    const labels = [...text.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value)
    const telling = /[0-9a-f]{8}-[0-9a-f]{4}|[\w-]{43}|nour|constructor|example|\?/
    expect(labels.filter((value) => telling.test(value))).toEqual([])
  })

  test('are there while the database is not, without what it would say', async () => {
    const { pool } = open.database
    await pool.query('alter schema pgboss rename to gone')
    const text = await scrape()
    await pool.query('alter schema gone rename to pgboss')
    expect(text).toMatch(/^db_pool_waiting \d+$/m)
  })

  test('stand beside a line for each request that says what it asked of the database', async () => {
    const { id, token } = await addPerson(open.database)
    await call(server.origin, 'getUser', { params: { id } }, { token })
    expect(lastLine()).toMatchObject({ db_ms: expect.any(Number) })
    expect(lastLine()['db_statements']).toBeGreaterThanOrEqual(2)
    expect(lastLine()['db_ms']).toBeGreaterThan(0)
    await call(server.origin, 'pushOps', { body: { ops: [wireOp(answerOf())] } }, { token })
    // The session, the opening, the answer, the ledger, the end: those of a transaction too.
    expect(lastLine()['db_statements']).toBeGreaterThanOrEqual(5)
    await fetch(`${server.origin}/api/health/live`)
    expect(lastLine()).toMatchObject({ db_ms: 0, db_statements: 0 })
  })

  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const parent = '00f067aa0ba902b7'

  test.each([`00-${trace}-${parent}-01`, `cc-${trace}-${parent}-00-more`])(
    'name the trace of %s',
    async (traceparent) => {
      await ready({ traceparent })
      expect(lastLine()['trace']).toBe(trace)
    },
  )

  test.each([
    '',
    'nour',
    `ff-${trace}-${parent}-01`,
    `00-${trace}-${parent}-01-more`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${parent}`,
    `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`,
  ])('pay no heed to a traceparent of "%s"', async (traceparent) => {
    expect((await ready({ traceparent })).status).toBe(200)
    expect(lastLine()).not.toHaveProperty('trace')
  })
})

describe('the listener of the numbers', () => {
  const [kind = 'embedded'] = databasesUnderTest()

  async function listen(open: TestDatabase): Promise<{ metrics: OpenMetrics; origin: string }> {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const place = { host: '127.0.0.1', port: 0 }
    const metrics = await openMetrics({ place, pool: open.database.pool, log })
    const { port } = (JSON.parse(lines[0] ?? '') as { metrics: { port: number } }).metrics
    return { metrics, origin: `http://127.0.0.1:${port}` }
  }

  test('answers a scrape and nothing else, until it is stopped', async () => {
    const open = await openTestDatabase(kind)
    const { metrics, origin } = await listen(open)
    const answer = await fetch(`${origin}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    expect(await answer.text()).toContain('# TYPE streams_open gauge')
    expect((await fetch(`${origin}/`)).status).toBe(404)
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
    await metrics.stop()
    await expect(fetch(`${origin}/metrics`)).rejects.toThrow('fetch failed')
    await open.drop()
  })

  test('is not there unless a port is named, nor at the port that people reach', async () => {
    const open = await openTestDatabase(kind)
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const metrics = await openMetrics({ place: undefined, pool: open.database.pool, log })
    expect(lines).toEqual([])
    await metrics.stop()
    const server = await startTestServer(open.database)
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
    expect((await fetch(`${server.origin}/api/metrics`)).status).toBe(404)
    await server.close()
    await open.drop()
  })
})
