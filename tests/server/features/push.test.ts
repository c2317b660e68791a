import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandVersion } from '#contract/commands.ts'
import { addDays, utcDate } from '#contract/local-date.ts'
import { pushOpsMax } from '#contract/sync/api.ts'
import { opDaysAheadMax, opDaysMax } from '#server/features/sync/plan.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair } from '#tests/support/chats.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { answerOf, distinctAnswers, opIdAt, testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const dayMs = 86_400_000

type Op = ReturnType<typeof wireOp>

describe.each(databasesUnderTest('both'))('a push, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function push(ops: Op[], token = person.token) {
    const { reply } = await call(server.origin, 'pushOps', { body: { ops } }, { token })
    expect(reply.results.map(({ opId }) => opId)).toEqual(ops.map(({ opId }) => opId))
    return reply.results
  }
  const statuses = (results: Awaited<ReturnType<typeof push>>) =>
    results.map((result) => ('code' in result ? result.code : result.status))

  async function rowsOf(table: 'tracker_entries' | 'ledger_ops', userId = person.id) {
    const { rows } = await open.database.pool.query(
      `select count(*)::int as count from ${table} where user_id = $1`,
      [userId],
    )
    return rows[0].count as number
  }

  test('applies an operation once, and gives every repeat the first result', async () => {
    const op = wireOp(answerOf())
    const entry = { ...answerOf(), id: op.opId, day: testDay, score: 4 }
    expect(await push([op])).toEqual([{ opId: op.opId, status: 'applied', result: entry }])
    for (let time = 0; time < 3; time += 1) {
      expect(await push([op])).toEqual([{ opId: op.opId, status: 'duplicate', result: entry }])
    }
    expect(await rowsOf('tracker_entries')).toBe(1)
    expect(await rowsOf('ledger_ops')).toBe(1)
  })

  test('tells the other one again of what comes again, since the word of it may be lost with its answer', async () => {
    const { provider, chatId } = await addPair(open.database, { client: person })
    const [messageId = ''] = await addMessages(open.database, chatId, provider.id, ['Hello'])
    const said = wireOp({ chatId, content: 'Hello too' }, { kind: 'chat.send' })
    const changes = [
      [said, { type: 'chat', chatId }],
      [
        wireOp({ chatId, messageId, reaction: 'love' }, { kind: 'chat.react' }),
        { type: 'chat', chatId },
      ],
      [wireOp({ chatId, messageId: said.opId }, { kind: 'chat.delete' }), { type: 'chat', chatId }],
      [wireOp({ kind: 'score' }, { kind: 'share.revoke' }), { type: 'sharing' }],
      [wireOp({ userId: provider.id }, { kind: 'safety.block' }), { type: 'connections' }],
    ] as const
    for (const [op, event] of changes) {
      expect(statuses(await push([op]))).toEqual(['applied'])
      const notified: unknown[] = []
      const stop = server.events.subscribe(provider.id, (news) => notified.push(news))
      expect(statuses(await push([op]))).toEqual(['duplicate'])
      stop()
      expect([op.kind, notified]).toEqual([op.kind, [event]])
    }
  })

  test('applies an operation once when it comes many times side by side', async () => {
    const op = wireOp(answerOf())
    const results = await Promise.all(Array.from({ length: 8 }, () => push([op])))
    expect(statuses(results.flat()).sort()).toEqual(['applied', ...Array(7).fill('duplicate')])
    expect(await rowsOf('tracker_entries')).toBe(1)
  })

  test('applies an operation once when it stands twice in the same push', async () => {
    const op = wireOp(answerOf())
    const upper = { ...op, opId: op.opId.toUpperCase() }
    expect(statuses(await push([op, upper, op]))).toEqual(['applied', 'duplicate', 'duplicate'])
    expect(await rowsOf('ledger_ops')).toBe(1)
  })

  test('refuses an id that was used for something else', async () => {
    const op = wireOp(answerOf())
    const other = { ...op, payload: answerOf({ answer: 'sad' }) }
    expect(statuses(await push([op, other]))).toEqual(['applied', 'op_reused'])
    expect(statuses(await push([other]))).toEqual(['op_reused'])
    expect(statuses(await push([{ ...op, payload: reversed(op.payload) }]))).toEqual(['duplicate'])
  })

  test('lets two people use one id, each for their own', async () => {
    const op = wireOp(answerOf())
    const other = await addPerson(open.database)
    expect(statuses(await push([op]))).toEqual(['applied'])
    expect(statuses(await push([op], other.token))).toEqual(['applied'])
    expect(await rowsOf('tracker_entries', other.id)).toBe(1)
  })

  test('keeps the first answer of a day, and shows it to a second device, again and again', async () => {
    const phone = wireOp(answerOf())
    const tablet = wireOp(answerOf({ answer: 'sad' }))
    await push([phone])
    const stored = { ...answerOf(), id: phone.opId, day: testDay, score: 4 }
    for (let time = 0; time < 2; time += 1) {
      expect(await push([tablet])).toEqual([
        { opId: tablet.opId, status: 'superseded', result: stored },
      ])
    }
  })

  test('keeps the first of two answers for a day in the same push', async () => {
    const [first, second] = [wireOp(answerOf()), wireOp(answerOf({ answer: 'sad' }))]
    const results = await push([first, second])
    expect(statuses(results)).toEqual(['applied', 'superseded'])
    expect(results[1]).toMatchObject({ result: { id: first.opId } })
  })

  test('answers for each operation by itself', async () => {
    const results = await push([
      wireOp(answerOf({ trackerType: 'Sleep', answer: '7 - 8' })),
      wireOp(answerOf({ answer: 'meh' })),
      wireOp({ ...answerOf(), extra: 1 }),
      wireOp(null),
      wireOp({ ...answerOf(), date: '2026-02-30' }),
      wireOp(answerOf({ date: addDays(testDay, 2) })),
      wireOp(answerOf({ date: addDays(testDay, -31) })),
      wireOp(answerOf(), { kind: 'diary.write' }),
      wireOp(answerOf(), { kind: 'constructor' }),
      wireOp(answerOf(), { v: commandVersion + 1 }),
      wireOp(answerOf({ date: addDays(testDay, 1) })),
      wireOp(answerOf({ date: addDays(testDay, -30) })),
    ])
    expect(statuses(results)).toEqual([
      'applied',
      ...Array(4).fill('invalid_input'),
      ...Array(2).fill('date_out_of_range'),
      ...Array(3).fill('upgrade_required'),
      ...Array(2).fill('applied'),
    ])
    expect(await rowsOf('ledger_ops')).toBe(3)
  })

  test('judges a refused operation anew when it comes again', async () => {
    const early = wireOp(answerOf({ date: addDays(testDay, 2) }))
    expect(statuses(await push([early]))).toEqual(['date_out_of_range'])
    expect(await rowsOf('ledger_ops')).toBe(0)
  })

  test('refuses an operation older than the ledger, applies it as new, and knows it for as long as it can come', async () => {
    const tapped = (days: number) => opIdAt(new Date(nowMs + days * dayMs).toISOString())
    const [fresh, old, ahead] = [-opDaysMax + 1, -opDaysMax - 1, opDaysAheadMax + 1].map((days) =>
      wireOp(answerOf({ trackerType: 'Sleep', answer: '7 - 8' }), { opId: tapped(days) }),
    )
    if (!fresh || !old || !ahead) throw new Error('ops')
    expect(statuses(await push([old, ahead, old]))).toEqual(Array(3).fill('too_old'))
    expect(await rowsOf('tracker_entries')).toBe(0)
    expect(statuses(await push([fresh]))).toEqual(['applied'])
    nowMs += 20 * dayMs
    expect(statuses(await push([fresh]))).toEqual(['duplicate'])
    expect(await rowsOf('ledger_ops')).toBe(1)
    const unknown = { ...fresh, opId: tapped(-opDaysMax - 1) }
    expect(statuses(await push([unknown]))).toEqual(['too_old'])
  })

  test('takes the age of an id that tells none from the day of its tap', async () => {
    const day = (days: number) => utcDate(nowMs + days * dayMs)
    const ops = [0, -opDaysMax - 2, opDaysAheadMax + 2].map((days) =>
      wireOp(answerOf(), { opId: randomUUID(), localDate: day(days) }),
    )
    expect(statuses(await push(ops))).toEqual(['applied', 'too_old', 'too_old'])
  })

  test('of somebody who keeps no diary is refused, operation by operation', async () => {
    const types = ['Parent', 'ServiceProvider'] as const
    for (const userType of types) {
      const { token } = await addPerson(open.database, { userType })
      expect(statuses(await push([wireOp(answerOf())], token))).toEqual(['forbidden'])
    }
  })

  test('holds 1,000 operations', async () => {
    const answers = distinctAnswers(124)
    const ops = Array.from({ length: pushOpsMax }, (_, index) => wireOp(answers[index % 124]))
    const short = ops.map(({ opId, ...op }) => ({ ...op, opId, tz: 'UTC' }))
    const results = await push(short)
    expect(results.filter(({ status }) => status === 'applied')).toHaveLength(124)
    expect(results.filter(({ status }) => status === 'superseded')).toHaveLength(876)
    expect(await rowsOf('ledger_ops')).toBe(1_000)
    expect(statuses(await push(short)).slice(0, 124)).toEqual(Array(124).fill('duplicate'))
  })

  test('of more than 1,000 operations, or of none, or with a broken envelope is refused whole', async () => {
    const op = wireOp(answerOf())
    const bodies = [
      [],
      Array.from({ length: pushOpsMax + 1 }, () => ({ ...op, tz: '' })),
      [{ ...op, opId: 'mine' }],
      [{ ...op, v: 0 }],
      [{ ...op, v: 1.5 }],
      [{ ...op, localDate: '2026-02-30' }],
      [{ ...op, token: 'x' }],
    ]
    for (const ops of bodies) {
      const { problem } = await call(
        server.origin,
        'pushOps',
        { body: { ops } },
        { token: person.token },
      )
      expect([problem.code, problem.fields]).toEqual(['invalid_input', expect.anything()])
    }
    expect(await rowsOf('ledger_ops')).toBe(0)
  })
})

function reversed(payload: unknown): unknown {
  return Object.fromEntries(Object.entries(payload ?? {}).toReversed())
}
