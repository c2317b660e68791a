import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/client.ts'
import { call } from '#tests/support/call.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openTestDatabase,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { answerOf, wireOp } from '#tests/support/ops.ts'
import { addPerson } from '#tests/support/people.ts'
import { goodPassword, registration } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'

describe.runIf(databasesUnderTest().includes('postgres'))('while PostgreSQL is away', () => {
  let home: DatabaseHome
  let proxy: TcpProxy
  let database: Database
  let server: TestServer

  beforeAll(async () => {
    home = await createDatabaseHome('postgres')
    const url = new URL(home.databaseUrl ?? '')
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
    url.host = `127.0.0.1:${proxy.port}`
    const { dataDir } = home
    database = await openDatabase({
      databaseUrl: url.href,
      dataDir,
      log: quietLog,
      onFatal: failTest,
    })
    server = await startTestServer(database)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
    await proxy.cut()
    await home.remove()
  })

  test('every call says so and when to come back, the process lives, and all is well afterwards', async () => {
    const { token, id } = await addPerson(database)
    const op = wireOp(answerOf())
    const { origin } = server
    const calls = () => [
      call(origin, 'login', { body: { email: 'a@example.org', password: goodPassword } }),
      call(origin, 'registerAdolescent', registration()),
      call(origin, 'getUser', { params: { id } }, { token }),
      call(origin, 'checkTrackers', { query: {} }, { token }),
      call(origin, 'pushOps', { body: { ops: [op] } }, { token }),
      call(origin, 'logout', {}, { token }),
    ]
    for (let outage = 0; outage < 3; outage += 1) {
      await proxy.cut()
      // More calls than the pool has connections: an outage must not use them up.
      for (const answer of await Promise.all([...calls(), ...calls(), ...calls()])) {
        expect([answer.status, answer.problem.code]).toEqual([503, 'database_unavailable'])
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await fetch(`${origin}/api/health/ready`)).status).toBe(503)
      expect((await fetch(`${origin}/api/health/live`)).status).toBe(200)
      await proxy.heal()
      expect((await fetch(`${origin}/api/health/ready`)).status).toBe(200)
    }
    const { reply } = await call(origin, 'pushOps', { body: { ops: [op] } }, { token })
    expect(reply.results.map(({ status }) => status)).toEqual(['applied'])
  })

  test('one that only reads says so to what writes, and is read from', async () => {
    const hoursAgo = { fromMs: testNoonMs - 2 * 3_600_000 }
    const { token, id } = await addPerson(database, {}, hoursAgo)
    const name = new URL(home.databaseUrl ?? '').pathname.slice(1)
    const setDefault = `alter database "${name}" set default_transaction_read_only`
    await database.pool.query(`${setDefault} = on`)
    // What is connected already goes on as it began.
    await proxy.cut()
    await proxy.heal()
    const body = { email: 'a@example.org', password: goodPassword }
    const refused = await call(server.origin, 'login', { body })
    expect([refused.status, refused.problem.code]).toEqual([503, 'database_unavailable'])
    const read = await call(server.origin, 'getUser', { params: { id } }, { token })
    expect(read.status).toBe(200)
    const client = await database.pool.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query(`${setDefault} = off`)
    client.release()
    await proxy.cut()
    await proxy.heal()
    // By then the pool has noticed which of its connections have ended.
    expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(200)
  })

  test('a process whose connections are all busy is ready', async () => {
    const { pool } = database
    const busy = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
    const waiting = pool.query('select 1')
    expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(200)
    for (const client of busy) client.release()
    await waiting
    await proxy.cut()
    expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(503)
    await proxy.heal()
  })
})

describe('once the embedded database has stopped', () => {
  test('every call says so', async () => {
    const open = await openTestDatabase('embedded')
    const server = await startTestServer(open.database)
    const { token } = await addPerson(open.database)
    await open.database.close()
    const answer = await call(server.origin, 'checkTrackers', { query: {} }, { token })
    expect([answer.status, answer.problem.code]).toEqual([503, 'database_unavailable'])
    expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(503)
    await server.close()
    await open.drop()
  })
})
