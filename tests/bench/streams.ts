import { get, type ClientRequest } from 'node:http'
import type { Database } from '#server/db/client.ts'
import { withFreshApi } from './api-under-test.ts'
import { percentile } from './rounds.ts'
import { addPeople, bearer, type Person } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const streamsCount = 1_000
/** As many as one person may send at once. */
const perSender = 2
const sendersAtOnce = 2
/** Messages before anything is measured: a cold server makes room for itself first. */
const warmUpCount = 100
/** What it may take from one phone to the other. */
const p95MsMax = 100
/** Measured for bare streams: 20 kB each; a session, a person and a timer come with ours. */
const kbPerStreamMax = 60

export interface Pair {
  readonly client: Person
  readonly provider: Person
  readonly chatId: string
}

/** A thousand people with their streams open, and half of them writing to the other half. */
export async function benchStreams(): Promise<Row[]> {
  return withFreshApi(
    (database) => addPairs(database, streamsCount / 2),
    async ({ origin, process }, pairs) => {
      await warmUp(origin, pairs)
      const before = await process.ask('memoryKb', undefined)
      const streams = await openAll(origin, pairs)
      const held = (await process.ask('memoryKb', undefined)) - before
      const taken = await sendAll(origin, pairs, streams)
      for (const { request } of streams.values()) request.destroy()
      const p95 = percentile(taken, 95)
      const spread = `${percentile(taken, 50).toFixed(0)} / ${p95.toFixed(0)}`
      const each = held / streamsCount
      return [
        plainRow(`${streamsCount} streams, kB each`, each.toFixed(0), {
          value: each,
          goal: { atMost: kbPerStreamMax },
        }),
        plainRow('a message until its reader hears of it, p50 / p95 ms', spread, {
          value: p95,
          goal: { atMost: p95MsMax },
        }),
      ]
    },
  )
}

/** With streams of its own, which are closed again. */
async function warmUp(origin: string, pairs: readonly Pair[]): Promise<void> {
  const few = pairs.slice(0, warmUpCount)
  const streams = await openAll(origin, few)
  await sendAll(origin, few, streams)
  for (const { request } of streams.values()) request.destroy()
}

/** So many clients, each connected with a provider of their own, with their chats. */
export async function addPairs(database: Database, half: number): Promise<Pair[]> {
  const people = await addPeople(database, 2 * half)
  const clients = people.slice(0, half)
  const providers = people.slice(half)
  const ids = [clients.map(({ id }) => id), providers.map(({ id }) => id)]
  await database.pool.query(
    `update users set user_type = 'ServiceProvider', verified_at = now() where id = any($1::uuid[])`,
    [ids[1]],
  )
  // Of age: nobody has to have cleared these providers.
  await database.pool.query(
    `update users set birth_date = '1990-01-01' where id = any($1::uuid[])`,
    [ids[0]],
  )
  await database.pool.query(
    `insert into connections (id, client_id, provider_id, state, created_at, answered_at)
      select gen_random_uuid(), client, provider, 'accepted', now(), now()
      from unnest($1::uuid[], $2::uuid[]) as pair(client, provider)`,
    ids,
  )
  const { rows } = await database.pool.query<{ id: string; clientId: string }>(
    `insert into chats (id, client_id, provider_id, active_at, created_at)
      select gen_random_uuid(), client, provider, now(), now()
      from unnest($1::uuid[], $2::uuid[]) as pair(client, provider)
      returning id, client_id as "clientId"`,
    ids,
  )
  const chatOf = new Map(rows.map(({ id, clientId }) => [clientId, id]))
  return clients.flatMap((client, index) => {
    const provider = providers[index]
    const chatId = chatOf.get(client.id)
    return provider && chatId ? [{ client, provider, chatId }] : []
  })
}

/** An open stream, and what waits for its next event of a chat. */
interface Open {
  readonly request: ClientRequest
  heard: () => void
}

/** The streams of both people of each pair, by the person. */
export async function openAll(origin: string, pairs: readonly Pair[]): Promise<Map<string, Open>> {
  const streams = new Map<string, Open>()
  for (const { client, provider } of pairs) {
    for (const person of [client, provider]) streams.set(person.id, await openOne(origin, person))
  }
  return streams
}

function openOne(origin: string, person: Person): Promise<Open> {
  return new Promise((resolve, reject) => {
    const options = { headers: bearer(person), agent: false }
    const request = get(`${origin}/api/events`, options, (response) => {
      const open: Open = { request, heard: () => undefined }
      response.on('error', () => undefined)
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('"chat"')) open.heard()
        if (chunk.includes('resync')) resolve(open)
      })
    })
    request.on('error', reject)
  })
}

/** From before a message is sent until its reader hears of it, in milliseconds. */
async function sendAll(
  origin: string,
  pairs: readonly Pair[],
  streams: ReadonlyMap<string, Open>,
): Promise<number[]> {
  const left = Array.from({ length: perSender }, () => pairs).flat()
  const taken: number[] = []
  async function keepSending(): Promise<void> {
    for (let pair = left.pop(); pair; pair = left.pop()) {
      const reader = streams.get(pair.provider.id)
      if (reader) taken.push(await sendOne(origin, pair, reader))
    }
  }
  await Promise.all(Array.from({ length: sendersAtOnce }, keepSending))
  return taken
}

async function sendOne(origin: string, { client, chatId }: Pair, reader: Open): Promise<number> {
  const heard = new Promise<number>((resolve) => {
    reader.heard = () => resolve(performance.now())
  })
  const body = new FormData()
  body.set('content', 'Hello')
  const startedMs = performance.now()
  const response = await fetch(`${origin}/api/chat/${chatId}/messages`, {
    method: 'POST',
    headers: bearer(client),
    body,
  })
  if (response.status !== 201) throw new Error(`A message was answered with ${response.status}`)
  await response.arrayBuffer()
  return (await heard) - startedMs
}
