import { createDatabaseHome, type DatabaseHome } from '#tests/support/database.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { withApi } from './api-under-test.ts'
import { benchRecord, insertPeople } from './inserts.ts'
import { median } from './rounds.ts'
import { addPeople, fillTo, scales, type Person, type Scale } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const othersCount = 100
const killsCount = 5
/** A server that was killed is back by then. */
const readySecondsMax = 3

/** The server's inserts on the embedded database, with more and more stored. */
export async function benchOnEmbedded(): Promise<Row[]> {
  const home = await createDatabaseHome('embedded')
  const others: Person[] = []
  try {
    const rows: Row[] = []
    for (const scale of scales) rows.push(await atScale(home, scale, others))
    return [...rows, await benchStartsAfterKills()]
  } finally {
    await home.remove()
  }
}

/** From the start of a process whose predecessor was killed until it listens, with the demo people's data. */
async function benchStartsAfterKills(): Promise<Row> {
  const home = await createDatabaseHome('embedded')
  try {
    const first = await startServerProcess(home)
    await first.end('SIGKILL')
    const taken: number[] = []
    for (let kill = 0; kill < killsCount; kill += 1) {
      const startedMs = performance.now()
      const next = await startServerProcess(home)
      taken.push((performance.now() - startedMs) / 1_000)
      await next.end('SIGKILL')
    }
    const value = median(taken)
    return plainRow('ready after a kill -9, embedded, demo data, s', value.toFixed(1), {
      value,
      goal: { atMost: readySecondsMax },
    })
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
