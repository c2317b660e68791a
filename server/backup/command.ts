import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '#server/db/client.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import { parseEnv, type Env } from '#server/env.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { BackupError } from './archive.ts'
import { moveToPostgres } from './move.ts'
import { beginAnew, restoreSnapshot } from './restore.ts'
import { askServer, makeSnapshot } from './snapshot.ts'

/** Runs a command that is about the data as a whole; false where it is another one. Throws `BackupError`. */
export async function runBackupCommand(
  args: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  const [command, file, ...rest] = args
  if (command === 'move-to-postgres' && file === undefined) {
    await move(parseEnv(process.env), say)
    return true
  }
  if (command === 'new-epoch' && file === undefined) {
    await beginNewEpoch(parseEnv(process.env), say)
    return true
  }
  if ((command !== 'snapshot' && command !== 'restore') || file === undefined || rest.length > 0) {
    return false
  }
  const env = parseEnv(process.env)
  if (env.databaseUrl) {
    throw new BackupError(
      'Snapshots are of the embedded database, and DATABASE_URL names another one. docs/OPERATIONS.md says how PostgreSQL is backed up.',
    )
  }
  if (command === 'snapshot') say(await snapshot(env, resolve(file)))
  else say(await restore(env, resolve(file)))
  return true
}

async function snapshot({ dataDir, s3 }: Env, file: string): Promise<string> {
  if (!existsSync(dataDir)) throw new BackupError(`There is no data in ${dataDir}.`)
  const reply = await askServer(dataDir, { do: 'snapshot', file })
  if (reply?.status === 'failed') throw new BackupError(reply.why)
  const files = reply ? reply.files : await snapshotStopped(dataDir, file)
  const bucket = s3 ? ' The files of people are in the bucket and not in it.' : ''
  return `${file} holds ${files} files.${bucket}`
}

/** The server is stopped: the database is opened here. */
async function snapshotStopped(dataDir: string, file: string): Promise<number> {
  if (!existsSync(`${dataDir}/db`)) throw new BackupError(`There is no database in ${dataDir}.`)
  const database = await openDatabase({ dataDir, ...opening })
  try {
    return await makeSnapshot({ database, dataDir }, file, new Date())
  } finally {
    await database.close()
  }
}

async function restore({ dataDir }: Env, file: string): Promise<string> {
  if (!existsSync(file)) throw new BackupError(`There is no ${file}.`)
  const madeAt = await restoreSnapshot({ ...opening, newId: uuidv7 }, file, dataDir)
  return `${dataDir} is as it was at ${madeAt}. Put evidence.key back, or set EVIDENCE_KEY to its content, before you start the server; phones send again what came later, for a day. ${whoIsBack}`
}

const whoIsBack =
  'Who deleted their account since is back: delete-again deletes them, by the log of the server.'

/** After a restore that the data itself cannot notice: what was put back names the same life as what it took the place of. */
async function beginNewEpoch(env: Env, say: (line: string) => void): Promise<void> {
  const { databaseUrl, dataDir } = env
  if (databaseUrl === undefined && !existsSync(`${dataDir}/db`)) {
    throw new BackupError(`There is no database in ${dataDir}.`)
  }
  const database = await openDatabase({ databaseUrl, dataDir, ...opening })
  try {
    await prepareDatabase(database, { directUrl: env.databaseDirectUrl })
    await beginAnew(database, uuidv7())
  } finally {
    await database.close()
  }
  say(
    `Phones send again what the server had acknowledged in the last 24 hours, once and in order. ${whoIsBack}`,
  )
}

/** The address stands in the environment: an argument would stand in every list of processes. */
async function move(env: Env, say: (line: string) => void): Promise<void> {
  const databaseUrl = process.env['TARGET_DATABASE_URL']
  if (!databaseUrl || env.databaseUrl) {
    throw new BackupError(
      'Set TARGET_DATABASE_URL to the PostgreSQL to move to, and leave DATABASE_URL unset: the data comes from DATA_DIR.',
    )
  }
  if (!existsSync(`${env.dataDir}/db`)) {
    throw new BackupError(`There is no database in ${env.dataDir}.`)
  }
  const from = await openDatabase({ dataDir: env.dataDir, ...opening })
  try {
    await prepareDatabase(from)
    const to = await openDatabase({ databaseUrl, dataDir: env.dataDir, ...opening })
    try {
      await prepareDatabase(to)
      for (const { table, rows } of await moveToPostgres(from, to))
        say(`${table}: ${rows} rows, the same`)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  say(
    'Everything is there. Start the server with DATABASE_URL, the same DATA_DIR, and its sealing.key and evidence.key as SEALING_KEY and EVIDENCE_KEY.',
  )
}

const opening = {
  unhurried: true,
  log: pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true })),
  onFatal: (error: Error) => {
    process.stderr.write(`${databaseErrorFacts(error).message}\n`)
    process.exit(1)
  },
}
