import pino from 'pino'
import { makeNewFilesPrivate, openDataDirectory } from './data-directory.ts'
import { openDatabase } from './db/client.ts'
import { databaseErrorFacts } from './db/errors.ts'
import { schemaState } from './db/migrate.ts'
import { EnvError, parseEnv } from './env.ts'
import { prepareDatabase } from './prepare-database.ts'

makeNewFilesPrivate()
process.exitCode = await main()

/** Brings the database that the environment names up to date, and ends: before the processes of a new build start. */
async function main(): Promise<number> {
  try {
    const env = parseEnv(process.env)
    const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
    await openDataDirectory(env.dataDir)
    const database = await openDatabase({ ...env, log, onFatal: endAtOnce })
    try {
      const { missing, newer } = await schemaState(database)
      await prepareDatabase(database, { directUrl: env.databaseDirectUrl })
      for (const tag of missing) say(`applied ${tag}`)
      say(newer ? 'the database is newer than this build' : 'the database is up to date')
      return 0
    } finally {
      await database.close()
    }
  } catch (error) {
    const complaint = error instanceof EnvError ? error.message : databaseErrorFacts(error).message
    process.stderr.write(`${complaint}\n`)
    return 1
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function endAtOnce(error: Error): void {
  process.stderr.write(`${databaseErrorFacts(error).message}\n`)
  process.exit(1)
}
