import type pg from 'pg'
import type { Database } from '#server/db/client.ts'
import { BackupError } from './archive.ts'

interface Table {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Which of its rows go over. */
  readonly where: string
}

/** What has arrived of a table. */
export interface Sum {
  readonly table: string
  readonly rows: number
}

const rowsAtOnce = 500

/** Both engines write every value the same way. */
const sameText = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set extra_float_digits = 3; set bytea_output = 'hex'`

/**
 * Copies every table of the embedded database to a PostgreSQL that has the tables of this build and nobody's data, in one
 * transaction, and compares the checksum of each row as it is stored, and the count of each table, before it commits. Throws
 * `BackupError`, and then the target is as it was. Work for later goes along; the files of people stay where they are. Both must
 * be open without limits of time: a large table takes long.
 */
export async function moveToPostgres(from: Database, to: Database): Promise<Sum[]> {
  const [source, target] = [await from.pool.connect(), await to.pool.connect()]
  try {
    for (const client of [source, target]) await client.query(sameText)
    await source.query('begin; set transaction isolation level repeatable read')
    await target.query('begin; set local statement_timeout = 0')
    await requireEmpty(target)
    const tables = await tablesOf(source)
    const bring = await takeRulesAway(target)
    const sums: Sum[] = []
    for (const table of tables) sums.push(await moveTable(source, target, table))
    await moveSequences(source, target)
    await bring()
    await target.query('commit')
    return sums
  } catch (error) {
    await target.query('rollback').catch(() => undefined)
    throw error
  } finally {
    source.release(true)
    target.release(true)
  }
}

async function requireEmpty(target: pg.PoolClient): Promise<void> {
  const { rows } = await target.query<{ n: number }>('select count(*)::int as n from users')
  if (rows[0]?.n === 0) return
  throw new BackupError('People are in the target already: it must be a database of its own.')
}

async function tablesOf(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `select c.oid::regclass::text as table, quote_ident(attname) as name,
        format_type(atttypid, atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where (c.relnamespace = 'public'::regnamespace or c.oid = 'pgboss.job'::regclass)
        and c.relkind in ('r', 'p') and not c.relispartition
        and attnum > 0 and not attisdropped and attgenerated = ''
      order by c.oid, attnum`,
  )
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns,
    // What is done is not done again.
    where: name === 'pgboss.job' ? `state < 'completed'` : 'true',
  }))
}

/** Foreign keys and triggers come back once everything is there, and the keys are checked by that. Gives what does it. */
async function takeRulesAway(target: pg.PoolClient): Promise<() => Promise<void>> {
  const { rows: keys } = await target.query<{ table: string; name: string; text: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  const { rows: triggers } = await target.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  for (const { table, name } of keys) {
    await target.query(`alter table ${table} drop constraint ${name}`)
  }
  for (const { table } of triggers) await target.query(`alter table ${table} disable trigger user`)
  return async () => {
    for (const { table } of triggers) await target.query(`alter table ${table} enable trigger user`)
    for (const { table, name, text } of keys) {
      await target.query(`alter table ${table} add constraint ${name} ${text}`)
    }
  }
}

async function moveTable(source: pg.PoolClient, target: pg.PoolClient, table: Table): Promise<Sum> {
  const { name, columns, where } = table
  // The migrations have put a row here and there.
  await target.query(`delete from ${name}`)
  const hash = `md5(row(${columns.map((column) => `${column.name}::text`).join(', ')})::text)`
  const texts = columns.map((column) => `${column.name}::text`).join(', ')
  await source.query(
    `declare moving cursor for select ${hash}, ${texts} from ${name} where ${where}`,
  )
  const insert = insertOf(table, hash)
  let rows = 0
  for (;;) {
    const batch = await source.query<[string, ...(string | null)[]]>({
      text: `fetch ${rowsAtOnce} from moving`,
      rowMode: 'array',
    })
    if (batch.rows.length === 0) break
    const lists = columns.map((_, at) => batch.rows.map((row) => row[at + 1]))
    const stored = await target.query<[string]>({ text: insert, values: lists, rowMode: 'array' })
    if (hashesOf(stored.rows) !== hashesOf(batch.rows)) throw differing(name)
    rows += batch.rows.length
  }
  await source.query('close moving')
  const { rows: counted } = await target.query<{ n: number }>(
    `select count(*)::int as n from ${name}`,
  )
  if (counted[0]?.n !== rows) throw differing(name)
  return { table: name, rows }
}

/** Stores rows that are given as a list for each column, and gives their hashes as they then stand there. */
function insertOf({ name, columns }: Table, hash: string): string {
  const values = columns.map((column, at) => `c${at}::${column.type}`).join(', ')
  const lists = columns.map((_, at) => `$${at + 1}::text[]`).join(', ')
  const aliases = columns.map((_, at) => `c${at}`).join(', ')
  const names = columns.map((column) => column.name).join(', ')
  return `insert into ${name} (${names}) overriding system value
    select ${values} from unnest(${lists}) as given (${aliases}) returning ${hash}`
}

function hashesOf(rows: readonly (readonly [string, ...unknown[]])[]): string {
  return rows
    .map(([hash]) => hash)
    .toSorted()
    .join()
}

function differing(name: string): BackupError {
  return new BackupError(`${name} did not arrive as it was. Nothing was moved.`)
}

async function moveSequences(source: pg.PoolClient, target: pg.PoolClient): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
      from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  for (const { name, last } of rows) {
    await target.query('select setval($1::regclass, $2::bigint)', [name, last])
  }
}
