import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import pino, { type Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { utcDate } from '#contract/local-date.ts'
import { createApi } from './app.ts'
import { makeNewFilesPrivate, openDataDirectory } from './data-directory.ts'
import { openDatabase, type Database } from './db/client.ts'
import { databaseErrorFacts } from './db/errors.ts'
import { listUnlistedProviders } from './db/list-providers.ts'
import { cleanDatabase, startCheckpoints } from './db/maintenance.ts'
import { EnvError, parseEnv, unsafeSwitches, type Env } from './env.ts'
import { createPasswords, revokeUnreviewed, type Passwords } from './features/account/index.ts'
import { createLifecycle, createListener, type Lifecycle } from './http/process/listener.ts'
import { createHttpServer } from './http/process/http-server.ts'
import { staticFiles } from './http/static/static-files.ts'
import { stopOnSignal } from './http/process/graceful-stop.ts'
import { isDemo, refuseDemoPeople, seedDemoPeople } from './demo/start.ts'
import { openPorts, type Ports } from './open-ports.ts'
import { openQuestIds } from './open-quests.ts'
import { prepareDatabase } from './prepare-database.ts'
import { upkeep } from './upkeep.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const distDir = fileURLToPath(new URL('../dist', import.meta.url))

makeNewFilesPrivate()
await start()

async function start(): Promise<void> {
  const env = readEnv()
  const log = createLog(env)
  try {
    await run(env, log)
  } catch (error) {
    const reason = error instanceof Error ? error.message : undefined
    log.fatal({ ...databaseErrorFacts(error), reason }, 'the server cannot start')
    process.exit(1)
  }
}

/** Opens the database, brings it up to date, listens, and arranges for the end. */
async function run(env: Env, log: Logger): Promise<void> {
  const repaired = await openDataDirectory(env.dataDir)
  if (repaired > 0) {
    log.warn({ repaired }, 'other users could read the data directory; now its owner alone can')
  }
  for (const warning of unsafeSwitches(env)) log.warn(warning)
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    log,
    onFatal: (error) => {
      log.fatal(databaseErrorFacts(error), 'the database can no longer keep data safe')
      process.exit(1)
    },
  })
  await prepareDatabase(database)
  const passwords = await createPasswords()
  const ports = await openPorts({ env, log, database })
  await refuseDemoPeople({ args: process.argv, env, database })
  await seedDemoPeople({
    ...ports,
    database,
    passwords,
    env,
    log,
    args: process.argv,
    today: utcDate(Date.now()),
  })
  await listUnlistedProviders(database)
  if (env.reviewProviders) await revokeUnreviewed(database.orm, new Date())
  const checkpoints = startCheckpoints(database, { log })
  const upkeepDeps = { ...ports, database, log, newId: uuidv7, now: Date.now }
  ports.jobs.repeat('upkeep', minuteMs, () => upkeep(upkeepDeps))
  ports.jobs.repeat('cleanup', dayMs, () => cleanDatabase(database, new Date()))
  const lifecycle = createLifecycle()
  const server = openHttpServer({ env, log, database, passwords, lifecycle, ...ports })
  stopOnSignal({
    server,
    lifecycle,
    log,
    delayMs: env.drainDelayMs,
    spreadMs: env.streamSpreadMs,
    stop: [
      () => ports.jobs.stop(),
      () => ports.mails.stop(),
      () => ports.audit.stop(),
      () => checkpoints.stop(),
      () => ports.events.close(),
      () => database.close(),
    ],
  })
  await listen(server, env)
  await ports.jobs.start()
  if (env.production && !env.requireSecondFactor) {
    log.warn('superAdmins sign in with their password alone: REQUIRE_SECOND_FACTOR is off')
  }
  log.info({ address: server.address(), database: database.kind }, 'Zync is listening')
  log.flush()
}

function openHttpServer(
  deps: Ports & {
    env: Env
    log: Logger
    database: Database
    passwords: Passwords
    lifecycle: Lifecycle
  },
): Server {
  const { env, lifecycle } = deps
  const { trustedProxyHops, reviewProviders, confirmEmails, production, apiDocs } = env
  const { requireSecondFactor, changeNoticeHours } = env
  const openQuests = openQuestIds(env.quests, isDemo({ ...deps, args: process.argv }))
  const api = createApi({
    ...deps,
    trustedProxyHops,
    reviewProviders,
    confirmEmails,
    requireSecondFactor,
    production,
    apiDocs,
    openQuests,
    changeNoticeHours,
  })
  const files = staticFiles(distDir, env)
  const listener = createListener({ api, files, lifecycle, production, apiDocs })
  return createHttpServer(listener, { trustedProxyHops })
}

function listen(server: Server, { port, host }: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** A line for each request costs a system call unless lines go out together; nothing waits longer than a second. */
function createLog({ logLevel }: Env): Logger {
  const output = pino.destination({ sync: false, minLength: 4_096, periodicFlush: 1_000 })
  return pino({ level: logLevel, base: null }, output)
}

function readEnv(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
