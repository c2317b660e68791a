import type { Logger } from 'pino'
import type { LocalDate } from '#contract/local-date.ts'
import type { Database } from './db/client.ts'
import { demoAccounts } from './db/demo-people.ts'
import { seedDemo } from './db/demo.ts'
import type { Env } from './env.ts'
import type { Passwords } from './features/account/passwords.ts'

export interface DemoStart {
  readonly database: Database
  readonly passwords: Passwords
  readonly env: Env
  readonly log: Logger
  /** The command line; `--demo` asks for the people on PostgreSQL and in production too. */
  readonly args: readonly string[]
  readonly today: LocalDate
}

/**
 * Puts invented people into an empty database: unasked into an embedded one outside production, so that a first
 * look shows something, and anywhere with `--demo`. Says in the log how to sign in as them.
 */
export async function seedDemoPeople(start: DemoStart): Promise<void> {
  const { database, env, log, passwords } = start
  const asked = start.args.includes('--demo')
  if (!asked && (env.production || database.kind === 'postgres')) return
  const outcome = await seedDemo(database, {
    today: start.today,
    hashPassword: (password) => passwords.hash(password),
  })
  if (outcome === 'seeded') {
    log.info({ accounts: demoAccounts }, 'demo people were made: sign in at /login as one of them')
  } else if (asked) {
    log.info('no demo people: the database already has accounts')
  }
}
