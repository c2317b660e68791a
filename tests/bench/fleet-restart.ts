import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { PushReply } from '#contract/sync/api.ts'
import type { Database } from '#server/db/client.ts'
import { createDatabaseHome, openHome, type DatabaseHome } from '#tests/support/database.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import {
  goals,
  kinds,
  ownAccounts,
  readAt,
  writesOf,
  type Kind,
  type OwnAccounts,
  type Write,
} from './fleet-load.ts'
import { followStream } from './fleet-streams.ts'
import { followUpstreams, type Answered, type Upstreams } from './fleet-upstreams.ts'
import { percentile, rateOf } from './rounds.ts'
import { bearer, fillTo, scales } from './stored.ts'
import { addPairs, openAll, type Pair } from './streams.ts'
import { plainRow, type Row } from './table.ts'

/*
 * Two processes at the full rate through a rolling restart. `ZYNC_BENCH_SHARE=0.05` takes a twentieth of readers, writers and
 * streams, `ZYNC_BENCH_SECONDS` is how long it goes on before and after, `ZYNC_BENCH_SCALE` how much is stored (1, 10, 100).
 * `ZYNC_BENCH_REPLACE=warm` starts each new process before the old one goes, at the lowest priority, and has it answer some
 * requests before it is let in; that needs Linux, and a role that may raise priorities again.
 */
const share = Number(process.env['ZYNC_BENCH_SHARE'] ?? 1)
const seconds = Number(process.env['ZYNC_BENCH_SECONDS'] ?? 30)
const scale = scales.find((each) => each === Number(process.env['ZYNC_BENCH_SCALE'])) ?? 1
const replace = process.env['ZYNC_BENCH_REPLACE'] === 'warm' ? replaceWarm : replaceOldest

const processesCount = 2
const pairsCount = Math.max(2, Math.round(500 * share))
const drainSeconds = 3
const spreadSeconds = 10
const processEnv = {
  TRUST_PROXY: '1',
  DRAIN_DELAY_S: String(drainSeconds),
  STREAM_SPREAD_S: String(spreadSeconds),
}
/** The first processes start cold too: what is measured before the restart is a fleet that has run for a while. */
const warmUpSeconds = 15
/** Until a new process answers as fast as the others, on as many of its connections to the database as these need. */
const warmUp = { reads: 4_000, writes: 200, streamRounds: 5, atOnce: 8 }
/** Pairs of accounts of the operator's own. */
const ownPairsCount = 20
const tickMs = 5
/** Before an operation is sent again that nobody answered for. */
const againMs = 200
/** More than this at once, and the machine does not carry the rate. */
const underWayMax = 5_000

/** As much of a bad answer as tells what it was. */
const whyCharsMax = 160

type Phase = 'warm' | 'before' | 'during' | 'after'
const phases = ['before', 'during', 'after'] as const

/** What came of everything that was asked. */
interface Notes {
  phase: Phase
  underWay: number
  readonly taken: Record<Kind, { phase: Phase; ms: number }[]>
  /** Answered badly or not at all, and how. */
  readonly refused: { phase: Phase; why: string }[]
  /** Went to another process, since one took no connections any more. */
  turnedAway: number
  /** Every operation, and whether it was acknowledged. */
  readonly ops: Map<string, 'sent' | 'acknowledged'>
  /** When the last message to a provider was begun that was acknowledged, and when their stream last said something. */
  readonly written: Map<string, number>
  readonly heard: Map<string, number>
  /** How long streams waited before they were opened again. */
  readonly waits: number[]
}

interface Fleet {
  readonly database: Database
  readonly home: DatabaseHome
  readonly upstreams: Upstreams
  readonly running: ServerProcess[]
  readonly pairs: readonly Pair[]
  readonly own: OwnAccounts
  readonly notes: Notes
}

export async function benchFleetRestart(): Promise<Row[]> {
  const home = await createDatabaseHome('postgres')
  const database = await openHome(home)
  const everybody = await addPairs(database, pairsCount + ownPairsCount)
  const pairs = everybody.slice(0, pairsCount)
  const own = ownAccounts(everybody.slice(pairsCount))
  await fillTo(
    database,
    scale,
    pairs.flatMap(({ client, provider }) => [client, provider]),
  )
  const notes: Notes = {
    phase: 'warm',
    underWay: 0,
    taken: { reads: [], writes: [] },
    refused: [],
    turnedAway: 0,
    ops: new Map(),
    written: new Map(),
    heard: new Map(),
    waits: [],
  }
  const fleet: Fleet = {
    database,
    home,
    upstreams: followUpstreams(),
    running: [],
    pairs,
    own,
    notes,
  }
  try {
    for (let count = 0; count < processesCount; count += 1) await startOne(fleet)
    return await measure(fleet)
  } finally {
    fleet.upstreams.close()
    await Promise.all(fleet.running.map((each) => each.end('SIGTERM')))
    await database.close()
    await home.remove()
  }
}

async function measure(fleet: Fleet): Promise<Row[]> {
  const { notes } = fleet
  const listening = new AbortController()
  const followers = await openStreams(fleet, listening.signal)
  const stored = await storedBefore(fleet.database)
  const loading = new AbortController()
  const loads = kinds.map((kind) => load(fleet, kind, loading.signal))
  // One that gives up is heard of at the end, when the processes of the server are ended too.
  for (const each of loads) each.catch(() => loading.abort())
  await pause(warmUpSeconds * 1_000)
  notes.phase = 'before'
  await pause(seconds * 1_000)
  notes.phase = 'during'
  const startedMs = performance.now()
  for (let count = 0; count < processesCount; count += 1) {
    await replace(fleet)
    // Until the streams of that one are back.
    await pause(spreadSeconds * 1_000)
  }
  const duringSeconds = (performance.now() - startedMs) / 1_000
  notes.phase = 'after'
  await pause(seconds * 1_000)
  loading.abort()
  await Promise.all(loads).catch((error: unknown) => {
    listening.abort()
    throw error
  })
  const unheard = await unheardAfterAll(notes)
  listening.abort()
  await Promise.all(followers)
  const outcome = await outcomeOf(fleet.database, notes, stored)
  return rowsOf(notes, { ...outcome, unheard, duringSeconds })
}

async function startOne({ home, upstreams, running }: Fleet): Promise<void> {
  const started = await startServerProcess(home, processEnv)
  running.push(started)
  await upstreams.add(started.origin)
}

/** As `docker compose up --wait` does it: the old one goes, the new one is waited for. */
async function replaceOldest(fleet: Fleet): Promise<void> {
  await endOldest(fleet)
  await startOne(fleet)
}

/** The new one takes only what the others leave until its code is compiled; then it is one of them, and the old one goes. */
async function replaceWarm(fleet: Fleet): Promise<void> {
  const started = await startServerProcess(fleet.home, processEnv, [], { niceness: 19 })
  fleet.running.push(started)
  await warm(started, fleet)
  for (const thread of readdirSync(`/proc/${started.pid}/task`)) setPriority(Number(thread), 0)
  await fleet.upstreams.add(started.origin)
  await endOldest(fleet)
}

async function endOldest({ running, upstreams }: Fleet): Promise<void> {
  const oldest = running.shift()
  await oldest?.end('SIGTERM')
  upstreams.remove(oldest?.origin ?? '')
}

/** Has a process that nobody else knows read, write and stream for the operator's own accounts. */
async function warm({ origin }: ServerProcess, fleet: Fleet): Promise<void> {
  const { pairs, nextWrite } = fleet.own
  const upstreams = followUpstreams()
  await upstreams.add(origin)
  // Nobody listens to what these accounts are written.
  const notes = { ...fleet.notes, written: new Map<string, number>() }
  const alone = { ...fleet, upstreams, pairs, notes }
  await rateOf(warmUp.reads, warmUp.atOnce, (turn) => read(alone, turn))
  await rateOf(warmUp.writes, warmUp.atOnce, () => write(alone, nextWrite()))
  for (let round = 0; round < warmUp.streamRounds; round += 1) {
    const streams = await openAll(origin, pairs)
    for (const { request } of streams.values()) request.destroy()
  }
  upstreams.close()
}

/** A stream of each person, kept by the app's own code; resolves once all have begun. */
async function openStreams(
  { pairs, upstreams, notes }: Fleet,
  signal: AbortSignal,
): Promise<Promise<unknown>[]> {
  const followers: Promise<unknown>[] = []
  for (const person of pairs.flatMap(({ client, provider }) => [client, provider])) {
    followers.push(
      followStream({
        person,
        upstreams,
        signal,
        onNews: () => notes.heard.set(person.id, performance.now()),
        onWait: (ms) => notes.waits.push(ms),
      }),
    )
    while (!notes.heard.has(person.id)) await pause(1)
  }
  return followers
}

/** So many in each second, whether the ones before were answered or not; a wait counts from when a request was due. */
async function load(fleet: Fleet, kind: Kind, signal: AbortSignal): Promise<void> {
  const { notes, pairs } = fleet
  const perMs = (goals[kind].perSecond * share) / 1_000
  const writeAt = writesOf(pairs, Date.now())
  const startedMs = performance.now()
  const asked = new Set<Promise<void>>()
  for (let turn = 0; !signal.aborted;) {
    const due = Math.floor((performance.now() - startedMs) * perMs)
    for (; turn < due; turn += 1) {
      const dueMs = startedMs + turn / perMs
      const one = kind === 'reads' ? read(fleet, turn) : write(fleet, writeAt(turn))
      const { phase } = notes
      notes.underWay += 1
      const noted = one.then(() => {
        notes.underWay -= 1
        notes.taken[kind].push({ phase, ms: performance.now() - dueMs })
        asked.delete(noted)
      })
      asked.add(noted)
    }
    if (notes.underWay > underWayMax) throw new Error('This machine does not carry the rate')
    await pause(tickMs)
  }
  await Promise.all(asked)
}

async function read(fleet: Fleet, turn: number): Promise<void> {
  const { person, path } = readAt(fleet.pairs, turn)
  const answered = await ask(fleet, { method: 'GET', path, headers: bearer(person) })
  if (answered.status !== 200) noteRefused(fleet.notes, answered)
}

/** As the outbox does it: under one id, until the server says that it has it. */
async function write(fleet: Fleet, { pair, op }: Write): Promise<void> {
  const { notes } = fleet
  const { client, provider } = pair
  notes.ops.set(op.opId, 'sent')
  const begunMs = performance.now()
  const headers = { ...bearer(client), 'content-type': 'application/json' }
  const body = JSON.stringify({ ops: [op] })
  for (;;) {
    const answered = await ask(fleet, { method: 'POST', path: '/api/sync/push', headers, body })
    const result =
      answered.status === 200 ? (JSON.parse(answered.text) as PushReply).results[0] : undefined
    if (result && 'result' in result) break
    noteRefused(notes, answered)
    await pause(againMs)
  }
  notes.ops.set(op.opId, 'acknowledged')
  if (op.kind === 'chat.send') {
    notes.written.set(provider.id, Math.max(begunMs, notes.written.get(provider.id) ?? 0))
  }
}

/** The first of an answer names the status of an operation, or the problem. */
function noteRefused({ refused, phase }: Notes, { status, text }: Answered): void {
  const what = text.slice(0, whyCharsMax).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
  refused.push({ phase, why: `${status} ${what}` })
}

/** What a balancer does: a process that takes no connections costs nobody anything, another one is asked. */
async function ask(
  { upstreams, notes }: Pick<Fleet, 'upstreams' | 'notes'>,
  given: Parameters<NonNullable<ReturnType<Upstreams['next']>>['ask']>[0],
): Promise<Answered> {
  for (;;) {
    const upstream = upstreams.next()
    if (!upstream) return { status: 0, refused: true, text: 'no process' }
    const answered = await upstream.ask(given)
    if (!answered.refused) return answered
    notes.turnedAway += 1
  }
}

/** How many providers have not heard since the last message to them, a while after it. */
async function unheardAfterAll({ written, heard }: Notes): Promise<number> {
  const count = () => [...written].filter(([id, begunMs]) => (heard.get(id) ?? 0) < begunMs).length
  for (let tries = 0; tries < 50 && count() > 0; tries += 1) await pause(200)
  return count()
}

interface Stored {
  readonly ops: number
  readonly messages: number
}

async function storedBefore({ pool }: Database): Promise<Stored> {
  const { rows } = await pool.query<Stored>(
    `select (select count(*)::int from ledger_ops) as ops, (select count(*)::int from messages) as messages`,
  )
  return rows[0] ?? { ops: 0, messages: 0 }
}

/** What was acknowledged and is not there, and what is there more often than it was sent. */
async function outcomeOf(
  database: Database,
  { ops }: Notes,
  before: Stored,
): Promise<{ lost: number; doubled: number }> {
  const of = async (ids: readonly string[]) => {
    const { rows } = await database.pool.query<Stored>(
      `select (select count(distinct op_id)::int from ledger_ops where op_id = any($1::uuid[])) as ops,
        (select count(*)::int from messages where id = any($1::uuid[])) as messages`,
      [ids],
    )
    return rows[0] ?? { ops: 0, messages: 0 }
  }
  const acknowledged = [...ops].filter(([, state]) => state === 'acknowledged').map(([id]) => id)
  const there = await of(acknowledged)
  const known = await of([...ops.keys()])
  const now = await storedBefore(database)
  const doubled =
    now.ops - before.ops - known.ops + (now.messages - before.messages - known.messages)
  return { lost: acknowledged.length - there.ops, doubled }
}

function rowsOf(
  { taken, refused, turnedAway, ops, waits }: Notes,
  given: { lost: number; doubled: number; unheard: number; duringSeconds: number },
): Row[] {
  const none = (name: string, value: number) =>
    plainRow(name, String(value), { value, goal: { atMost: 0 } })
  const speeds = kinds.map((kind) => {
    const p95s = phases.map((phase) =>
      percentile(
        taken[kind].filter((each) => each.phase === phase).map(({ ms }) => ms),
        95,
      ),
    )
    const rate = Math.round(goals[kind].perSecond * share)
    return plainRow(
      `restart, ${rate} ${kind}/s, ${2 * pairsCount} streams, ${scale}x stored, p95 ms before / during / after`,
      p95s.map((ms) => ms.toFixed(0)).join(' / '),
      { value: Math.max(...p95s), goal: { atMost: goals[kind].p95Ms } },
    )
  })
  const count = taken.reads.length + taken.writes.length
  const bad = phases.map((phase) => refused.filter((each) => each.phase === phase).length)
  const whys = [...Map.groupBy(refused, ({ why }) => why)].map(
    ([why, all]) => `${all.length}x ${why}`,
  )
  return [
    ...speeds,
    none(`restart, lost, of ${ops.size} operations`, given.lost),
    none('restart, doubled', given.doubled),
    none('restart, providers who did not hear of their last message', given.unheard),
    plainRow(`restart, refused of ${count}, before / during / after`, bad.join(' / '), {
      value: refused.length,
      goal: { atMost: 0 },
    }),
    ...whys.map((why) => plainRow('restart, refused', why)),
    none('restart, sent to a process that had closed already', turnedAway),
    plainRow(
      'restart, took s; streams opened again, after s at most',
      `${given.duringSeconds.toFixed(0)}; ${waits.length}, ${(Math.max(0, ...waits) / 1_000).toFixed(1)}`,
    ),
  ]
}
