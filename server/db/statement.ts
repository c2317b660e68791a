import type { SQL } from 'drizzle-orm'
import type pg from 'pg'
import * as v from 'valibot'
import type { Orm, Queryable } from './orm.ts'

/*
 * Raw SQL is written in files called `*.sql.ts` alone. Each statement names the schema of its rows, and their type comes
 * from it. The schema is not run in production: `tests/server/db/sql-rows.test.ts` runs every statement on both engines
 * and parses its rows.
 */

/** A statement that gives rows. */
export interface SqlQuery<Row> {
  readonly name: string
  readonly text: string
  readonly row: v.GenericSchema<unknown, Row>
  all(client: Queryable, values?: unknown[]): Promise<Row[]>
  first(client: Queryable, values?: unknown[]): Promise<Row | undefined>
}

/** The connection prepares `text` under `name`, so a name belongs to one text for good. */
export function sqlQuery<Row extends pg.QueryResultRow>(given: {
  readonly name: string
  readonly row: v.GenericSchema<unknown, Row>
  readonly text: string
}): SqlQuery<Row> {
  const { name, text } = given
  async function all(client: Queryable, values: unknown[] = []): Promise<Row[]> {
    return (await client.query<Row>({ name, text, values })).rows
  }
  return { ...given, all, first: async (client, values) => (await all(client, values))[0] }
}

/** A statement whose rows nobody reads. `run` gives how many rows it wrote, or found. */
export interface SqlCommand {
  readonly name: string
  readonly text: string
  run(client: Queryable, values?: unknown[]): Promise<number>
}

export function sqlCommand(given: Pick<SqlCommand, 'name' | 'text'>): SqlCommand {
  const { name, text } = given
  return {
    ...given,
    run: async (client, values = []) => (await client.query({ name, text, values })).rowCount ?? 0,
  }
}

/** A transaction of drizzle, whichever way it was opened. */
export type Runner = Pick<Orm, 'execute'>

/** A query for those who hold a transaction of drizzle instead of its connection. */
export interface OrmQuery<Args, Row> {
  readonly row: v.GenericSchema<unknown, Row>
  all(runner: Runner, args: Args): Promise<Row[]>
}

export function ormQuery<Args, Row extends Record<string, unknown>>(
  row: v.GenericSchema<unknown, Row>,
  statement: (args: Args) => SQL,
): OrmQuery<Args, Row> {
  return {
    row,
    all: async (runner, args) => {
      const { rows } = await runner.execute(statement(args))
      return rows as Row[]
    },
  }
}

/** As `OrmQuery`, for a statement whose rows nobody reads. */
export interface OrmCommand<Args> {
  run(runner: Runner, args: Args): Promise<number>
}

export function ormCommand<Args = void>(statement: (args: Args) => SQL): OrmCommand<Args> {
  return { run: async (runner, args) => (await runner.execute(statement(args))).rowCount ?? 0 }
}

/** The row of a `count(*)::int as count`. */
export const countRow = v.object({ count: v.number() })
