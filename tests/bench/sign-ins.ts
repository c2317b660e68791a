import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { withFreshApi, type ApiUnderTest } from './api-under-test.ts'
import { perSecond } from './inserts.ts'
import { pressRound } from './load.ts'
import { post } from './post.ts'
import { probe } from './probe.ts'
import { median, percentile, rateOf, ratioOf, takeTurns } from './rounds.ts'
import { addPeople, bearer, type Person } from './stored.ts'
import { plainRow, ratioRow, type Row } from './table.ts'

const rounds = 5
const accounts = 400
const perRound = 120
/**
 * The hash is native code and as fast at first as ever; the server's own part of a sign-in takes twice as long in the
 * first 60 as after some hundreds, so a round does not warm it up.
 */
const warmUps = 400
const password = 'Right-Pass1!'
const cores = availableParallelism()
/** Enough that a core never waits for the next one, and far from the queue's end. */
const connections = cores * 4
const floodFactor = 3

/** Sign-ins against the hash alone, and what three times as many do to everybody else. */
export async function benchSignIns(): Promise<Row[]> {
  const passwordHash = await hash(password, argon2Cost)
  return withFreshApi(
    (database) => addPeople(database, accounts, passwordHash),
    (api, people) => measure(api, people, passwordHash),
  )
}

async function measure(
  { origin }: ApiUnderTest,
  people: readonly Person[],
  passwordHash: string,
): Promise<Row[]> {
  const variation = inTurn(people.map(signIn))
  const signInTimes = (count: number) =>
    rateOf(count, connections, () => {
      const { headers, body } = variation()
      return post(`${origin}/api/auth/login`, headers, body)
    })
  await signInTimes(warmUps)
  const { signIns, hashes } = await takeTurns(rounds, {
    signIns: () => signInTimes(perRound),
    hashes: () => rateOf(perRound, cores, () => verify(passwordHash, password)),
  })
  const flood = {
    origin,
    method: 'POST',
    path: '/api/auth/login',
    connections: connections * floodFactor,
    varied: variation,
    rate: Math.ceil(median(signIns) * floodFactor),
  } as const
  const token = people[0] ? bearer(people[0]) : {}
  const { calm, flooded } = await takeTurns(rounds, {
    calm: async () => percentile(await probe(origin, token), 95),
    flooded: async () => {
      const [taken] = await Promise.all([probe(origin, token), pressRound(flood)])
      return percentile(taken, 95)
    },
  })
  const shown = {
    measured: perSecond(signIns),
    bare: perSecond(hashes),
    ratio: ratioOf(signIns, hashes),
  }
  return [
    ratioRow('sign-ins, bare argon2id', shown, { atLeast: 0.8 }),
    plainRow('p95 of other requests, calm', `${median(calm).toFixed(1)} ms`),
    plainRow(`p95 of other requests, ${floodFactor}x sign-ins`, `${median(flooded).toFixed(1)} ms`),
  ]
}

/** Each account signs in from its own address: one person's limits are not what is measured. */
function signIn({ email }: Person, index: number) {
  return {
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`,
    },
    body: JSON.stringify({ email, password }),
  }
}

function inTurn<T>(list: readonly [T, ...T[]] | readonly T[]): () => T {
  let next = 0
  return () => {
    const element = list[next % list.length]
    next += 1
    if (element === undefined) throw new Error('An empty list has no next element')
    return element
  }
}
