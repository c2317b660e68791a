import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { makeNewFilesPrivate, openDataDirectory } from './data-directory.ts'
import { endUnsafe, startEngine } from './db/embedded/start.ts'
import { databaseErrorFacts } from './db/errors.ts'
import { EnvError, parseEnv, type Env } from './env.ts'
import { LogOutput } from './log-output.ts'

/*
 * Imports little: the embedded database, which takes longest after a crash, opens in its thread while this one loads the rest.
 */

makeNewFilesPrivate()
await start()

async function start(): Promise<void> {
  const env = readEnv()
  const log = createLog(env)
  try {
    const repaired = await openDataDirectory(env.dataDir)
    if (repaired > 0) {
      log.warn({ repaired }, 'other users could read the data directory; now its owner alone can')
    }
    const engine =
      env.databaseUrl === undefined
        ? startEngine(env.dataDir, (error) => endUnsafe(log, error))
        : undefined
    // Whoever opens the database hears of a failure.
    engine?.catch(() => undefined)
    // What the start before compiled. A cache that cannot be written costs the next start a second, and nothing else.
    enableCompileCache(join(env.dataDir, 'compiled'))
    const { run } = await import('./run.ts')
    await run({ env, log, engine })
  } catch (error) {
    const reason = error instanceof Error ? error.message : undefined
    log.fatal({ ...databaseErrorFacts(error), reason }, 'the server cannot start')
    process.exit(1)
  }
}

function createLog({ logLevel }: Env): Logger {
  return pino({ level: logLevel, base: null }, new LogOutput())
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
