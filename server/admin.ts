import pino, { type Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { createAccountRemoval } from './account-removal.ts'
import { askAdminPassword } from './admin-password.ts'
import { DataDirectoryError, makeNewFilesPrivate, openDataDirectory } from './data-directory.ts'
import { openDatabase, type Database } from './db/client.ts'
import { databaseErrorFacts } from './db/errors.ts'
import { migrateDatabase } from './db/migrate.ts'
import { findDemoPeople } from './demo/start.ts'
import { EnvError, parseEnv, type Env } from './env.ts'
import { AdminError, adminUsage, runAdminCommand } from './features/account/admin-commands.ts'
import { showAudit } from './audit-command.ts'
import { createAuditTrail } from './ports/audit/trail.ts'
import { createPasswords } from './features/account/passwords.ts'
import { operatorMayRemove } from './features/account/policy.ts'
import { createAccountRepo } from './features/account/repo.ts'
import { createAftermath } from './features/booking/aftermath.ts'
import { createLeave } from './features/booking/leave.ts'
import { createSecondFactorRepo } from './features/account/second-factor-repo.ts'
import { authorize } from './http/authorize.ts'
import { openBlobs } from './ports/blobs/open.ts'
import { createBlobStore } from './ports/blobs/store.ts'
import { createSealer, loadEvidenceKey, loadSealingKey } from './ports/sealing.ts'
import { createBookingRepo } from './features/booking/repo.ts'
import { createWithdraw } from './features/booking/withdraw.ts'
import {
  createClearance,
  createDecisions,
  createReviewRepo,
  type Clearance,
} from './features/providers/service.ts'
import { createJobs } from './ports/jobs/queue.ts'

makeNewFilesPrivate()
process.exitCode = await main(process.argv.slice(2))

/** Runs one command on the database that the server uses; gives the exit code. */
async function main(args: readonly string[]): Promise<number> {
  try {
    const opened = await open()
    const { database } = opened
    try {
      await migrateDatabase(database)
      await run(opened, args)
      return 0
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${complaint(error)}\n`)
    return 1
  }
}

async function run({ database, env, log }: Opened, args: readonly string[]): Promise<void> {
  const clearance = clearanceOf(database)
  const parts = {
    accounts: createAccountRepo(database.orm),
    reviews: createReviewRepo(database.orm),
    secondFactors: createSecondFactorRepo(database.orm),
    pool: database.pool,
    clearance,
    decide: createDecisions({ clearance, now: Date.now }),
    passwords: await createPasswords(),
    removeDemoPeople: () => removeDemoPeople({ database, env, log }),
    askPassword: askAdminPassword,
    write: (line: string) => void process.stdout.write(`${line}\n`),
    now: Date.now,
    newId: uuidv7,
  }
  const { orm } = database
  const key = await loadSealingKey(env)
  const audit = createAuditTrail({ orm, key, log, now: Date.now, newId: uuidv7 })
  const [command = '', action = '', ...rest] = args
  if (command === 'audit') {
    const shown = await showAudit({ orm, audit, write: parts.write }, args.slice(1))
    if (shown === 'usage') throw new AdminError(adminUsage)
    return
  }
  const email = [action, ...rest].find((word) => word.includes('@'))?.toLowerCase()
  const object = email && audit.hashed(email)
  const note = { event: 'operator', object, detail: `${command} ${action}` } as const
  try {
    await runAdminCommand(parts, args)
    await audit.write({ ...note, outcome: 'ok' })
  } catch (error) {
    await audit.write({ ...note, outcome: 'refused' })
    throw error
  }
}

interface Opened {
  readonly database: Database
  readonly env: Env
  readonly log: Logger
}

async function removeDemoPeople({ database, env, log }: Opened): Promise<number> {
  const { orm } = database
  const parts = { database, log, now: Date.now, newId: uuidv7 }
  const blobs = createBlobStore({ port: openBlobs(env), orm, now: Date.now, log })
  const leaveSessions = createLeave({
    repo: createBookingRepo(orm),
    aftermath: createAftermath(createJobs(parts), Date.now),
    now: Date.now,
    newId: uuidv7,
  })
  const removeAccount = createAccountRemoval({
    orm,
    blobs,
    leaveSessions,
    evidenceSealer: createSealer(await loadEvidenceKey(env)),
    now: Date.now,
  })
  const found = await findDemoPeople(orm)
  for (const userId of found) {
    await removeAccount(authorize(undefined, { userId }, operatorMayRemove))
  }
  return found.length
}

/** Sessions that end with a review are cancelled here; the server tells the people of them once it runs. */
function clearanceOf(database: Database): Clearance {
  const [now, newId] = [Date.now, uuidv7]
  const jobs = createJobs({ database, log: pino({ level: 'silent' }), now, newId })
  const withdraw = createWithdraw({
    repo: createBookingRepo(database.orm),
    aftermath: createAftermath(jobs, now),
    now,
    newId,
  })
  return createClearance({
    pool: database.pool,
    withdrawSessions: withdraw.withMinors,
    events: { publish: () => undefined },
    now,
  })
}

/** The embedded database has one owner at a time: while the server runs, it refuses to be opened. */
async function open(): Promise<Opened> {
  const env = parseEnv(process.env)
  const { databaseUrl, dataDir } = env
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
  try {
    await openDataDirectory(dataDir)
    return {
      env,
      log,
      database: await openDatabase({ databaseUrl, dataDir, log, onFatal: endAtOnce }),
    }
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
  const forOperator =
    error instanceof AdminError || error instanceof EnvError || error instanceof DataDirectoryError
  return forOperator ? error.message : databaseErrorFacts(error).message
}
