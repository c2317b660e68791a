import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { epochHeader } from '#contract/sync/api.ts'
import { createEpoch } from '#server/features/sync/service.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { answerOf, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('the life of the data, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function push(ops: object[], epoch?: string) {
    const response = await fetch(`${server.origin}/api/sync/push`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        ...(epoch === undefined ? {} : { [epochHeader]: epoch }),
      },
      body: JSON.stringify({ ops }),
    })
    const { results, epoch: epochNow } = (await response.json()) as {
      results: { status: string }[]
      epoch: string
    }
    return { statuses: results.map(({ status }) => status), named: epochNow }
  }

  async function streamEpoch(): Promise<string | undefined> {
    const response = await fetch(`${server.origin}/api/events`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const found = /"type":"epoch","epoch":"([\da-f-]{36})"/.exec(text)?.[1]
      // Whoever stops reading has closed the stream.
      if (found) return found
    }
    return undefined
  }

  const restore = () =>
    open.database.pool.query('update server_epoch set epoch = gen_random_uuid()')

  test('is named with each push and by the stream, and stays the same', async () => {
    const { named, statuses } = await push([wireOp(answerOf())])
    expect(statuses).toEqual(['applied'])
    expect((await push([wireOp(answerOf())], named)).named).toBe(named)
    expect(await streamEpoch()).toBe(named)
  })

  test('is another one after a restore: who knew the old one comes again with what was forgotten first', async () => {
    const { named } = await push([wireOp(answerOf())])
    await restore()
    nowMs += 16_000
    const op = wireOp(answerOf({ trackerType: 'Diet', answer: 'well' }))
    const first = await push([op, wireOp(answerOf())], named)
    expect(first.statuses).toEqual(['retry', 'retry'])
    expect(first.named).not.toBe(named)
    expect((await push([op], first.named)).statuses).toEqual(['applied'])
    expect(await streamEpoch()).toBe(first.named)
  })

  test('is the id alone where the database never says more, and nothing at all where it cannot say now', async () => {
    const { pool } = open.database
    const refusing = (code: string) =>
      Object.assign(Object.create(pool) as typeof pool, {
        query: (given: { text: string; values: unknown[] }) =>
          given.text.includes('pg_control_system')
            ? Promise.reject(Object.assign(new Error('refused'), { code }))
            : pool.query(given),
      })
    const epochOf = (code: string) => createEpoch(refusing(code), () => nowMs).current()
    // The role may not ask; there is no such function; it is there and not supported.
    const [alone, ...others] = await Promise.all(['42501', '42883', '0A000'].map(epochOf))
    expect(alone).toMatch(/^[\da-f-]{36}$/)
    expect(others).toEqual([alone, alone])
    expect(alone).not.toBe(await createEpoch(pool, () => nowMs).current())
    // A standby answers; the statement took too long.
    for (const code of ['55000', '57014']) await expect(epochOf(code)).rejects.toThrow('refused')
  })

  test('is asked anew before a phone that knows more than this process is sent back', async () => {
    const { named } = await push([wireOp(answerOf())])
    await restore()
    // Another process has noticed the restore; this one still believes what it last read.
    const fresh = await startTestServer(open.database, { now: () => nowMs })
    const newest = await fetch(`${fresh.origin}/api/sync/push`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ops: [wireOp(answerOf())] }),
    }).then((response) => response.json() as Promise<{ epoch: string }>)
    await fresh.close()
    expect(newest.epoch).not.toBe(named)
    const op = wireOp(answerOf({ trackerType: 'Fitness', answer: 'active' }))
    const { statuses } = await push([op], newest.epoch)
    expect(statuses).toEqual(['applied'])
  })
})
