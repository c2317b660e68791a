import { createDatabaseHome, type DatabaseHome } from '#tests/support/database.ts'
import { postgresMissing } from '#tests/support/postgres-under-test.ts'
import { withApi } from './api-under-test.ts'
import { benchPush, benchRecord, insertPeople } from './inserts.ts'
import { benchRead } from './reads.ts'
import { addPeople, fillTo, scales, type Person, type Scale } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const othersCount = 500
const readerCount = 32

/** The server's rows on PostgreSQL, with more and more stored. */
export async function benchOnPostgres(): Promise<Row[]> {
  const missing = await postgresMissing()
  if (missing !== undefined) return [plainRow('PostgreSQL', `left out: ${missing}`)]
  const home = await createDatabaseHome('postgres')
  const others: Person[] = []
  try {
    const rows: Row[] = []
    for (const scale of scales) rows.push(...(await atScale(home, scale, others)))
    return rows
  } finally {
    await home.remove()
  }
}

async function atScale(home: DatabaseHome, scale: Scale, others: Person[]): Promise<Row[]> {
  return withApi(
    home,
    async (database) => {
      if (others.length === 0) others.push(...(await addPeople(database, othersCount)))
      const writers = await addPeople(database, insertPeople)
      const rows = await fillTo(database, scale, others)
      return { readers: others.slice(0, readerCount), writers, rows }
    },
    async (api, { readers, writers, rows }) => {
      const stored = `${scale}x (${rows} entries)`
      return [
        await benchPush(`push 100 ops, ${stored}`, api, writers, { atLeast: 0.25 }),
        await benchRecord(`POST /trackers, ${stored}`, api, writers, { atLeast: 0.4 }),
        ...(await benchRead(
          `GET /trackers/check, ${stored}`,
          api,
          readers,
          home.databaseUrl ?? '',
        )),
      ]
    },
  )
}
