import { inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import type { Orm } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import type { Env } from '#server/env.ts'
import { fitPassword, type Passwords } from '#server/features/account/index.ts'
import type { UploadFolder } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { demoPassword, loadDemoPeople } from './load.ts'
import { seedDemo } from './seed.ts'

export interface DemoStart {
  readonly database: Database
  readonly passwords: Passwords
  readonly blobs: BlobStore
  readonly uploadFolder: UploadFolder
  readonly env: Env
  readonly log: Logger
  /** The command line; `--demo` asks for the people on PostgreSQL too. */
  readonly args: readonly string[]
  readonly today: LocalDate
}

/** Whether this start shows the app to a first look: with `--demo`, or on an embedded database outside production. */
export function isDemo({ args, env, database }: Pick<DemoStart, 'args' | 'env' | 'database'>) {
  return !env.production && (args.includes('--demo') || database.kind === 'embedded')
}

/**
 * Ends a start in production while demo people are in the database, or are asked for: their password is public.
 * Throws an error whose message is for the operator.
 */
export async function refuseDemoPeople({
  args,
  env,
  database,
}: Pick<DemoStart, 'args' | 'env' | 'database'>): Promise<void> {
  if (!env.production) return
  if (args.includes('--demo')) {
    throw new Error('--demo makes people whose password everybody knows: not in production.')
  }
  const found = await findDemoPeople(database.orm)
  if (found.length > 0) {
    throw new Error(
      `${found.length} demo people are in this database, and everybody knows their password. ` +
        'Remove them first: npm run admin -- demo remove',
    )
  }
}

/** The ids of the demo people who are in the database. */
export async function findDemoPeople(orm: Orm): Promise<string[]> {
  const addresses = loadDemoPeople().everybody.map(({ email }) => email)
  const rows = await orm.select({ id: users.id }).from(users).where(inArray(users.email, addresses))
  return rows.map(({ id }) => id)
}

/** Puts demo people into an empty database where this is a demo. Says in the log how to sign in as them. */
export async function seedDemoPeople(start: DemoStart): Promise<void> {
  const { database, log, passwords } = start
  if (!isDemo(start)) return
  const outcome = await seedDemo(database, {
    today: start.today,
    hashPassword: (password) => passwords.hash(fitPassword(password, { email: '' }, 'password')),
    files: { blobs: start.blobs, folder: start.uploadFolder, newId: uuidv7 },
  })
  if (outcome === 'seeded') {
    log.info(
      { accounts: demoAccounts() },
      'demo people were made: sign in at /login as one of them',
    )
  } else if (start.args.includes('--demo')) {
    log.info('no demo people: the database already has accounts')
  }
}

/** How to sign in as the demo people who have a story of their own; everybody else signs in the same way. */
export function demoAccounts() {
  return loadDemoPeople().accounts.map(({ email, userType, specialization }) => ({
    email,
    password: demoPassword,
    who: specialization ?? userType,
  }))
}
