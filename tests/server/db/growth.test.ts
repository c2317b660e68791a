import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

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
})
