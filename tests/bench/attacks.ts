import { request } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { createDatabaseHome } from '#tests/support/database.ts'
import { drip, halfForm, halfHead } from '#tests/support/dripping.ts'
import { openAnswers, wireOp } from './answers.ts'
import { withApi, type ApiUnderTest } from './api-under-test.ts'
import { probe } from './probe.ts'
import { median, percentile, ratioOf, takeTurns } from './rounds.ts'
import { addPeople, bearer, type Person } from './stored.ts'
import { plainRow, ratioRow, type Row } from './table.ts'

const rounds = 5
const socketsCount = 200
const opsCount = 1_000
/** As many as a person's share has room for. */
const pushesMax = 20
/** What others may notice of an attack, in times of a quiet server, and the longest that all of them wait. */
const othersAtMost = 3
const longestMsMax = 300

const pushes = ['poisoned reports', 'blocks', 'blocks of a provider', 'answers'] as const

interface Stage {
  readonly reader: Person
  /** One for each round of each attack: nobody's share is used up by an earlier one. */
  readonly attackers: Person[]
  readonly providerId: string
  /** Ids under which somebody else has reported: a report under one of them cannot be stored. */
  readonly takenIds: readonly string[]
}

/** What the reads of one person take on the embedded database while others do their worst. */
export async function benchAttacks(): Promise<Row[]> {
  const home = await createDatabaseHome('embedded')
  try {
    return await withApi(home, prepare, (api, stage) => measure(api, stage), {
      trustedProxyHops: 0,
    })
  } finally {
    await home.remove()
  }
}

async function prepare(database: Database): Promise<Stage> {
  const attackersCount = pushes.length * (rounds + 1)
  const [reader, provider, ...attackers] = await addPeople(database, 2 + attackersCount)
  if (!reader || !provider) throw new Error('Nobody was added')
  await database.pool.query(
    `update users set user_type = 'ServiceProvider', verified_at = now() where id = $1`,
    [provider.id],
  )
  const takenIds = Array.from({ length: opsCount }, () => uuidv7())
  await database.pool.query(
    `insert into reports (id, reporter_id, target, snapshot, reason, note, state, created_at)
      select id, $2, '{}', '{}', 'other', '', 'open', now() from unnest($1::uuid[]) as id`,
    [takenIds, reader.id],
  )
  return { reader, attackers, providerId: provider.id, takenIds }
}

async function measure({ origin, process }: ApiUnderTest, stage: Stage): Promise<Row[]> {
  const { reader, attackers, providerId, takenIds } = stage
  const turns = new Map<string, number[]>()
  const read = (name: string) => async () => {
    await process.ask('longestTurnMs', undefined)
    const taken = await probe(origin, bearer(reader))
    const turnMs = await process.ask('longestTurnMs', undefined)
    turns.set(name, [...(turns.get(name) ?? []), turnMs])
    return percentile(taken, 95)
  }
  const pushing = (name: (typeof pushes)[number], ops: () => object[]) => async () => {
    const attacker = attackers.shift()
    if (!attacker) throw new Error('Every attacker has had their turn')
    // Made before: this process also measures.
    const bodies = Array.from({ length: pushesMax }, () => JSON.stringify({ ops: ops() }))
    return whilePushing({ origin, attacker, bodies }, read(name))
  }
  const target = { kind: 'person', id: providerId }
  const report = { target, reason: 'other', note: 'x' }
  const contenders = {
    quiet: read('quiet'),
    'dripping heads': () => whileDripping(origin, halfHead, read('dripping heads')),
    'dripping uploads': () => whileDripping(origin, registering, read('dripping uploads')),
    'poisoned reports': pushing('poisoned reports', () =>
      takenIds.map((opId) => ({ ...op('safety.report', report), opId })),
    ),
    blocks: pushing('blocks', () => times(() => op('safety.block', { userId: uuidv7() }))),
    'blocks of a provider': pushing('blocks of a provider', () =>
      times(() => op('safety.block', { userId: providerId })),
    ),
    answers: pushing('answers', () => {
      const answers = openAnswers(Date.now())
      return times((index) => wireOp(answers[index % answers.length] ?? answers[0]!))
    }),
  }
  const { quiet, ...attacks } = await takeTurns(rounds, contenders)
  return Object.entries(attacks).flatMap(([name, taken]) =>
    rowsOf(name, { taken, quiet, turns: turns.get(name) ?? [] }),
  )
}

function rowsOf(
  name: string,
  { taken, quiet, turns }: Readonly<Record<'taken' | 'quiet' | 'turns', readonly number[]>>,
): Row[] {
  const shown = {
    measured: `${median(taken).toFixed(1)} ms`,
    bare: `${median(quiet).toFixed(1)} ms`,
    ratio: ratioOf(taken, quiet),
  }
  const longestMs = median(turns)
  const held = { value: longestMs, goal: { atMost: longestMsMax } }
  return [
    ratioRow(`p95 of others under ${name}, quiet`, shown, { atMost: othersAtMost }),
    plainRow(`longest turn at the database under ${name}`, `${longestMs.toFixed(0)} ms`, held),
  ]
}

const registering = halfForm('POST', '/auth/register/Adolescent')

/** Keeps 200 connections open that have begun a request, all from one address. */
async function whileDripping<T>(origin: string, begun: string, work: () => Promise<T>): Promise<T> {
  const drips = await Promise.all(Array.from({ length: socketsCount }, () => drip(origin, begun)))
  try {
    return await work()
  } finally {
    for (const { socket } of drips) socket.destroy()
  }
}

/** Pushes again and again while somebody else works. */
async function whilePushing<T>(
  { origin, attacker, bodies }: { origin: string; attacker: Person; bodies: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  async function keepPushing(): Promise<void> {
    for (let next = 0; !done.signal.aborted; next += 1) {
      const status = await push(origin, attacker, bodies[next % bodies.length] ?? '')
      if (status !== 200 && status !== 429) throw new Error(`A push was answered ${status}`)
    }
  }
  const pushing = keepPushing()
  try {
    return await work()
  } finally {
    done.abort()
    await pushing
  }
}

function push(origin: string, attacker: Person, body: string): Promise<number | undefined> {
  const headers = {
    ...bearer(attacker),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, agent: false }
    const sent = request(`${origin}/api/sync/push`, options, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function times(make: (index: number) => object): object[] {
  return Array.from({ length: opsCount }, (_, index) => make(index))
}

function op(kind: string, payload: object) {
  return { opId: uuidv7(), v: 1, kind, localDate: '2026-06-15', tz: 'Africa/Cairo', payload }
}
