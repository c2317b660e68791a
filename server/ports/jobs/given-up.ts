import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Database } from '#server/db/client.ts'
import { givenUpJobs } from './jobs.sql.ts'
import { givenUpQueue, type GivenUpJobs, type JobKind } from './port.ts'

/**
 * The library's own way back gives a job another id. Here it stays the same: what a job makes elsewhere carries its id, and what
 * it has noted under a key carries it in the key.
 */
export function createGivenUp({
  boss,
  database,
}: {
  boss: PgBoss
  database: Database
}): GivenUpJobs {
  return {
    list: () => givenUpJobs.all(database.pool, [givenUpQueue]),
    async retry(kind) {
      const stored = await boss.findJobs<object>(givenUpQueue, { queued: true })
      const ofKind = stored.filter(({ sourceName }) => sourceName === kind)
      for (const job of ofKind) await giveBack({ boss, database }, kind, job)
      return ofKind.length
    },
  }
}

/**
 * One job in one transaction. Where it was noted again meanwhile under its key, or another operator was first, the job that is
 * there is the same work, and goes on.
 */
async function giveBack(
  { boss, database }: { boss: PgBoss; database: Database },
  kind: JobKind,
  { id: givenUpId, data, sourceRootId, sourceId }: JobWithMetadata,
): Promise<void> {
  const id = sourceRootId ?? sourceId
  if (!id) throw new Error('A job that was given up does not say which one it was')
  await database.orm.transaction(async (tx) => {
    const db = fromDrizzle(tx, sql)
    await boss.deleteJob(givenUpQueue, givenUpId, { db })
    const [before] = await boss.findJobs(kind, { id, db })
    if (before?.state === 'failed') await boss.deleteJob(kind, id, { db })
    await boss.send(kind, data, { id, db })
  })
}
