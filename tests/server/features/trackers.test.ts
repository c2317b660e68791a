import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { answerOf, testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('trackers, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const record = (given: Parameters<typeof answerOf>[0] = {}, key?: string) =>
    call(
      server.origin,
      'recordTracker',
      { body: answerOf(given) },
      {
        token: person.token,
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      },
    )
  const latest = (type: string, days: string, token = person.token, before?: string) =>
    call(
      server.origin,
      'latestTrackerEntries',
      {
        params: { type: type as 'Mood' },
        query: { days, ...(before !== undefined && { before }) },
      },
      { token },
    )

  test('keep the first answer of a day and show it to whoever answers again', async () => {
    const first = await record()
    expect(first.status).toBe(201)
    expect(first.reply).toEqual({ ...answerOf(), id: first.reply.id, day: testDay, score: 4 })
    const second = await record({ answer: 'sad' })
    expect(second.status).toBe(409)
    expect(second.problem).toEqual({
      code: 'already_answered',
      message: 'You already answered this today.',
      current: first.reply,
    })
  })

  test('let one of many answers that come at once have the day', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => record()))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
  })

  test('give the first reply again to the same key, the refusal too', async () => {
    for (const key of [randomUUID(), '"a key of another make"', 'ключ'.repeat(3).normalize()]) {
      const sent = Buffer.from(key, 'utf8').toString('latin1')
      person = await addPerson(open.database)
      const first = await record({}, sent)
      expect(first.status).toBe(201)
      expect((await record({}, sent)).reply).toEqual(first.reply)
      expect((await record({ answer: 'sad' }, sent)).problem.code).toBe('op_reused')
      const late = await record({ answer: 'sad' }, `${sent}2`)
      const again = await record({ answer: 'sad' }, `${sent}2`)
      expect([late.status, again.status]).toEqual([409, 409])
      expect(again.problem).toEqual(late.problem)
    }
  })

  test('share the ledger with pushed operations', async () => {
    const op = wireOp(answerOf())
    const body = { ops: [op] }
    const pushed = await call(server.origin, 'pushOps', { body }, { token: person.token })
    const posted = await record({}, op.opId)
    expect(posted.reply).toEqual(
      pushed.reply.results.flatMap((result) => ('result' in result ? [result.result] : []))[0],
    )
  })

  test('refuse a key that is no key', async () => {
    for (const key of ['""', 'x'.repeat(256)]) {
      expect((await record({}, key)).problem.fields).toHaveProperty('idempotency-key')
    }
  })

  test('take the days from 30 back to one ahead', async () => {
    for (const days of [-30, 0, 1]) {
      expect([days, (await record({ date: addDays(testDay, days) })).status]).toEqual([days, 201])
    }
    for (const days of [-31, 2]) {
      const date = addDays(testDay, days)
      for (const answer of [await record({ date }), await record({ date }, randomUUID())]) {
        expect([answer.status, answer.problem.code]).toEqual([400, 'date_out_of_range'])
      }
    }
  })

  test('refuse what is no answer, field by field', async () => {
    const bodies: [unknown, Record<string, string>][] = [
      [{ ...answerOf(), answer: 'lazy' }, { answer: 'Please select an answer' }],
      [{ ...answerOf(), trackerType: 'Luck' }, { trackerType: expect.anything() }],
      [{ ...answerOf(), date: '2026-02-30' }, { date: 'Not a day of the calendar (YYYY-MM-DD)' }],
      [{ ...answerOf(), date: 20260615 }, { date: 'date is not valid' }],
      [{ ...answerOf(), userId: randomUUID() }, { userId: 'This field is not known.' }],
      [{}, { trackerType: 'trackerType is required' }],
      [{ ...answerOf(), answer: undefined }, { answer: 'Please select an answer' }],
    ]
    for (const [body, fields] of bodies) {
      const { problem } = await call(
        server.origin,
        'recordTracker',
        { body: body as ReturnType<typeof answerOf> },
        { token: person.token },
      )
      expect(problem.fields).toMatchObject(fields)
    }
  })

  test('tell which of them are answered on a day', async () => {
    await record()
    await record({ trackerType: 'Diet', answer: 'slightly', date: addDays(testDay, -1) })
    const check = async (query: { date?: string }) =>
      (await call(server.origin, 'checkTrackers', { query }, { token: person.token })).reply
    const none = { Mood: false, Fitness: false, Sleep: false, Diet: false }
    expect(await check({})).toEqual({ ...none, Mood: true })
    expect(await check({ date: addDays(testDay, -1) })).toEqual({ ...none, Diet: true })
    expect(await check({ date: '1999-01-01' })).toEqual(none)
  })

  test('refuse a day that is none, and a query that is not known', async () => {
    const queries = [{ date: '2026-02-30' }, { date: '' }, { user: randomUUID() }]
    for (const query of queries) {
      const { problem } = await call(
        server.origin,
        'checkTrackers',
        { query },
        { token: person.token },
      )
      expect(problem.code).toBe('invalid_input')
    }
  })

  test('give the newest days, oldest first', async () => {
    for (const back of [3, 0, 7, 1]) await record({ date: addDays(testDay, -back) })
    const entries = (await latest('Mood', '3')).reply
    expect(entries.map(({ day }) => day)).toEqual([3, 1, 0].map((back) => addDays(testDay, -back)))
    expect((await latest('Sleep', '3')).reply).toEqual([])
    const other = await addPerson(open.database)
    expect((await latest('Mood', '3', other.token)).reply).toEqual([])
  })

  test('give the newest days before a day, to their own person alone', async () => {
    const backs = [3, 0, 7, 1]
    for (const back of backs) await record({ date: addDays(testDay, -back) })
    const daysBefore = async (back: number, days: string, token?: string) => {
      const entries = await latest('Mood', days, token, addDays(testDay, -back))
      return entries.reply.map(({ day }) => day)
    }
    expect(await daysBefore(1, '366')).toEqual([7, 3].map((back) => addDays(testDay, -back)))
    expect(await daysBefore(1, '1')).toEqual([addDays(testDay, -3)])
    expect(await daysBefore(-1, '366')).toHaveLength(backs.length)
    expect(await daysBefore(7, '366')).toEqual([])
    const other = await addPerson(open.database)
    expect(await daysBefore(-1, '366', other.token)).toEqual([])
  })

  test.each(['2026-02-30', '2026', '', 'today', '0000-01-01', '2026-01-01T00:00:00Z'])(
    'refuse %j as a day before which to look',
    async (before) => {
      const refused = await latest('Mood', '3', person.token, before)
      expect([refused.status, refused.problem.code]).toEqual([400, 'invalid_input'])
      expect(refused.problem.fields).toHaveProperty('before')
    },
  )

  test('know no other tracker and no other number of days', async () => {
    expect((await latest('Luck', '3')).problem.code).toBe('not_found')
    for (const days of ['0', '367', '-1', '1.5', 'all', '']) {
      expect([days, (await latest('Mood', days)).status]).toEqual([days, 400])
    }
  })
})
