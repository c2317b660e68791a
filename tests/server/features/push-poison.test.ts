import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { distinctAnswers, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** What the database itself refuses, as if a rule of ours had been forgotten. */
const poison = {
  unstorable: 'check violation: the data can never be stored',
  faulty: 'an error of ours',
} as const

describe.each(databasesUnderTest('both'))('a poisoned operation, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    await open.database.pool.query(`
      create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.answer = 'lazy' then
          raise exception '${poison.unstorable}' using errcode = 'check_violation';
        elsif new.answer = '1 - 4' then
          raise exception '${poison.faulty}';
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

  async function push(ops: ReturnType<typeof wireOp>[]) {
    const { token } = person
    return (await call(server.origin, 'pushOps', { body: { ops } }, { token })).reply.results
  }

  test('sinks none of its neighbours, before it or after it', async () => {
    const answers = distinctAnswers(20)
    const ops = answers.map((answer) =>
      wireOp(answer.trackerType === 'Fitness' ? { ...answer, answer: 'lazy' } : answer),
    )
    const results = await push(ops)
    for (const [index, result] of results.entries()) {
      const poisoned = answers[index]?.trackerType === 'Fitness'
      expect(result.status).toBe(poisoned ? 'rejected' : 'applied')
    }
    const { rows } = await open.database.pool.query(
      'select (select count(*) from tracker_entries where user_id = $1)::int as entries, (select count(*) from ledger_ops where user_id = $1)::int as ops',
      [person.id],
    )
    expect(rows).toEqual([{ entries: 15, ops: 15 }])
  })

  test('is worth another try when the fault is ours', async () => {
    const [good, bad] = [
      wireOp(distinctAnswers(1)[0]),
      wireOp({ trackerType: 'Sleep', answer: '1 - 4', date: '2026-06-15' }),
    ]
    const results = await push([bad, good])
    expect(results[0]).toEqual({
      opId: bad.opId,
      status: 'retry',
      code: 'internal',
      afterMs: 30_000,
    })
    expect(results[1]?.status).toBe('applied')
    expect((await push([good, bad])).map(({ status }) => status)).toEqual(['duplicate', 'retry'])
  })

  test('is not overtaken in its own lane while it is worth another try', async () => {
    const bad = wireOp({ trackerType: 'Sleep', answer: '1 - 4', date: '2026-06-15' })
    const behind = wireOp({ trackerType: 'Sleep', answer: '7 - 8', date: '2026-06-14' })
    const beside = wireOp({ trackerType: 'Mood', answer: 'happy', date: '2026-06-14' })
    const statuses = (await push([bad, behind, beside])).map(({ status }) => status)
    expect(statuses).toEqual(['retry', 'retry', 'applied'])
  })
})
