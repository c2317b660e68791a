import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import { localEvents } from './hub.ts'
import type { EventBus } from './port.ts'
import { postgresEvents } from './postgres.ts'

/** The embedded database serves one process alone; on PostgreSQL there may be others. */
export async function openEvents(deps: {
  databaseUrl: string | undefined
  database: Database
  log: Logger
}): Promise<EventBus> {
  const { databaseUrl, database, log } = deps
  if (database.kind === 'embedded' || databaseUrl === undefined) return localEvents()
  return postgresEvents({ databaseUrl, pool: database.pool, log, processId: randomUUID() })
}
