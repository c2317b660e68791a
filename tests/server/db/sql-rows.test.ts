import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ormOn } from '#server/db/orm.ts'
import type { OrmCommand, OrmQuery, SqlCommand, SqlQuery } from '#server/db/statement.ts'
import { beginFor, ledgerRow } from '#server/features/sync/sync.sql.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { sourceFiles } from '../../architecture/source-files.ts'
import { asked } from './sql-asked.ts'
import { setSqlStage, type SqlStage } from './sql-stage.ts'

type Statement = SqlQuery<unknown> | SqlCommand | OrmQuery<unknown, unknown> | OrmCommand<unknown>

const statements = await exportedStatements()

test('every raw statement is asked, and every question is of a statement', () => {
  expect(Object.keys(asked).toSorted()).toEqual([...statements.keys()].toSorted())
})

test('no two prepared statements share a name', () => {
  const names = [...statements.values()].flatMap((one) => ('name' in one ? [one.name] : []))
  expect(names.length).toBeGreaterThan(80)
  expect(new Set(names).size).toBe(names.length)
})

describe.each(databasesUnderTest('both'))('raw statements on %s', (kind) => {
  let opened: TestDatabase
  let dataDir: string
  let stage: SqlStage

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'zync-sql-'))
    opened = await openTestDatabase(kind)
    stage = await setSqlStage(opened.database, dataDir)
  })
  afterAll(async () => {
    await opened.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test.each([...statements])('%s gives rows of its schema, or changes some', async (name, one) => {
    const { rows, count } = await inRolledBack((client) => ask(one, asked[name]?.(stage), client))
    expect(changesNothing.has(name) || count > 0).toBe(true)
    for (const row of rows) expect(() => parsed(one, row)).not.toThrow()
  })

  test('the opening of a push gives rows of the ledger', async () => {
    const { rows } = await inRolledBack(async (client) => {
      const results = [await client.query(beginFor(stage.teen, [stage.opId]))].flat()
      return results.at(-1) ?? { rows: [] }
    }, '')
    expect(rows).toHaveLength(1)
    for (const row of rows) expect(() => v.parse(ledgerRow, row)).not.toThrow()
  })

  async function inRolledBack<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    begin = 'begin',
  ): Promise<T> {
    const client = await opened.database.pool.connect()
    try {
      await client.query(begin)
      return await work(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

async function ask(
  one: Statement,
  values: unknown,
  client: pg.PoolClient,
): Promise<{ rows: readonly unknown[]; count: number }> {
  if ('row' in one) {
    const rows = await ('name' in one
      ? one.all(client, valuesOf(values))
      : one.all(ormOn(client), values))
    return { rows, count: rows.length }
  }
  const count = await ('name' in one
    ? one.run(client, valuesOf(values))
    : one.run(ormOn(client), values))
  return { rows: [], count }
}

function valuesOf(values: unknown): unknown[] {
  if (!Array.isArray(values)) throw new Error('A prepared statement is asked with a list of values')
  return values
}

function parsed(one: Statement, row: unknown): unknown {
  return 'row' in one ? v.parse(one.row, row) : row
}

/** A lock of a table has no rows, and nobody in the stage is the last one in a chat. */
const changesNothing = new Set(['accountsLock', 'lonelyChatsDelete'])

/** The statements that `*.sql.ts` files export, by their names; those in an object as `name.key`. */
async function exportedStatements(): Promise<Map<string, Statement>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const found = new Map<string, Statement>()
  for (const { path } of sourceFiles(['.sql.ts'])) {
    const exported = (await import(/* @vite-ignore */ join(root, path))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (isStatement(value)) found.set(name, value)
      else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value)) {
          if (isStatement(inner)) found.set(`${name}.${key}`, inner)
        }
      }
    }
  }
  return found
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== 'object' || value === null) return false
  const [all, run] = ['all', 'run'].map((key): unknown => Reflect.get(value, key))
  return typeof all === 'function' || typeof run === 'function'
}
