import { expect, test, describe } from 'vitest'
import { addDays, utcDate } from '#contract/local-date.ts'
import type { OpResult } from '#contract/sync/api.ts'
import { trackerCatalog, trackerTypes } from '#contract/trackers/catalog.ts'
import { call } from '#tests/support/call.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

const kills = 20
const peoplePerRound = 3
const opsPerPush = 4

type Op = ReturnType<typeof wireOp>
interface Acknowledged {
  readonly person: SignedIn
  readonly op: Op
  readonly result: OpResult
}

describe.each(databasesUnderTest('both'))('killed without warning, on %s', (kind) => {
  test(
    `the server loses nothing it has acknowledged, ${kills} times over`,
    { timeout: 300_000 },
    async () => {
      const home = await createDatabaseHome(kind)
      const people = await addPeople(home, kills * peoplePerRound)
      const acknowledged: Acknowledged[] = []
      const startsMs: number[] = []
      for (let round = 0; round < kills; round += 1) {
        const beganMs = performance.now()
        const server = await startServerProcess(home)
        startsMs.push(performance.now() - beganMs)
        const crowd = people.slice(round * peoplePerRound, (round + 1) * peoplePerRound)
        const before = acknowledged.length
        // Another number of acknowledgements each time: the kill falls into whatever comes after it.
        await pushUntilKilled(server, crowd, 8 + round * 7, acknowledged)
        expect(acknowledged.length).toBeGreaterThan(before)
      }
      const server = await startServerProcess(home)
      const lost = await missing(server, acknowledged)
      expect(lost).toEqual([])
      expect(await server.end('SIGTERM')).toBe(0)
      await home.remove()
      // The first one was no start after a kill. For reading: what a busy machine takes says nothing.
      const sorted = startsMs.slice(1).toSorted((a, b) => a - b)
      const [best, middle] = [sorted[0], sorted[sorted.length >> 1]]
      console.log(
        `ready after a kill -9, on ${kind}: ${best?.toFixed(0)} ms at best, ${middle?.toFixed(0)} ms in the middle`,
      )
    },
  )
})

/** All people of a round push side by side until the process dies under them. */
async function pushUntilKilled(
  server: ServerProcess,
  people: readonly SignedIn[],
  killAfter: number,
  acknowledged: Acknowledged[],
): Promise<void> {
  const goal = acknowledged.length + killAfter
  const ended = Promise.withResolvers<unknown>()
  const streams = people.map(async (person) => {
    for (const ops of pushesOf()) {
      const answer = await push(server, person, ops)
      if (!answer) return
      acknowledged.push(
        ...ops.map((op, index) => ({ person, op, result: answer[index] as OpResult })),
      )
      if (acknowledged.length >= goal) ended.resolve(server.end('SIGKILL'))
    }
  })
  await Promise.all(streams)
  expect(await ended.promise).toBe('SIGKILL')
}

/** The results, or undefined when the process was gone. */
async function push(
  server: ServerProcess,
  { token }: SignedIn,
  ops: Op[],
): Promise<OpResult[] | undefined> {
  const answer = await call(server.origin, 'pushOps', { body: { ops } }, { token }).catch(
    (error: unknown) => {
      if (error instanceof TypeError) return undefined
      throw error
    },
  )
  return answer?.reply.results
}

/** Sends everything once more: what the server still knows comes back as the duplicate it is. */
async function missing(server: ServerProcess, all: readonly Acknowledged[]): Promise<string[]> {
  const lost: string[] = []
  for (const [person, known] of Map.groupBy(all, (each) => each.person)) {
    const results =
      (await push(
        server,
        person,
        known.map(({ op }) => op),
      )) ?? []
    for (const [index, { op, result }] of known.entries()) {
      expect(result.status).toBe('applied')
      const again = results[index]
      if (again?.status !== 'duplicate') lost.push(op.opId)
      expect(again).toEqual({ ...result, status: 'duplicate' })
    }
  }
  return lost
}

/** 31 days of four trackers, a day at a time. */
function pushesOf(): Op[][] {
  const today = utcDate(Date.now())
  return Array.from({ length: 31 }, (_, back) =>
    trackerTypes.slice(0, opsPerPush).map((trackerType) =>
      wireOp(
        {
          trackerType,
          answer: trackerCatalog[trackerType].answers[1],
          date: addDays(today, -back),
        },
        { localDate: today },
      ),
    ),
  )
}

async function addPeople(home: DatabaseHome, count: number): Promise<SignedIn[]> {
  const database = await openHome(home)
  const people: SignedIn[] = []
  for (let index = 0; index < count; index += 1) {
    people.push(await addPerson(database, {}, { fromMs: Date.now() }))
  }
  await database.close()
  return people
}
