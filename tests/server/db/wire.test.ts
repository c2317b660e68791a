import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

describe.each(databasesUnderTest('both'))('the pool over %s', (kind) => {
  let opened: TestDatabase

  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    await opened.database.pool.query(
      'create table notes (id int constraint notes_key primary key, body text, n bigint constraint notes_n_positive check (n > 0))',
    )
  })
  afterAll(() => opened.drop())

  function query(text: string, values: unknown[] = []) {
    return opened.database.pool.query(text, values)
  }

  test('a refused row carries the code and the name of the constraint', async () => {
    await query('insert into notes values (1, $1, 1)', ['first'])
    await expect(query('insert into notes values (1, $1, 1)', ['again'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'notes_key',
    })
    await expect(query('insert into notes values (2, $1, -1)', ['x'])).rejects.toMatchObject({
      code: '23514',
      constraint: 'notes_n_positive',
    })
    await expect(query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' })
  })

  test('values keep their types', async () => {
    const { rows } = await query(
      `select 1::int as i, 2::bigint as big, true as yes, null as nothing, '{"a":[1]}'::jsonb as doc, $1::text as said, array[1,2] as list`,
      ['Ünïcødé 🎈'],
    )
    expect(rows).toEqual([
      {
        i: 1,
        big: '2',
        yes: true,
        nothing: null,
        doc: { a: [1] },
        said: 'Ünïcødé 🎈',
        list: [1, 2],
      },
    ])
  })

  test('a named statement runs again and again, also after an error in between', async () => {
    const named = (id: number) => ({
      name: 'note-by-id',
      text: 'select 10 / $1::int as part',
      values: [id],
    })
    for (let round = 0; round < 5; round += 1) {
      expect((await opened.database.pool.query(named(5))).rows).toEqual([{ part: 2 }])
      await expect(opened.database.pool.query(named(0))).rejects.toMatchObject({ code: '22012' })
    }
  })

  test('several statements in one text run as one, and a failing one undoes the others', async () => {
    await query(`insert into notes values (20, 'a', 1); insert into notes values (21, 'b', 1)`)
    await expect(
      query(`insert into notes values (22, 'c', 1); insert into notes values (20, 'd', 1)`),
    ).rejects.toMatchObject({ code: '23505' })
    const { rows } = await query('select id from notes where id between 20 and 29 order by id')
    expect(rows).toEqual([{ id: 20 }, { id: 21 }])
  })

  test('values of 3 MB go in and come back', async () => {
    const body = 'zync-'.repeat(600_000)
    await query('insert into notes values (30, $1, 1)', [body])
    const { rows } = await query('select body from notes where id = 30')
    expect(rows[0]?.body === body).toBe(true)
  })

  test('a transaction commits whole, and one that throws leaves nothing', async () => {
    const { orm } = opened.database
    await orm.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (40, 'kept', 1)`)
      await tx.execute(sql`insert into notes values (41, 'kept', 1)`)
    })
    const failing = orm.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (42, 'gone', 1)`)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const { rows } = await query('select id from notes where id between 40 and 49 order by id')
    expect(rows).toEqual([{ id: 40 }, { id: 41 }])
  })

  test('a savepoint takes back its own part of a transaction', async () => {
    const { orm } = opened.database
    await orm.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (50, 'kept', 1)`)
      await tx
        .transaction((inner) => inner.execute(sql`insert into notes values (50, 'twice', 1)`))
        .catch(() => undefined)
      await tx.execute(sql`insert into notes values (51, 'kept', 1)`)
    })
    const { rows } = await query('select id from notes where id between 50 and 59 order by id')
    expect(rows).toEqual([{ id: 50 }, { id: 51 }])
  })

  test('a client thrown away inside a transaction leaves nothing behind for the next', async () => {
    const client = await opened.database.pool.connect()
    await client.query('begin')
    await client.query(`insert into notes values (60, 'lost', 1)`)
    await client.query(`set search_path = nowhere`)
    client.release(true)
    const { rows } = await query('select count(*)::int as n from notes where id = 60')
    expect(rows).toEqual([{ n: 0 }])
  })

  test('600 mixed queries of which every third fails each get their own answer', async () => {
    const ask = async (i: number) =>
      i % 3 === 0
        ? await query('insert into notes values (1, $1, 1)', [String(i)]).then(
            () => 'accepted',
            (error: { code?: string }) => error.code,
          )
        : await query('select $1::int as n', [i]).then(({ rows }) => rows[0]?.n as number)
    const answers: unknown[] = []
    // As many at once as a busy machine answers before the last of them has waited for too long.
    for (let from = 0; from < 600; from += 200) {
      answers.push(...(await Promise.all(Array.from({ length: 200 }, (_, i) => ask(from + i)))))
    }
    expect(answers).toEqual(answers.map((_, i) => (i % 3 === 0 ? '23505' : i)))
  })
})
