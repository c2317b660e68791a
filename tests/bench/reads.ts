import type { ApiUnderTest } from './api-under-test.ts'
import { startChild } from './child.ts'
import type { BareHttpOptions, BareHttpTasks } from './children/bare-http.ts'
import { perSecond } from './inserts.ts'
import { loadRound } from './load.ts'
import { rawAnswer } from './raw-answer.ts'
import { ratioOf, takeTurns } from './rounds.ts'
import { bearer, type Person } from './stored.ts'
import { ratioRow, type Row } from './table.ts'

const rounds = 5
const connections = 32
const path = '/api/trackers/check'
const script = new URL('./children/bare-http.ts', import.meta.url)

/**
 * A read with a session against node:http that answers the same bytes, with the same two queries behind it; the
 * goal is for that. Beside it, for what the database costs, node:http that does no work at all: a session is asked
 * for anew on each request, so nothing that reads comes near it.
 */
export async function benchRead(
  name: string,
  { origin }: ApiUnderTest,
  readers: readonly Person[],
  databaseUrl: string,
): Promise<Row[]> {
  const varied = readers.map((reader) => ({ headers: bearer(reader) }))
  const headers = varied[0]?.headers ?? {}
  const answer = await rawAnswer(origin + path, { method: 'GET', headers })
  const start = (options: BareHttpOptions) => startChild<BareHttpTasks>(script, options)
  const [bare, reading] = [start({ answer }), start({ answer, databaseUrl })]
  const load = { method: 'GET', path, connections, varied } as const
  const origins = [await bare.ask('origin', undefined), await reading.ask('origin', undefined)]
  const [bareOrigin = '', readingOrigin = ''] = origins
  const taken = await takeTurns(rounds, {
    api: () => loadRound({ ...load, origin }),
    bare: () => loadRound({ ...load, origin: bareOrigin }),
    reading: () => loadRound({ ...load, origin: readingOrigin }),
  })
  await Promise.all([bare.stop(), reading.stop()])
  const measured = perSecond(taken.api)
  const against = (other: readonly number[]) => ({
    measured,
    bare: perSecond(other),
    ratio: ratioOf(taken.api, other),
  })
  return [
    ratioRow(`${name}, node:http + same queries`, against(taken.reading), { atLeast: 0.5 }),
    ratioRow(`${name}, node:http without work`, against(taken.bare)),
  ]
}
