import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { patience } from './patience.ts'

/** The address of a PostgreSQL whose role may create databases; unset where there is none. */
const adminUrl = process.env['TEST_DATABASE_URL']

/** Why tests do not run on PostgreSQL, or undefined when they do. */
export async function postgresMissing(): Promise<string | undefined> {
  if (!adminUrl) return 'TEST_DATABASE_URL is not set'
  try {
    await asAdmin((client) => client.query('select 1'))
    return undefined
  } catch (error) {
    return `TEST_DATABASE_URL does not answer: ${error instanceof Error ? error.message : 'unknown'}`
  }
}

export interface PostgresDatabase {
  readonly name: string
  readonly databaseUrl: string
  /** Drops it, and ends whoever is still connected. */
  readonly remove: () => Promise<void>
}

/** A new database of its own: empty, or a copy of the database of that name, to which nobody may be connected. */
export async function createPostgresDatabase(template?: string): Promise<PostgresDatabase> {
  const name = `zync_test_${randomBytes(8).toString('hex')}`
  const copied = template === undefined ? '' : ` template ${template}`
  await asAdmin((client) => client.query(`create database ${name}${copied}`))
  const url = new URL(adminUrl ?? '')
  url.pathname = `/${name}`
  return {
    name,
    databaseUrl: url.href,
    remove: () =>
      asAdmin(async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** Runs work on a connection of its own, outside every pool under test. */
export async function asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const connectionTimeoutMillis = patience.timeout
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
