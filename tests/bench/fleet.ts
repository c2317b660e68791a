import { setTimeout as pause } from 'node:timers/promises'
import { utcDate } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes } from '#contract/trackers/catalog.ts'
import type { Database } from '#server/db/client.ts'
import { startBalancer, type Balancer } from '#tests/support/balancer.ts'
import { addPair, type Pair } from '#tests/support/chats.ts'
import { createPhone, type Phone, type Tried } from '#tests/support/crowd.ts'
import { createDatabaseHome, openHome, type DatabaseHome } from '#tests/support/database.ts'
import { addPaid, addSeller } from '#tests/support/money.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
import { postgresMissing } from '#tests/support/postgres-under-test.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { countCosts } from './fleet-costs.ts'
import { benchFleetRates } from './fleet-rates.ts'
import { benchFleetRestart } from './fleet-restart.ts'
import { startDelayProxy } from './phone/delay-proxy.ts'
import { percentile } from './rounds.ts'
import { plainRow, type Row } from './table.ts'

/** How long people go on, in seconds, and how far away the database is, there and back, in milliseconds. */
const seconds = Number(process.env['ZYNC_BENCH_SECONDS'] ?? 120)
const wireMs = Number(process.env['ZYNC_BENCH_WIRE_MS'] ?? 2)

const processesCount = 3
const pairsCount = 40
const drainSeconds = 2
const spreadMs = 2_000
/** Between two things that a person does: somebody who is quick. */
const thinkMsMin = 300
const thinkMsMax = 1_200
const bookingsEach = 5

/** What people wait for at most, through a rolling restart too. */
const readMsMax = 100
const writeMsMax = 150

/** Somebody with a provider: what they sent, and what the provider has seen of it. */
interface Scripted {
  readonly pair: Pair
  readonly client: Phone
  readonly provider: Phone
  readonly sent: string[]
  readonly answers: Set<string>
  readonly seen: Set<string>
  readonly booked: string[]
}

interface Fleet {
  readonly database: Database
  readonly home: DatabaseHome
  readonly balancer: Balancer
  readonly running: ServerProcess[]
}

/** `ZYNC_BENCH_FLEET` names one of them. */
const parts = { faults: benchFaults, rates: benchFleetRates, restart: benchFleetRestart }

/** Three processes on a PostgreSQL that is not beside them, and people who open, answer, write and book, whatever happens. */
export async function benchFleet(): Promise<Row[]> {
  const missing = await postgresMissing()
  if (missing !== undefined) return [plainRow('a fleet', `left out: ${missing}`)]
  const wanted = process.env['ZYNC_BENCH_FLEET']
  const rows: Row[] = []
  for (const [name, bench] of Object.entries(parts)) {
    if (wanted === undefined || wanted === name) rows.push(...(await bench()))
  }
  return rows
}

async function benchFaults(): Promise<Row[]> {
  const home = await createDatabaseHome('postgres')
  const database = await openHome(home)
  const balancer = await startBalancer()
  const wire = await startDelayProxy(home.databaseUrl ?? '', wireMs)
  const fleet: Fleet = { database, home: behind(home, wire.origin), balancer, running: [] }
  try {
    await Promise.all(Array.from({ length: processesCount }, () => startOne(fleet)))
    return await measureFaults(fleet)
  } finally {
    await Promise.all(fleet.running.map((each) => each.end('SIGTERM')))
    await balancer.close()
    await wire.close()
    await database.close()
    await home.remove()
  }
}

async function measureFaults(fleet: Fleet): Promise<Row[]> {
  const { database, running } = fleet
  const tried: (Tried & { readonly phase: Phase })[] = []
  let phase: Phase = 'quiet'
  const waits: number[] = []
  const listening = new AbortController()
  const people = await addPeople(fleet, {
    onTry: (each) => tried.push({ ...each, phase }),
    onWait: (ms) => waits.push(ms),
  })
  const followers = people.map((each) => listen(each, listening.signal))
  const costs = countCosts(database.pool, () => running)
  await costs.look()
  const looking = setInterval(() => void costs.look(), 1_000)

  let over = false
  const scripts = people.map((each) => live(each, () => over))
  const part = (seconds * 1_000) / 4
  await pause(part)
  phase = 'rolling'
  for (let count = 0; count < processesCount; count += 1) {
    await Promise.all([endOldest(fleet, 'SIGTERM'), startOne(fleet)])
  }
  await pause(part)
  phase = 'killed'
  await endOldest(fleet, 'SIGKILL')
  await startOne(fleet)
  await pause(part)
  over = true
  await Promise.all(scripts)
  const unseen = await unseenAfterAll(people)
  clearInterval(looking)
  await costs.look()
  listening.abort()
  await Promise.all(followers)
  const stored = await storedOf(database, people)
  return [
    ...faultRows({ tried, unseen, stored, waits }),
    ...speedRows(tried),
    costRow(costs, tried.length),
    ...(await growthRows(database, people.length * 2)),
  ]
}

type Phase = 'quiet' | 'rolling' | 'killed'

function behind(home: DatabaseHome, wireOrigin: string): DatabaseHome {
  const url = new URL(home.databaseUrl ?? '')
  url.host = new URL(wireOrigin).host
  return { ...home, databaseUrl: url.href }
}

async function startOne({ home, balancer, running }: Fleet): Promise<void> {
  const started = await startServerProcess(home, {
    TRUST_PROXY: '1',
    METRICS_PORT: '0',
    DRAIN_DELAY_S: String(drainSeconds),
    STREAM_SPREAD_S: String(spreadMs / 1_000),
  })
  running.push(started)
  await balancer.add(started.origin)
}

async function endOldest({ balancer, running }: Fleet, signal: 'SIGTERM' | 'SIGKILL') {
  const oldest = running.shift()
  await oldest?.end(signal)
  balancer.remove(oldest?.origin ?? '')
}

async function addPeople(
  { database, balancer }: Fleet,
  notes: { onTry: (tried: Tried) => void; onWait: (ms: number) => void },
): Promise<Scripted[]> {
  const fromMs = Date.now()
  const phone = (token: string) =>
    createPhone({ origin: balancer.origin, token, day: utcDate(fromMs), ...notes })
  const people: Scripted[] = []
  for (let count = 0; count < pairsCount; count += 1) {
    const client = await addPerson(database, {}, { fromMs })
    const seller = await addSeller(database)
    const expiresAt = new Date(fromMs + 86_400_000)
    const token = await addSession(database, seller.id, { lastUsedAt: new Date(fromMs), expiresAt })
    const pair = await addPair(database, { client, provider: { ...seller, token } })
    await addPaid(
      database,
      { userId: client.id, providerId: seller.id },
      { sessions: bookingsEach, paidAt: new Date(fromMs), createdAt: new Date(fromMs) },
    )
    people.push({
      pair,
      client: phone(client.token),
      provider: phone(token),
      sent: [],
      answers: new Set(),
      seen: new Set(),
      booked: [],
    })
  }
  return people
}

function listen(person: Scripted, signal: AbortSignal): Promise<unknown> {
  return person.provider.follow(({ type }) => {
    if (type === 'resync' || type === 'chat') void readInto(person)
  }, signal)
}

/** As a phone reads after an event: again until it is answered. */
async function readInto({ pair, provider, seen }: Scripted): Promise<void> {
  for (;;) {
    const page = await provider.read('messages', `/chat/${pair.chatId}/messages?limit=200`)
    if (page) {
      for (const { _id } of (page as { messages: { _id: string }[] }).messages) seen.add(_id)
      return
    }
    await pause(200)
  }
}

/** Opens the app, answers a tracker, writes a message, now and then books a session; then all over again. */
async function live(person: Scripted, isOver: () => boolean): Promise<void> {
  const { pair, client, sent, answers } = person
  const rest = () => pause(thinkMsMin + Math.random() * (thinkMsMax - thinkMsMin))
  await rest()
  for (let turn = 0; !isOver(); turn += 1) {
    await open(person)
    await rest()
    const trackerType = trackerTypes[turn % trackerTypes.length] ?? 'Mood'
    const answer = trackerCatalog[trackerType].answers[0]
    const date = utcDate(Date.now())
    answers.add(await client.deliver('trackers.record', { trackerType, answer, date }))
    await rest()
    const message = { chatId: pair.chatId, content: `Message ${turn}` }
    sent.push(await client.deliver('chat.send', message))
    await rest()
    if (turn % 5 === 4 && person.booked.length < bookingsEach) await book(person)
  }
}

/** What the app asks for when it is opened. */
async function open({ pair, client }: Scripted): Promise<void> {
  await Promise.all([
    client.read('open', `/auth/user/${pair.client.id}`),
    client.read('open', '/trackers/check'),
    client.read('open', '/notices'),
    client.read('open', `/chat/user/${pair.client.id}`),
    client.read('open', '/connections/friends'),
  ])
}

/** Takes the first free hour of tomorrow or later. A call without an answer is looked for among one's sessions. */
async function book({ pair, client, booked }: Scripted): Promise<void> {
  const providerId = pair.provider.id
  const day = (ahead: number) => utcDate(Date.now() + ahead * 86_400_000)
  const week = `startDate=${day(1)}&endDate=${day(8)}&duration=60`
  const found = await client.read('book', `/booking/available-slots/${providerId}?${week}`)
  const { slots = [] } = (found ?? {}) as {
    slots?: { start: string; end: string; available: boolean }[]
  }
  const slot = slots.find(({ available, start }) => available && !booked.includes(start))
  if (!slot) return
  const body = { serviceProviderId: providerId, startTime: slot.start, endTime: slot.end }
  for (;;) {
    const { status } = await client.write('book', '/booking/book', body)
    // Taken by whom, if not by the try before that nobody answered?
    if (status === 201 || status === 409) {
      booked.push(slot.start)
      return
    }
    if (status >= 400 && status < 500) throw new Error(`A session was answered with ${status}`)
    await pause(200)
  }
}

/** How many messages some provider has not read of, a while after the last one. */
async function unseenAfterAll(people: readonly Scripted[]): Promise<number> {
  const count = () =>
    people.reduce((sum, { sent, seen }) => sum + sent.filter((id) => !seen.has(id)).length, 0)
  for (let tries = 0; tries < 50 && count() > 0; tries += 1) await pause(200)
  return count()
}

interface Stored {
  readonly lost: number
  readonly doubled: number
}

/** What was acknowledged and is not there, and what is there more than once. */
async function storedOf({ pool }: Database, people: readonly Scripted[]): Promise<Stored> {
  const sent = people.flatMap((each) => each.sent)
  const ops = [...sent, ...people.flatMap((each) => [...each.answers])]
  const booked = people.reduce((sum, each) => sum + each.booked.length, 0)
  const one = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ count: number }>(text, values)).rows[0]?.count ?? 0
  const there = await one('select count(*)::int from messages where id = any($1::uuid[])', [sent])
  const known = await one('select count(*)::int from ledger_ops where op_id = any($1::uuid[])', [
    ops,
  ])
  const messages = await one('select count(*)::int from messages')
  const sessions = await one('select count(*)::int from bookings')
  const used = await one(
    `select -sum(amount)::int as count from credit_entries where kind = 'used'`,
  )
  const all = await one('select count(*)::int from ledger_ops')
  const lost = sent.length - there + (ops.length - known) + Math.max(0, booked - sessions)
  const doubled = messages - there + (all - known) + Math.max(0, sessions - booked)
  return { lost, doubled: doubled + Math.abs((used ?? 0) - sessions) }
}

function faultRows(given: {
  tried: readonly (Tried & { readonly phase: Phase })[]
  unseen: number
  stored: Stored
  waits: readonly number[]
}): Row[] {
  const { tried, unseen, stored, waits } = given
  const refused = (phase: Phase) =>
    tried.filter((each) => each.phase === phase && (each.status === 0 || each.status >= 500)).length
  const none = (name: string, value: number) =>
    plainRow(name, String(value), { value, goal: { atMost: 0 } })
  return [
    none(
      `lost, of ${tried.length} requests in ${seconds} s, ${processesCount} processes, ${wireMs} ms to the database`,
      stored.lost,
    ),
    none('doubled', stored.doubled),
    none('messages that nobody heard of', unseen),
    none('refused in a rolling restart', refused('rolling') + refused('quiet')),
    plainRow('tried again after a kill -9', String(refused('killed'))),
    plainRow('longest wait before a stream was opened again, ms', String(Math.max(0, ...waits))),
  ]
}

function speedRows(tried: readonly (Tried & { readonly phase: Phase })[]): Row[] {
  const asked = tried.filter(
    ({ kind, status }) => kind !== 'stream' && status >= 200 && status < 500,
  )
  const kinds = [...Map.groupBy(asked, ({ kind }) => kind)]
  return kinds.map(([kind, all]) => {
    const p95 = (phase: Phase) =>
      percentile(
        all.filter((each) => each.phase === phase).map(({ ms }) => ms),
        95,
      ).toFixed(0)
    const ms = all.map((each) => each.ms)
    const value = percentile(ms, 95)
    const isRead = kind === 'open' || kind === 'messages'
    return plainRow(
      `${kind} (${all.length}), p95 ms, quiet / rolling / after a kill`,
      `${p95('quiet')} / ${p95('rolling')} / ${p95('killed')}`,
      { value, goal: { atMost: isRead ? readMsMax : writeMsMax } },
    )
  })
}

function costRow(costs: ReturnType<typeof countCosts>, count: number): Row {
  const each = (used: number) => ((used * 1_000) / count).toFixed(2)
  return plainRow(
    'a request, CPU ms of the server / of the database',
    `${each(costs.server())} / ${each(costs.database())}`,
  )
}

/** What people leave in the database, by table; a message is read by the other one, so it is of both. */
async function growthRows({ pool }: Database, peopleCount: number): Promise<Row[]> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select regexp_replace(relname, '_\\d{4}_\\d{2}$', '') as name, sum(n_tup_ins)::int as rows
      from pg_stat_user_tables where n_tup_ins > 0 and schemaname in ('public', 'pgboss')
      group by 1 order by 2 desc limit 6`,
  )
  const each = rows.map((table) => `${table.name} ${(table.rows / peopleCount).toFixed(1)}`)
  return [plainRow('rows written of each person', each.join(', '))]
}
