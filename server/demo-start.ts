import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import type { Database } from './db/client.ts'
import { demoAccounts } from './db/demo-people.ts'
import { seedDemo } from './db/demo.ts'
import type { Env } from './env.ts'
import type { Passwords } from './features/account/passwords.ts'
import type { UploadFolder } from './http/upload-folder.ts'
import type { BlobStore } from './ports/blobs/store.ts'

export interface DemoStart {
  readonly database: Database
  readonly passwords: Passwords
  readonly blobs: BlobStore
  readonly uploadFolder: UploadFolder
  readonly env: Env
  readonly log: Logger
  /** The command line; `--demo` asks for the people on PostgreSQL and in production too. */
  readonly args: readonly string[]
  readonly today: LocalDate
}

/** Whether this start shows the app to a first look: with `--demo`, or on an embedded database outside production. */
export function isDemo({ args, env, database }: Pick<DemoStart, 'args' | 'env' | 'database'>) {
  return args.includes('--demo') || (!env.production && database.kind === 'embedded')
}

/** Puts invented people into an empty database where this is a demo. Says in the log how to sign in as them. */
export async function seedDemoPeople(start: DemoStart): Promise<void> {
  const { database, log, passwords } = start
  if (!isDemo(start)) return
  const outcome = await seedDemo(database, {
    today: start.today,
    hashPassword: (password) => passwords.hash(password),
    files: { blobs: start.blobs, folder: start.uploadFolder, newId: uuidv7 },
  })
  if (outcome === 'seeded') {
    log.info({ accounts: demoAccounts }, 'demo people were made: sign in at /login as one of them')
  } else if (start.args.includes('--demo')) {
    log.info('no demo people: the database already has accounts')
  }
}
