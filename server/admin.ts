import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { askAdminPassword } from './admin-password.ts'
import { openDatabase, type Database } from './db/client.ts'
import { databaseErrorFacts } from './db/errors.ts'
import { migrateDatabase } from './db/migrate.ts'
import { EnvError, parseEnv } from './env.ts'
import { AdminError, runAdminCommand } from './features/account/admin-commands.ts'
import { createPasswords } from './features/account/passwords.ts'
import { createAccountRepo } from './features/account/repo.ts'
import { createReviewRepo } from './features/providers/service.ts'

process.exitCode = await main(process.argv.slice(2))

/** Runs one command on the database that the server uses; gives the exit code. */
async function main(args: readonly string[]): Promise<number> {
  try {
    const database = await open()
    try {
      await migrateDatabase(database)
      await run(database, args)
      return 0
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${complaint(error)}\n`)
    return 1
  }
}

async function run(database: Database, args: readonly string[]): Promise<void> {
  const parts = {
    accounts: createAccountRepo(database.orm),
    reviews: createReviewRepo(database.orm),
    passwords: await createPasswords(),
    askPassword: askAdminPassword,
    write: (line: string) => void process.stdout.write(`${line}\n`),
    now: Date.now,
    newId: uuidv7,
  }
  await runAdminCommand(parts, args)
}

/** The embedded database has one owner at a time: while the server runs, it refuses to be opened. */
async function open(): Promise<Database> {
  const { databaseUrl, dataDir } = parseEnv(process.env)
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
  try {
    return await openDatabase({ databaseUrl, dataDir, log, onFatal: endAtOnce })
  } catch (error) {
    const { message } = databaseErrorFacts(error)
    const locked = /already open in another process/.test(message)
    throw new AdminError(
      locked ? `${message} Stop the server, run this again, and start it again.` : message,
    )
  }
}

function endAtOnce(error: Error): void {
  process.stderr.write(`${databaseErrorFacts(error).message}\n`)
  process.exit(1)
}

function complaint(error: unknown): string {
  const forOperator = error instanceof AdminError || error instanceof EnvError
  return forOperator ? error.message : databaseErrorFacts(error).message
}
