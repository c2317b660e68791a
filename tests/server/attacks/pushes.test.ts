import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { trackerCatalog } from '#contract/trackers/catalog.ts'
import { call } from '#tests/support/call.ts'
import { addPair } from '#tests/support/chats.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { distinctAnswers, testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

type Ops = ReturnType<typeof wireOp>[]

/** How often a push that fails as often as it may takes a connection: for the session, for each try, for what is good. */
const turnsMax = 1 + 60 + 1
/** And a read beside it. */
const readTurns = 2

describe.each(databasesUnderTest())('a hostile push, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn
  let other: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    other = await addPerson(open.database)
    await open.database.pool.query(`
      create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.answer = 'lazy' then
          raise exception 'it can never be stored' using errcode = 'check_violation';
        elsif new.answer = '1 - 4' then
          raise exception 'an error of ours';
        end if;
        return new;
      end $$;
      create trigger refuse_poison before insert on tracker_entries
        for each row execute function refuse_poison()`)
  })
  beforeEach(async () => {
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const push = (ops: Ops, { token }: SignedIn = person, origin = server.origin) =>
    call(origin, 'pushOps', { body: { ops } }, { token })

  /** How often a push took a connection, and whether a read that waited for one from its third turn on came before its end. */
  async function pushBeside(ops: Ops) {
    const { pool } = open.database
    let turns = 0
    const begun = Promise.withResolvers<void>()
    const note = () => {
      turns += 1
      if (turns === 3) begun.resolve()
    }
    // The read has come as far as the database before the push begins: what is shared is that, not the way there.
    const reading = holdNextConnect(pool, begun.promise)
    const read = call(server.origin, 'checkTrackers', {}, other)
    await reading
    pool.on('acquire', note)
    let ended = false
    const pushing = push(ops).finally(() => (ended = true))
    await read
    const passed = !ended
    const { results } = (await pushing).reply
    pool.off('acquire', note)
    return { results, turns, passed }
  }

  test('of texts with something hidden in them arrives without it', async () => {
    const { client, provider, chatId } = await addPair(open.database)
    const target = { kind: 'person', id: provider.id }
    const ops = [
      wireOp({ chatId, content: 'meet\u0000 me\u202e\ud800' }, { kind: 'chat.send' }),
      wireOp(
        { target, reason: 'other', note: '\u0000help\u200b\r\nme' },
        { kind: 'safety.report' },
      ),
      wireOp(distinctAnswers(1)[0], { tz: 'Africa/\u0000Cairo' }),
    ]
    const { results } = (await push(ops, client)).reply
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
    const text = 'select content from messages where chat_id = $1'
    const { rows } = await open.database.pool.query(text, [chatId])
    expect(rows).toEqual([{ content: 'meet me' }])
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const { reports } = (await call(server.origin, 'listReports', { query: {} }, admin)).reply
    expect(reports.find(({ reporter }) => reporter?.id === client.id)?.note).toBe('help\nme')
    const again = (await push(ops, client)).reply.results
    expect(again.map(({ status }) => status)).toEqual(['duplicate', 'duplicate', 'duplicate'])
  })

  test('of 1,000 that the database refuses is tried so often and no more, and others pass', async () => {
    const good = answersOf('Mood', trackerCatalog.Mood.answers[0], 20)
    const { results, turns, passed } = await pushBeside([
      ...answersOf('Fitness', 'lazy', 980),
      ...good,
    ])
    expect(passed).toBe(true)
    expect(turns).toBeLessThanOrEqual(turnsMax + readTurns)
    expect(results.slice(980).map(({ status }) => status)).toEqual(Array(20).fill('applied'))
    const refused = results.slice(0, 980)
    expect(refused[0]?.status).toBe('rejected')
    expect(refused.at(-1)).toMatchObject({ status: 'retry', code: 'busy', afterMs: 5_000 })
  })

  test('comes to its end when what is left comes again', async () => {
    let ops = answersOf('Fitness', 'lazy', 60)
    let pushes = 0
    while (ops.length > 0) {
      const { results } = (await push(ops)).reply
      const left = ops.filter((_, index) => results[index]?.status === 'retry')
      expect(left.length).toBeLessThan(ops.length)
      ops = left
      pushes += 1
    }
    expect(pushes).toBeLessThanOrEqual(4)
  })

  test('of five bad ones among 1,000 leaves the others applied at once', async () => {
    const ops = answersOf('Mood', trackerCatalog.Mood.answers[0], 1_000)
    for (const at of [3, 250, 251, 700, 999]) ops[at] = wireOp(answerOn('Fitness', 'lazy', at))
    const { results } = (await push(ops)).reply
    const bad = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    expect(bad).toEqual([3, 250, 251, 700, 999])
    expect(results.filter(({ status }) => status === 'retry')).toEqual([])
  })

  test.each([
    ['blocks', 'safety.block', () => ({ userId: uuidv7() }), 50],
    [
      'reports',
      'safety.report',
      () => ({ target: { kind: 'person', id: uuidv7() }, reason: 'other' }),
      50,
    ],
    ['deletions', 'chat.delete', () => ({ chatId: uuidv7(), messageId: uuidv7() }), 20],
  ])(
    'of 1,000 %s, each with statements of its own, is many turns',
    async (_, kind_, payload, least) => {
      const ops = Array.from({ length: 1_000 }, () => wireOp(payload(), { kind: kind_ }))
      const { results, turns, passed } = await pushBeside(ops)
      expect(passed).toBe(true)
      expect(turns).toBeGreaterThanOrEqual(least)
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']))
    },
  )

  test('never lets an operation overtake one of its lane that comes again', async () => {
    const kinds = ['Mood', 'Sleep', 'Diet', 'Fitness'] as const
    const ops = Array.from({ length: 120 }, (_, index) => {
      const tracker = kinds[index % 4] ?? 'Mood'
      const faulty = tracker === 'Sleep' && index > 40
      const bad = tracker === 'Fitness' && index % 3 === 0
      const answer = faulty ? '1 - 4' : bad ? 'lazy' : trackerCatalog[tracker].answers[0]
      return wireOp(answerOn(tracker, answer, Math.floor(index / 4)))
    })
    const { results } = (await push(ops)).reply
    for (const tracker of kinds) {
      const lane = results.filter((_, index) => kinds[index % 4] === tracker)
      const firstAgain = lane.findIndex(({ status }) => status === 'retry')
      const behind = firstAgain === -1 ? [] : lane.slice(firstAgain)
      expect(behind.filter(({ status }) => status !== 'retry')).toEqual([])
    }
    const { rows } = await open.database.pool.query(
      `select (select count(*)::int from ledger_ops where user_id = $1) as ops,
        (select count(*)::int from tracker_entries where user_id = $1) as entries`,
      [person.id],
    )
    const applied = results.filter(({ status }) => status === 'applied').length
    expect(rows).toEqual([{ ops: applied, entries: applied }])
    expect(applied).toBeGreaterThan(30)
  })

  test('beyond a person’s share comes again, and nobody else pays for it', async () => {
    let nowMs = testNoonMs
    const own = await startTestServer(open.database, {
      now: () => nowMs,
      opBudget: { perMinute: 60, ahead: 10 },
    })
    const ops = answersOf('Mood', trackerCatalog.Mood.answers[0], 15)
    const { results } = (await push(ops, person, own.origin)).reply
    expect(results.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill('applied'))
    const [tenth] = results.slice(10)
    expect(tenth).toMatchObject({ status: 'retry', code: 'rate_limited', afterMs: 5_000 })
    const refused = await push(ops.slice(10), person, own.origin)
    expect([refused.status, refused.problem.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toBe('1')
    const block = { body: { userId: other.id } }
    expect((await call(own.origin, 'blockPerson', block, person)).status).toBe(429)
    expect((await push(ops.slice(0, 1), other, own.origin)).status).toBe(200)
    nowMs += 5_000
    const later = (await push(ops.slice(10), person, own.origin)).reply.results
    expect(later.map(({ status }) => status)).toEqual(Array(5).fill('applied'))
    await own.close()
  })
})

/** Answers of one tracker, for 31 days and then for the same days again. */
function answersOf(trackerType: 'Mood' | 'Fitness', answer: string, count: number): Ops {
  return Array.from({ length: count }, (_, index) => wireOp(answerOn(trackerType, answer, index)))
}

function answerOn(trackerType: string, answer: string, index: number) {
  return { trackerType, answer, date: addDays(testDay, -(index % 31)) }
}

/** Keeps whoever asks the pool for a connection next until `free`; resolves once they have asked. */
function holdNextConnect(pool: Pool, free: Promise<void>): Promise<void> {
  const asked = Promise.withResolvers<void>()
  const connect = pool.connect.bind(pool)
  const held = (...given: Parameters<typeof connect>) => {
    pool.connect = connect
    asked.resolve()
    return free.then(() => connect(...given))
  }
  Object.assign(pool, { connect: held })
  return asked.promise
}
