import { createDatabaseHome, type DatabaseHome } from '#tests/support/database.ts'
import { withApi } from './api-under-test.ts'
import { benchRecord, insertPeople } from './inserts.ts'
import { addPeople, fillTo, scales, type Person, type Scale } from './stored.ts'
import type { Row } from './table.ts'

const othersCount = 100

/** The server's inserts on the embedded database, with more and more stored. */
export async function benchOnEmbedded(): Promise<Row[]> {
  const home = await createDatabaseHome('embedded')
  const others: Person[] = []
  try {
    const rows: Row[] = []
    for (const scale of scales) rows.push(await atScale(home, scale, others))
    return rows
  } finally {
    await home.remove()
  }
}

function atScale(home: DatabaseHome, scale: Scale, others: Person[]): Promise<Row> {
  return withApi(
    home,
    async (database) => {
      if (others.length === 0) others.push(...(await addPeople(database, othersCount)))
      const writers = await addPeople(database, insertPeople)
      const rows = await fillTo(database, scale, others)
      return { writers, rows }
    },
    (api, { writers, rows }) => {
      const name = `POST /trackers, embedded, ${scale}x (${rows} entries)`
      return benchRecord(name, api, writers, { atLeast: 0.35 })
    },
  )
}
