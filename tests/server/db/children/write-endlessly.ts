import { writeSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/client.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import type { DatabaseHome } from '#tests/support/database.ts'

/**
 * Prints what the database holds as JSON, then commits one transaction of three rows after the other, each
 * acknowledged by a line with its number once the commit has come back, until it is killed.
 */
const { databaseUrl, dataDir } = JSON.parse(process.argv[2] ?? '') as DatabaseHome
// Opened without the tools of the tests, which would load more than the database does, at each of many starts.
const { orm, pool } = await openDatabase({ databaseUrl, dataDir, log: quietLog, onFatal: failTest })
await pool.query(`
  create table if not exists left_rows (id int primary key, body text);
  create table if not exists right_rows (id int primary key, body text);
  create table if not exists last_number (n int not null);
  insert into last_number select 0 where not exists (select from last_number)`)
const { rows } = await pool.query<{ n: number }>(`
  select n, (select count(*)::int from left_rows) as lefts, (select count(*)::int from right_rows) as rights,
    (select coalesce(max(id), 0) from left_rows) as highest from last_number`)
writeSync(1, `${JSON.stringify(rows[0])}\n`)

const body = 'z'.repeat(300)
for (let n = (rows[0]?.n ?? 0) + 1; ; n += 1) {
  await orm.transaction(async (tx) => {
    await tx.execute(sql`insert into left_rows values (${n}, ${body})`)
    await tx.execute(sql`insert into right_rows values (${n}, ${body})`)
    await tx.execute(sql`update last_number set n = ${n}`)
  })
  writeSync(1, `${n}\n`)
}
