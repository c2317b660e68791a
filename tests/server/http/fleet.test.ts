import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { utcDate } from '#contract/local-date.ts'
import { trackerCatalog } from '#contract/trackers/catalog.ts'
import type { Database } from '#server/db/client.ts'
import { startBalancer, type Balancer } from '#tests/support/balancer.ts'
import { call } from '#tests/support/call.ts'
import { addPair, type Pair } from '#tests/support/chats.ts'
import { addProvider } from '#tests/support/connections.ts'
import { createPhone, type Phone, type Tried } from '#tests/support/crowd.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
import { picture } from '#tests/support/pictures.ts'
import { filePart } from '#tests/support/registration.ts'
import { startS3Fake, type S3Fake } from '#tests/support/s3-fake.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

const pairsCount = 6
const spreadMs = 1_000

/** A young person who writes and answers, their provider who listens, and what each knows. */
interface Talk {
  readonly pair: Pair
  readonly writer: Phone
  readonly listener: Phone
  readonly sent: string[]
  /** Messages that the listener has read because an event said so. */
  readonly seen: Set<string>
  readonly answers: string[]
}

/** The topology of compose.yaml, as processes: two of the server, a proxy, PostgreSQL, a bucket. */
describe.runIf(databasesUnderTest().includes('postgres'))('a fleet of two behind a proxy', () => {
  let home: DatabaseHome
  let database: Database
  let bucket: S3Fake
  let balancer: Balancer
  const running: ServerProcess[] = []
  const talks: Talk[] = []
  /** One day for all that is written and answered, also where the tests run over midnight. */
  const day = utcDate(Date.now())
  const tried: Tried[] = []
  const waits: number[] = []
  const listening = new AbortController()
  const followers: Promise<unknown>[] = []

  beforeAll(async () => {
    home = await createDatabaseHome('postgres')
    database = await openHome(home)
    bucket = await startS3Fake()
    balancer = await startBalancer()
    await Promise.all([startOne(), startOne()])
    for (let count = 0; count < pairsCount; count += 1) talks.push(await addTalk())
  })
  afterAll(async () => {
    listening.abort()
    await Promise.all(followers)
    await Promise.all(running.map((each) => each.end('SIGTERM')))
    await balancer.close()
    await bucket.close()
    await database.close()
    await home.remove()
  })

  async function startOne(): Promise<void> {
    const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.place
    const process = await startServerProcess(home, {
      TRUST_PROXY: '1',
      // The balancer shares this process, which may stand still for seconds on a busy machine.
      DRAIN_DELAY_S: '5',
      STREAM_SPREAD_S: String(spreadMs / 1_000),
      S3_ENDPOINT: endpoint,
      S3_BUCKET: name,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
    running.push(process)
    await balancer.add(process.origin)
  }

  /** The oldest process goes. */
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string> {
    const oldest = running.shift()
    const code = await oldest?.end(signal)
    balancer.remove(oldest?.origin ?? '')
    return code ?? 'nobody'
  }

  async function addTalk(): Promise<Talk> {
    const fromMs = Date.now()
    const client = await addPerson(database, {}, { fromMs })
    const provider = await addProvider(database)
    const expiresAt = new Date(fromMs + 3_600_000)
    const token = await addSession(database, provider.id, {
      lastUsedAt: new Date(fromMs),
      expiresAt,
    })
    const pair = await addPair(database, { client, provider: { ...provider, token } })
    const phone = (of: string) =>
      createPhone({
        origin: balancer.origin,
        token: of,
        day,
        onTry: (each) => tried.push(each),
        onWait: (ms) => waits.push(ms),
      })
    const [writer, listener] = [phone(client.token), phone(token)]
    const seen = new Set<string>()
    const talk = { pair, writer, listener, sent: [], seen, answers: [] }
    const caughtUp = Promise.withResolvers<void>()
    followers.push(
      listener.follow(({ type }) => {
        if (type === 'resync' || type === 'chat') void readInto(talk).then(caughtUp.resolve)
      }, listening.signal),
    )
    await caughtUp.promise
    return talk
  }

  /** As a phone does it after an event: what is newer than what it has, again until it is answered. */
  async function readInto({ pair, listener, seen }: Talk): Promise<void> {
    for (;;) {
      const page = await listener.read('messages', `/chat/${pair.chatId}/messages?limit=100`)
      if (page) {
        for (const { _id } of (page as { messages: { _id: string }[] }).messages) seen.add(_id)
        return
      }
      await pause(100)
    }
  }

  /** Everybody writes and answers until the work is done. */
  async function underLoad(work: () => Promise<void>): Promise<void> {
    const load = { over: false }
    const loads = talks.map(async (talk) => {
      const { writer, pair, sent, answers } = talk
      while (!load.over) {
        const content = `Message ${sent.length}`
        sent.push(await writer.deliver('chat.send', { chatId: pair.chatId, content }))
        const [answer] = trackerCatalog.Mood.answers
        answers.push(
          await writer.deliver('trackers.record', { trackerType: 'Mood', answer, date: day }),
        )
        await writer.read('check', '/trackers/check')
        await pause(50)
      }
    })
    await work()
    load.over = true
    await Promise.all(loads)
  }

  const refused = () =>
    tried.filter(({ kind, status }) => kind !== 'stream' && (status === 0 || status >= 500))

  /** Waits until everybody has heard of everything. */
  async function expectNothingLost(): Promise<void> {
    for (const { sent, seen } of talks) {
      await expect.poll(() => sent.filter((id) => !seen.has(id)), { timeout: 60_000 }).toEqual([])
    }
    const { rows } = await database.pool.query<{ messages: number; ops: number }>(
      `select (select count(*)::int from messages) as messages, (select count(*)::int from ledger_ops) as ops`,
    )
    const sent = talks.reduce((sum, each) => sum + each.sent.length, 0)
    const answers = talks.reduce((sum, each) => sum + each.answers.length, 0)
    expect(rows[0]).toEqual({ messages: sent, ops: sent + answers })
  }

  test('is replaced one by one under load: no request is refused, no event lost, and streams are back within the spread', async () => {
    await underLoad(async () => {
      for (const _each of [1, 2]) {
        const [code] = await Promise.all([end('SIGTERM'), startOne()])
        expect(code).toBe(0)
      }
    })
    expect([refused(), balancer.turnedAway()]).toEqual([[], 0])
    await expectNothingLost()
    expect(waits.length).toBeGreaterThanOrEqual(pairsCount)
    // A stream that could not be opened would have waited longer than the spread.
    expect(waits.filter((ms) => ms > spreadMs)).toEqual([])
  })

  test('loses and doubles nothing when one is killed under load, and everybody hears of everything', async () => {
    await underLoad(async () => {
      expect(await end('SIGKILL')).toBe('SIGKILL')
      await startOne()
    })
    await expectNothingLost()
    const before = talks.map(({ seen }) => seen.size)
    await Promise.all(
      talks.map(async ({ writer, pair, sent }) => {
        sent.push(await writer.deliver('chat.send', { chatId: pair.chatId, content: 'Still here' }))
      }),
    )
    await expectNothingLost()
    expect(talks.map(({ seen }) => seen.size)).toEqual(before.map((count) => count + 1))
  })

  test('has one bucket: a picture that one process took is shown by the others', async () => {
    const { client } = talks[0]?.pair ?? {}
    const { id = '', token } = client ?? {}
    const files = { profileImg: filePart(new Uint8Array(await picture(64, 64, 'png')), 'me.png') }
    const [first, second] = running
    const given = { params: { id }, body: {}, files }
    const stored = await call(first?.origin ?? '', 'updateProfileImage', given, { token })
    expect(stored.status).toBe(200)
    const file = stored.reply.profileImg?.split('/').at(-1) ?? ''
    const image = await call(
      second?.origin ?? '',
      'getProfileImage',
      { params: { file } },
      { token },
    )
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const pictures = [...bucket.objects.keys()].filter((key) => !key.includes('assets/'))
    expect(pictures).toHaveLength(1)
  })

  test('tells a container’s healthcheck whether it is ready', async () => {
    const path = fileURLToPath(new URL('../../../server/healthcheck.ts', import.meta.url))
    const check = (port: string) =>
      new Promise((resolve) => {
        const env = { PATH: process.env['PATH'], PORT: port }
        execFile(process.execPath, [path], { env }, (error) => resolve(error?.code ?? 0))
      })
    expect(await check(new URL(running[0]?.origin ?? '').port)).toBe(0)
    expect(await check('1')).toBe(1)
  })
})
