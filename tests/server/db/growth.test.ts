import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/orm.ts'
import { pushSettings } from '#server/db/schema/notices.ts'
import { pushSweepSends, pushUnanswered } from '#server/features/push/push.sql.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson } from '#tests/support/people.ts'

const now = new Date('2026-06-15T18:00:00Z')
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

describe.each(databasesUnderTest())('tables that have grown, on %s', (kind) => {
  let open: TestDatabase

  beforeAll(async () => {
    open = await openTestDatabase(kind)
  })
  afterAll(() => open.drop())

  test('every foreign key has an index that begins with its columns: a row that goes asks for those that name it', async () => {
    const { rows } = await open.database.pool.query<{ key: string }>(
      `select format('%s (%s)', conrelid::regclass, string_agg(attname, ', ' order by place)) as key
        from pg_constraint cross join unnest(conkey) with ordinality as part (attnum, place)
          join pg_attribute using (attnum)
        where contype = 'f' and attrelid = conrelid and connamespace = 'public'::regnamespace
          and not exists (select from pg_index
            where indrelid = conrelid and indisvalid
              and conkey @> (indkey::int2[])[0:cardinality(conkey) - 1]
              and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
        group by pg_constraint.oid, conrelid order by 1`,
    )
    expect(rows.map(({ key }) => key)).toEqual([])
  })

  /** How many rows a piece of work looks at, in tables and by their indexes; what it does is undone. */
  async function rowsRead(work: (client: pg.PoolClient) => Promise<unknown>): Promise<number> {
    await open.database.pool.query('analyze')
    const undone = new Error('undone')
    let read = 0
    const counting = inTransaction(open.database.pool, 'begin', async (client) => {
      const before = await rowsSoFar(client)
      await work(client)
      read = (await rowsSoFar(client)) - before
      throw undone
    })
    await expect(counting).rejects.toBe(undone)
    return read
  }

  async function rowsSoFar(client: pg.PoolClient): Promise<number> {
    const { rows } = await client.query<{ count: number }>(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
        from pg_stat_xact_user_tables where schemaname = 'public'`,
    )
    return rows[0]?.count ?? 0
  }

  async function addReminded(): Promise<string> {
    const { id: userId } = await addPerson(open.database)
    await open.database.orm.insert(pushSettings).values({
      userId,
      kinds: {} as (typeof pushSettings.$inferSelect)['kinds'],
      timeZone: 'UTC',
      zoneFollows: false,
      discreet: true,
      chosenAt: new Date(0),
    })
    return userId
  }

  test('what was sent long ago goes without a look at all that was sent since', async () => {
    const userId = await addReminded()
    await open.database.pool.query(
      `insert into push_sends (id, user_id, kind, about, slot, due_at, send_before, sent_at)
        select gen_random_uuid(), $1, 'message', n, '', $2::timestamptz - n * interval '1 minute', $2, $2
        from generate_series(1, 20000) as n`,
      [userId, now],
    )
    const before = new Date(now.getTime() - 19_990 * 60_000)
    expect(await rowsRead((client) => pushSweepSends.run(client, [before, before]))).toBeLessThan(
      100,
    )
    expect(await pushSweepSends.run(open.database.pool, [before, before])).toBe(10)
  })

  test('a reminder looks at the answers of its last weeks, once for each tracker', async () => {
    const userId = await addReminded()
    await open.database.pool.query(
      `insert into tracker_entries (op_id, user_id, tracker_type, answer, score, day, created_at)
        select gen_random_uuid(), $1, tracker, '', 1, ($2::timestamptz - (30 + n) * interval '1 day')::date,
          $2::timestamptz - (30 + n) * interval '1 day'
        from unnest('{Mood,Fitness,Sleep,Diet}'::text[]) as tracker, generate_series(1, 1000) as n`,
      [userId, now],
    )
    await open.database.pool.query(
      `insert into push_sends (id, user_id, kind, about, slot, due_at, send_before, sent_at, counted_at)
        select gen_random_uuid(), $1, kind, n, '', at, at, at, at
        from unnest('{tracker.mood,tracker.fitness,tracker.sleep,tracker.diet}'::text[]) as kind,
          generate_series(0, 29) as n, lateral (select $2::timestamptz - n * interval '1 day' as at) as of_day`,
      [userId, now],
    )
    // After the first of the reminders, for the oldest day that could be answered then.
    await open.database.pool.query(
      `update tracker_entries set created_at = $2 where user_id = $1 and tracker_type = 'Sleep' and day = $3`,
      [userId, daysAgo(28.5), daysAgo(58).toISOString().slice(0, 10)],
    )
    const asked = await pushUnanswered.all(open.database.pool, [[userId]])
    expect(Object.fromEntries(asked.map(({ kind: of, days }) => [of, days]))).toEqual({
      'tracker.mood': 30,
      'tracker.fitness': 30,
      'tracker.sleep': 29,
      'tracker.diet': 30,
    })
    expect(await rowsRead((client) => pushUnanswered.all(client, [[userId]]))).toBeLessThan(1_000)
  })
})
