import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import pino, { type Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { AdminError, adminUsage, runAdminCommand } from './admin-commands.ts'
import { showAudit } from './audit-command.ts'
import { BackupError } from './backup/archive.ts'
import { runBackupCommand } from './backup/command.ts'
import { hooksOf, removalOf } from './compose.ts'
import { DataDirectoryError, makeNewFilesPrivate, openDataDirectory } from './data-directory.ts'
import { openDatabase, type Database } from './db/client.ts'
import { databaseErrorFacts } from './db/errors.ts'
import { findDemoPeople } from './demo/start.ts'
import { EnvError, parseEnv, type Env } from './env.ts'
import type { HookDeps } from './feature.ts'
import {
  createAccountRepo,
  createPasswords,
  createSecondFactorRepo,
  deletedIn,
  operatorMayRemove,
} from './features/account/index.ts'
import { holdsSealed } from './features/evidence/index.ts'
import { createClearance, createDecisions, createReviewRepo } from './features/providers/index.ts'
import { authorize } from './http/session/authorize.ts'
import { createAuditTrail } from './ports/audit/trail.ts'
import { openBlobs } from './ports/blobs/open.ts'
import { createBlobStore } from './ports/blobs/store.ts'
import type { EventBus } from './ports/events/port.ts'
import { openEvents } from './ports/events/postgres.ts'
import { openJobs, type OpenJobs } from './ports/jobs/boss.ts'
import { createSealer, loadEvidenceKey, loadSealingKey } from './ports/sealing.ts'
import { prepareDatabase } from './prepare-database.ts'

makeNewFilesPrivate()
process.exitCode = await main(process.argv.slice(2))

/** Runs one command on the database that the server uses; gives the exit code. */
async function main(args: readonly string[]): Promise<number> {
  try {
    if (await runBackupCommand(args, say)) return 0
    const opened = await open()
    const { database, log } = opened
    let jobs: OpenJobs | undefined
    let events: EventBus | undefined
    try {
      await prepareDatabase(database, { directUrl: opened.env.databaseDirectUrl })
      jobs = await openJobs({ database, log, now: Date.now, newId: uuidv7 })
      events = await openEvents({ databaseUrl: opened.env.databaseDirectUrl, database, log })
      await run({ ...opened, jobs, events }, args)
      return 0
    } finally {
      await jobs?.stop()
      await events?.close()
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${complaint(error)}\n`)
    return 1
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function run(
  opened: Opened & { readonly jobs: OpenJobs; readonly events: EventBus },
  args: readonly string[],
): Promise<void> {
  const { database, env, log } = opened
  const [now, newId] = [Date.now, uuidv7]
  const { jobs, events } = opened
  const deps = { database, jobs, now, newId }
  const clearance = createClearance({ ...deps, hooks: hooksOf(deps), events })
  const adminDeps = {
    accounts: createAccountRepo(database.orm),
    reviews: createReviewRepo(database.orm),
    secondFactors: createSecondFactorRepo(database.orm),
    pool: database.pool,
    clearance,
    decide: createDecisions({ clearance, now }),
    passwords: await createPasswords(),
    givenUp: jobs.givenUp,
    events,
    removeDemoPeople: async () => removePeople(opened, deps, await findDemoPeople(database.orm)),
    removeAgain: async (file: string) => removePeople(opened, deps, await deletedBefore(file)),
    askPassword: askAdminPassword,
    write: (line: string) => void process.stdout.write(`${line}\n`),
    now,
    newId,
  }
  const { orm } = database
  const key = await loadSealingKey(env)
  const audit = createAuditTrail({ orm, key, log, now, newId })
  const [command = '', action = '', ...rest] = args
  if (command === 'audit') {
    const shown = await showAudit({ orm, audit, write: adminDeps.write }, args.slice(1))
    if (shown === 'usage') throw new AdminError(adminUsage)
    return
  }
  const email = [action, ...rest].find((word) => word.includes('@'))?.toLowerCase()
  const object = email && audit.hashed(email)
  const detail = [command, action].filter((word) => !word.includes('@')).join(' ')
  const note = { event: 'operator', object, detail } as const
  try {
    await runAdminCommand(adminDeps, args)
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

/** Deletes those who are there of some people, with all that is theirs; gives how many. */
async function removePeople(
  { env, log }: Opened,
  deps: HookDeps,
  userIds: Iterable<string>,
): Promise<number> {
  const { orm } = deps.database
  const blobs = createBlobStore({ port: openBlobs(env), orm, now: deps.now, log })
  const evidenceSealer = createSealer(
    await loadEvidenceKey(env, { wasUsed: () => holdsSealed(orm), log }),
  )
  const removeAccount = removalOf({ ...deps, log, blobs, evidenceSealer })
  const accounts = createAccountRepo(orm)
  let count = 0
  for (const userId of userIds) {
    if (!(await accounts.userById(userId))) continue
    await removeAccount(authorize(undefined, { userId }, operatorMayRemove))
    count += 1
  }
  return count
}

/** The ids of those of whom a file of the server's log says that they deleted their account. */
async function deletedBefore(file: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const id = deletedIn(line)
    if (id !== undefined) ids.add(id)
  }
  return ids
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
    error instanceof AdminError ||
    error instanceof BackupError ||
    error instanceof EnvError ||
    error instanceof DataDirectoryError
  return forOperator ? error.message : databaseErrorFacts(error).message
}

/**
 * The password for a new superAdmin: from ADMIN_PASSWORD, or typed twice on the terminal, unseen. Never an argument:
 * those stand in the shell's history and in every list of processes.
 */
async function askAdminPassword(): Promise<string> {
  const given = process.env['ADMIN_PASSWORD']
  if (given) return given
  if (!process.stdin.isTTY) {
    throw new AdminError('There is no terminal to ask on: set ADMIN_PASSWORD.')
  }
  const password = await askUnseen('Password: ')
  if ((await askUnseen('Again: ')) !== password) throw new AdminError('Passwords do not match')
  return password
}

async function askUnseen(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}
