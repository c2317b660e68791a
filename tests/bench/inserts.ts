import { freshAnswers, openAnswers, wireOp } from './answers.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import { loadRound } from './load.ts'
import { post } from './post.ts'
import { median, ratioOf, takeTurns, timed } from './rounds.ts'
import { bearer, type Person } from './stored.ts'
import { ratioRow, type Goal, type Row } from './table.ts'

const rounds = 5
const insertConcurrency = 16
/** More than a round of half a second can use: nobody has more than 120 days and trackers to answer. */
const peoplePerRound = 80
const opsPerPush = 100
const pushesPerRound = 60

/** People that both measurements here use up. */
export const insertPeople = 2 * (rounds + 1) * (peoplePerRound + pushesPerRound)

/** `POST /api/trackers` against the same insert without a server around it, per second. */
export async function benchRecord(
  name: string,
  { origin, process }: ApiUnderTest,
  people: Person[],
  goal: Goal,
): Promise<Row> {
  const { api, bare } = await takeTurns(rounds, {
    api: () => loadRound({ ...recordLoad(people.splice(0, peoplePerRound)), origin }),
    bare: () => {
      const userIds = people.splice(0, peoplePerRound).map(({ id }) => id)
      return process.ask('insertOneByOne', { userIds, concurrency: insertConcurrency })
    },
  })
  const shown = { measured: perSecond(api), bare: perSecond(bare), ratio: ratioOf(api, bare) }
  return ratioRow(name, shown, goal)
}

/** A push of 100 answers against one insert of 100 rows; both one after the other, as one phone sends. */
export async function benchPush(
  name: string,
  { origin, process }: ApiUnderTest,
  people: Person[],
  goal: Goal,
): Promise<Row> {
  const answers = openAnswers(Date.now()).slice(0, opsPerPush)
  const { api, bare } = await takeTurns(rounds, {
    api: async () => {
      const bodies = people
        .splice(0, pushesPerRound)
        .map((person) => ({ person, body: JSON.stringify({ ops: answers.map(wireOp) }) }))
      const ms = await timed(async () => {
        for (const { person, body } of bodies) {
          await post(`${origin}/api/sync/push`, bearer(person), body)
        }
      })
      return ms / pushesPerRound
    },
    bare: () => {
      const userIds = people.splice(0, pushesPerRound).map(({ id }) => id)
      return process.ask('insertTogether', { userIds, count: opsPerPush })
    },
  })
  const shown = { measured: milliseconds(api), bare: milliseconds(bare), ratio: ratioOf(bare, api) }
  return ratioRow(name, shown, goal)
}

function recordLoad(people: readonly Person[]) {
  const fresh = freshAnswers(people, Date.now())
  const varied = () => {
    const { person, answer } = fresh()
    const headers = { ...bearer(person), 'content-type': 'application/json' }
    return { headers, body: JSON.stringify(answer) }
  }
  return { method: 'POST', path: '/api/trackers', connections: insertConcurrency, varied } as const
}

export function perSecond(numbers: readonly number[]): string {
  return `${Math.round(median(numbers))}/s`
}

export function milliseconds(numbers: readonly number[]): string {
  return `${median(numbers).toFixed(1)} ms`
}
