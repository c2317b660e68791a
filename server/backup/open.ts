import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/env.ts'
import { nightHour, type Jobs } from '#server/ports/jobs/port.ts'
import { serveOperator } from './channel.ts'
import { makeNightlySnapshot, makeSnapshot } from './snapshot.ts'

/** The snapshots of an embedded database: each night, and when the operator asks. Gives what ends the listening for them. */
export async function openBackups(deps: {
  readonly env: Pick<Env, 'dataDir' | 'snapshotsMax' | 'nightTimeZone'>
  readonly log: Logger
  readonly database: Database
  readonly jobs: Pick<Jobs, 'daily'>
}): Promise<(() => void) | undefined> {
  const { env, log, database, jobs } = deps
  const { dataDir, snapshotsMax, nightTimeZone } = env
  if (database.kind !== 'embedded') return undefined
  const source = { database, dataDir }
  if (snapshotsMax > 0) {
    const night = { hour: nightHour, timeZone: nightTimeZone }
    jobs.daily('snapshot', night, () => makeNightlySnapshot(source, new Date(), snapshotsMax))
  }
  try {
    return await serveOperator(dataDir, async ({ file }) => {
      const files = await makeSnapshot(source, file, new Date())
      return { status: 'done', files }
    })
  } catch (error) {
    // A file system without sockets: snapshots are made while the server is stopped.
    const reason = error instanceof Error ? error.message : undefined
    log.warn({ reason, address: join(dataDir, '.admin') }, 'nobody can ask for a snapshot now')
    return undefined
  }
}
