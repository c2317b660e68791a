import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { utcDate, minuteMs } from '#contract/local-date.ts'
import { enabledQuests } from '#contract/quests/shelf.ts'
import { createApi } from './app.ts'
import { openBackups } from './backup/snapshot.ts'
import { upkeep } from './compose.ts'
import { openDatabase, type Database } from './db/client.ts'
import { endUnsafe, type EmbeddedEngine } from './db/embedded/start.ts'
import { databaseErrorFacts } from './db/errors.ts'
import { cleanDatabase, startCheckpoints } from './db/maintenance.ts'
import { listUnlistedProviders } from './db/provider-listing.ts'
import { refoldSearch } from './db/search-words.ts'
import { isDemo, refuseDemoPeople, seedDemoPeople } from './demo/start.ts'
import { unsafeSwitches, type Env } from './env.ts'
import { createPasswords, revokeUnreviewed, type Passwords } from './features/account/index.ts'
import {
  createLifecycle,
  createListener,
  type Lifecycle,
  stopOnSignal,
  createHttpServer,
} from './http/process/listener.ts'
import {
  createSharedAssets,
  startStocking,
  type SharedAssets,
} from './http/static/shared-assets.ts'
import { staticFiles } from './http/static/static-files.ts'
import { openPorts, type Ports } from './open-ports.ts'
import { nightHour } from './ports/jobs/port.ts'
import { prepareDatabase, requirePrepared } from './prepare-database.ts'

const distDir = fileURLToPath(new URL('../dist', import.meta.url))

/** What the process has begun with before the rest of it was loaded. */
export interface Begun {
  readonly env: Env
  readonly log: Logger
  /** On its way already where the database is the embedded one. */
  readonly engine: Promise<EmbeddedEngine> | undefined
}

/** Opens the database, brings it up to date, listens, and arranges for the end. */
export async function run({ env, log, engine }: Begun): Promise<void> {
  for (const warning of unsafeSwitches(env)) log.warn(warning)
  const database = await openReady({ env, log, engine })
  const passwords = await createPasswords()
  const ports = await openPorts({ env, log, database })
  await refuseDemoPeople({ args: process.argv, env, database })
  const today = utcDate(Date.now())
  await seedDemoPeople({ ...ports, database, passwords, env, log, args: process.argv, today })
  await listUnlistedProviders(database)
  if (env.reviewProviders) await revokeUnreviewed(database.orm, new Date())
  const checkpoints = startCheckpoints(database, { log })
  const upkeepDeps = { ...ports, database, log, newId: uuidv7, now: Date.now }
  ports.jobs.repeat('upkeep', minuteMs, () => upkeep(upkeepDeps))
  const night = { hour: nightHour, timeZone: env.nightTimeZone }
  ports.jobs.daily('cleanup', night, () => cleanDatabase(database, new Date(), log))
  const closeChannel = await openBackups({ env, log, database, jobs: ports.jobs })
  const lifecycle = createLifecycle()
  const shared = createSharedAssets({ blobs: ports.blobs, now: Date.now })
  const server = openHttpServer({ env, log, database, passwords, lifecycle, shared, ...ports })
  // Whoever gets this build's page from here may ask another process for its parts.
  const stocking = startStocking(shared, { dist: distDir, log })
  if (database.kind === 'postgres') await stocking.first
  stopOnSignal({
    server,
    lifecycle,
    log,
    delayMs: env.drainDelayMs,
    spreadMs: env.streamSpreadMs,
    stop: [
      async () => stocking.stop(),
      () => ports.jobs.stop(),
      () => ports.mails.stop(),
      () => ports.audit.stop(),
      () => checkpoints.stop(),
      async () => closeChannel?.(),
      () => ports.events.close(),
      () => ports.metrics.stop(),
      () => database.close(),
    ],
  })
  await listen(server, env)
  await ports.jobs.start()
  // After the start, since a large library takes its time; until then the old words find what they found.
  refoldSearch(database, { log, now: new Date() }).catch((error: unknown) =>
    log.warn(databaseErrorFacts(error), 'search was not folded anew'),
  )
  if (env.production && !env.requireSecondFactor) {
    log.warn('superAdmins sign in with their password alone: REQUIRE_SECOND_FACTOR is off')
  }
  log.info({ address: server.address(), database: database.kind }, 'Zync is listening')
  log.flush()
}

/** The database with everything that this build needs. */
async function openReady({ env, log, engine }: Begun): Promise<Database> {
  const database = await openDatabase({
    ...env,
    log,
    engine,
    onFatal: (error) => endUnsafe(log, error),
  })
  if (env.migrateOnStart) await prepareDatabase(database, { directUrl: env.databaseDirectUrl })
  else await requirePrepared(database)
  return database
}

function openHttpServer(
  deps: Ports & {
    env: Env
    log: Logger
    database: Database
    passwords: Passwords
    lifecycle: Lifecycle
    shared: SharedAssets
  },
): Server {
  const { env, lifecycle, shared } = deps
  const { trustedProxyHops, reviewProviders, confirmEmails, production, apiDocs } = env
  const { requireSecondFactor, changeNoticeHours, minContract, publicUrl } = env
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
    minContract,
    publicUrl,
  })
  const files = staticFiles(distDir, { ...env, shared })
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

/** The ids of the quests to switch on: those of the environment, all in a demo, else those released to all. */
export function openQuestIds(
  fromEnv: ReadonlySet<number> | undefined,
  demo: boolean,
): ReadonlySet<number> {
  if (fromEnv) return fromEnv
  const enabled = enabledQuests(demo ? 'all' : 'default')
  return enabled.kind === 'known' ? enabled.ids : new Set()
}
