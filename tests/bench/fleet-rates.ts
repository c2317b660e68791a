import autocannon, { type Request } from 'autocannon'
import type { Database } from '#server/db/client.ts'
import { createDatabaseHome, openHome, type DatabaseHome } from '#tests/support/database.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { countCosts, type Costs } from './fleet-costs.ts'
import { goals, kinds, readAt, writesOf, type Kind } from './fleet-load.ts'
import { percentile } from './rounds.ts'
import { bearer, fillTo, scales } from './stored.ts'
import { addPairs, openAll, type Pair } from './streams.ts'
import { plainRow, type Row } from './table.ts'

const processesCount = 2
const pairsCount = 500
const connectionsEach = { reads: 24, writes: 12 }
const warmUpSeconds = 4
const measuredSeconds = 10
const sampleMs = 100

/** Two processes on one PostgreSQL at the rates of the issue, with more and more stored. */
export async function benchFleetRates(): Promise<Row[]> {
  const home = await createDatabaseHome('postgres')
  const database = await openHome(home)
  try {
    const pairs = await addPairs(database, pairsCount)
    const people = pairs.flatMap(({ client, provider }) => [client, provider])
    const rows: Row[] = []
    for (const scale of scales) {
      const entries = await fillTo(database, scale, people)
      const name = `${scale}x (${entries} entries)`
      rows.push(...(await atScale({ database, home, pairs }, name, scale === 1)))
    }
    return rows
  } finally {
    await database.close()
    await home.remove()
  }
}

interface Stage {
  readonly database: Database
  readonly home: DatabaseHome
  readonly pairs: readonly Pair[]
}

async function atScale(stage: Stage, name: string, apart: boolean): Promise<Row[]> {
  const { database, home, pairs } = stage
  const env = { TRUST_PROXY: '1', METRICS_PORT: '0', ...profiled() }
  const start = () => startServerProcess(home, env)
  const processes = await Promise.all(Array.from({ length: processesCount }, start))
  const sharesOf = processes.map((each, index) => ({
    origin: each.origin,
    pairs: pairs.filter((_pair, at) => at % processesCount === index),
    sent: { count: 0 },
  }))
  const streams = await Promise.all(sharesOf.map((share) => openAll(share.origin, share.pairs)))
  const measure = (only: readonly Kind[], seconds: number) =>
    pressAll({ database, processes, shares: sharesOf, only, seconds })
  try {
    await measure(kinds, warmUpSeconds)
    const mixed = await measure(kinds, measuredSeconds)
    const rows = rowsOf(`two processes, ${name}`, mixed)
    if (!apart) return rows
    const reads = await measure(['reads'], measuredSeconds / 2)
    const writes = await measure(['writes'], measuredSeconds / 2)
    return [...rows, costRow('a read by itself', reads), costRow('a write by itself', writes)]
  } finally {
    for (const { request } of streams.flatMap((open) => [...open.values()])) request.destroy()
    await Promise.all(processes.map((each: ServerProcess) => each.end('SIGTERM')))
  }
}

/** With `ZYNC_BENCH_PROFILE` set to a folder, each process leaves a CPU profile there. */
function profiled(): Record<string, string> {
  const folder = process.env['ZYNC_BENCH_PROFILE']
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {}
}

interface Pressed {
  readonly taken: Readonly<Record<Kind, readonly number[]>>
  readonly bad: number
  readonly seconds: number
  readonly costs: Costs
}

interface Share {
  readonly origin: string
  readonly pairs: readonly Pair[]
  /** Writes so far: each is another person's, and none is answered twice. */
  readonly sent: { count: number }
}

async function pressAll(given: {
  database: Database
  processes: readonly ServerProcess[]
  shares: readonly Share[]
  only: readonly Kind[]
  seconds: number
}): Promise<Pressed> {
  const { database, processes, shares, only, seconds } = given
  const taken: Record<Kind, number[]> = { reads: [], writes: [] }
  const costs = countCosts(database.pool, () => processes)
  await costs.look()
  const before = await storedOps(database)
  const results = await Promise.all(
    shares.flatMap((share) => only.map((kind) => press(share, kind, seconds, taken[kind]))),
  )
  await costs.look()
  const stored = (await storedOps(database)) - before
  if (stored < taken.writes.length) throw new Error('Writes were answered that left nothing')
  const bad = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  return { taken, bad, seconds, costs }
}

async function storedOps({ pool }: Database): Promise<number> {
  const text = 'select count(*)::int as count from ledger_ops'
  return (await pool.query<{ count: number }>(text)).rows[0]?.count ?? 0
}

function press(share: Share, kind: Kind, seconds: number, taken: number[]) {
  const { origin } = share
  const run = autocannon({
    url: origin,
    connections: connectionsEach[kind],
    duration: seconds,
    sampleInt: sampleMs,
    overallRate: goals[kind].perSecond / processesCount,
    requests: [{ setupRequest: kind === 'reads' ? readOf(share) : writeOf(share) }],
  })
  run.on('response', (_client, _status, _bytes, ms) => void taken.push(ms))
  return run
}

function readOf({ pairs }: Share): (request: Request) => Request {
  let turn = 0
  return (request) => {
    turn += 1
    const { person, path } = readAt(pairs, turn)
    return { ...request, method: 'GET', path, headers: bearer(person) }
  }
}

function writeOf({ pairs, sent }: Share): (request: Request) => Request {
  const writeAt = writesOf(pairs, Date.now())
  return (request) => {
    const { pair, op } = writeAt(sent.count)
    sent.count += 1
    return {
      ...request,
      method: 'POST',
      path: '/api/sync/push',
      headers: { ...bearer(pair.client), 'content-type': 'application/json' },
      body: JSON.stringify({ ops: [op] }),
    }
  }
}

function rowsOf(name: string, pressed: Pressed): Row[] {
  const { taken, bad, seconds } = pressed
  const held = kinds.map((kind) => {
    const p95 = percentile(taken[kind], 95)
    const rate = Math.round(taken[kind].length / seconds)
    const shown = `${rate}/s, ${percentile(taken[kind], 50).toFixed(0)} / ${p95.toFixed(0)}`
    return plainRow(`${name}, ${kind}, p50 / p95 ms`, shown, {
      value: p95,
      goal: { atMost: goals[kind].p95Ms },
    })
  })
  const failed = plainRow(`${name}, not answered well`, String(bad), {
    value: bad,
    goal: { atMost: 0 },
  })
  return [...held, failed, costRow(`${name}, a request`, pressed)]
}

function costRow(name: string, { taken, costs }: Pressed): Row {
  const count = taken.reads.length + taken.writes.length
  const each = (seconds: number) => ((seconds * 1_000) / count).toFixed(2)
  return plainRow(
    `${name}, CPU ms of the server / of the database`,
    `${each(costs.server())} / ${each(costs.database())}`,
  )
}
