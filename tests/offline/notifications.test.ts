import { afterEach, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { recipientMark } from '#contract/push/model.ts'
import {
  arrivalOf,
  changePush,
  factsFor,
  readPayload,
  readPush,
  subscribeDevice,
} from '#src/offline/features/push.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, ours, oursRaw, noNetwork } from './network.ts'
import { answers, closePhones, nowMs, openPhone, today } from './phone.ts'

afterEach(closePhones)

const key = 'B'.repeat(87)

function sent(userId: string, more: { k?: string; navigate?: string } = {}): string {
  const { k = 'tracker.mood', navigate = `https://zync.example/trackers?day=${today}&of=mood` } =
    more
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'Zync',
      body: 'Time for a little check-in',
      navigate,
      lang: 'en',
      dir: 'ltr',
      tag: k,
      silent: false,
      data: { k, id: 'one', u: recipientMark(userId), day: today, of: 'Mood' },
    },
    app_badge: 2,
  })
}

async function arrive(db: UserDatabase | undefined, text: string | undefined) {
  const payload = readPayload(text)
  return arrivalOf(payload, await factsFor(db, payload))
}

describe('what arrives', () => {
  test('is shown as it was sent, and leads to the day that it was for', async () => {
    const db = await openPhone()
    const tap = {
      path: `/trackers?day=${today}&of=mood`,
      u: recipientMark(db.userId),
      day: today,
    }
    expect(await arrive(db, sent(db.userId))).toMatchObject({
      shown: 'as_sent',
      body: 'Time for a little check-in',
      asksMood: false,
      tap,
    })
  })

  test.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['another shape', '{"notification":{"title":"Hi"}}'],
    ['somebody else’s', sent(crypto.randomUUID())],
  ])('is shown in neutral words where it is %s', async (_what, text) => {
    const db = await openPhone()
    expect(await arrive(db, text)).toMatchObject({
      shown: 'neutral',
      asksMood: false,
      tap: { path: '/dashboard' },
    })
  })

  test('is shown in neutral words where nobody is logged in', async () => {
    const { userId } = await openPhone()
    expect(await arrive(undefined, sent(userId))).toMatchObject({ shown: 'neutral' })
  })

  test('asks for nothing on a day that is answered here and not sent yet', async () => {
    const db = await openPhone()
    await changePush(db, { answers: true })
    await answers(db)
    expect(await arrive(db, sent(db.userId))).toMatchObject({
      shown: 'answered',
      silent: true,
      asksMood: false,
    })
  })

  test('can be answered where the person chose so, and a mood alone', async () => {
    const db = await openPhone()
    await changePush(db, { answers: true })
    expect(await arrive(db, sent(db.userId))).toMatchObject({ asksMood: true })
    expect(await arrive(db, sent(db.userId, { k: 'tracker.sleep' }))).toMatchObject({
      asksMood: false,
    })
  })

  test.each([
    ['https://elsewhere.example/chats/1', '/chats/1'],
    ['https://elsewhere.example//evil.example/x', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['not an address at all', '/not%20an%20address%20at%20all'],
  ])('leads nowhere but into the app: %s', async (navigate, path) => {
    const db = await openPhone()
    const { tap } = await arrive(db, sent(db.userId, { navigate }))
    expect(tap.path).toBe(path)
  })
})

describe('this device', () => {
  const renewal = { token: 'secret', timeZone: 'Africa/Cairo', language: 'en' }
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }

  /** A browser's manager, which asks its push service once for each key; what that hands out changes by itself too. */
  function browser(addresses: string[]) {
    let current: PushSubscription | null = null
    const made: string[] = []
    const manager = {
      getSubscription: () => Promise.resolve(current),
      subscribe: (given?: { applicationServerKey?: unknown }) => {
        if (current) return Promise.resolve(current)
        const endpoint = addresses[Math.min(made.length, addresses.length - 1)] ?? ''
        made.push(endpoint)
        const toJSON = () => ({ endpoint, expirationTime: null, keys })
        const unsubscribe = () => {
          current = null
          return Promise.resolve(true)
        }
        const publicKey = given?.applicationServerKey
        const applicationServerKey = typeof publicKey === 'string' ? bytesOf(publicKey) : null
        const options = { applicationServerKey, userVisibleOnly: true }
        current = { endpoint, toJSON, unsubscribe, options } as unknown as PushSubscription
        return Promise.resolve(current)
      },
    }
    return { manager, made, lose: () => (current = null) }
  }
  const server = (request: Request) =>
    request.method === 'GET'
      ? ours({ publicKey: key, contentEncodings: ['aes128gcm'] })
      : oursRaw(null, { status: 204 })

  test('tells its address once a day, and at once where the browser has changed it', async () => {
    const db = await openPhone()
    const requests = answerWith(server)
    const { manager, lose } = browser([
      'https://fcm.googleapis.com/a',
      'https://fcm.googleapis.com/b',
    ])
    const puts = () => requests.filter(({ method }) => method === 'PUT').length
    await subscribeDevice(db, manager, { ...renewal, nowMs })
    await subscribeDevice(db, manager, { ...renewal, nowMs: nowMs + 3_600_000 })
    expect(puts()).toBe(1)
    lose()
    await subscribeDevice(db, manager, { ...renewal, nowMs: nowMs + 7_200_000 })
    expect(puts()).toBe(2)
    expect((await readPush(db)).address?.endpoint).toBe('https://fcm.googleapis.com/b')
    await subscribeDevice(db, manager, { ...renewal, nowMs: nowMs + 7_200_000 + 86_400_000 })
    expect(puts()).toBe(3)
    // A clock that was ahead is set back.
    await subscribeDevice(db, manager, { ...renewal, nowMs })
    expect(puts()).toBe(4)
  })

  test('tells its address at once where it has come to another time zone', async () => {
    const db = await openPhone()
    const requests = answerWith(server)
    const { manager } = browser(['https://fcm.googleapis.com/a'])
    await subscribeDevice(db, manager, { ...renewal, nowMs })
    const elsewhere = { ...renewal, timeZone: 'America/New_York' }
    for (const hours of [11, 12]) {
      await subscribeDevice(db, manager, { ...elsewhere, nowMs: nowMs + hours * 3_600_000 })
    }
    const puts = requests.filter(({ method }) => method === 'PUT')
    expect(await Promise.all(puts.map((put) => put.json()))).toMatchObject([
      { timeZone: 'Africa/Cairo' },
      { timeZone: 'America/New_York' },
    ])
  })

  test('tells its address again for a new login: the server forgot it with the session before', async () => {
    const db = await openPhone()
    const requests = answerWith(server)
    const { manager } = browser(['https://fcm.googleapis.com/a'])
    await subscribeDevice(db, manager, { ...renewal, nowMs })
    await subscribeDevice(db, manager, { ...renewal, token: 'new', nowMs: nowMs + 1, renews: true })
    const puts = requests.filter(({ method }) => method === 'PUT')
    expect(puts.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer secret',
      'Bearer new',
    ])
    await subscribeDevice(db, manager, { ...renewal, token: 'new', nowMs: nowMs + 2, renews: true })
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  })

  test('that was stopped from another one turns itself off, and on again when its person says so', async () => {
    const db = await openPhone()
    const { manager } = browser(['https://fcm.googleapis.com/a'])
    answerWith(server)
    await subscribeDevice(db, manager, { ...renewal, nowMs })
    const dayLater = nowMs + 86_400_000
    const stopped = (request: Request) =>
      request.method === 'GET' ? server(request) : ours(problem('wrong_state'), { status: 409 })
    const requests = answerWith(stopped)
    await subscribeDevice(db, manager, { ...renewal, nowMs: dayLater, renews: true })
    expect((await readPush(db)).address).toBeUndefined()
    expect(await requests[1]?.json()).toMatchObject({ renewal: true })
    const again = answerWith(server)
    await subscribeDevice(db, manager, { ...renewal, nowMs: dayLater })
    expect((await readPush(db)).address).toMatchObject({ atMs: dayLater })
    expect(await again[1]?.json()).not.toHaveProperty('renewal')
  })

  test('subscribes anew where the server has another key', async () => {
    const db = await openPhone()
    const { manager, made } = browser([
      'https://fcm.googleapis.com/a',
      'https://fcm.googleapis.com/b',
    ])
    const keyOf = (publicKey: string) => (request: Request) =>
      request.method === 'GET'
        ? ours({ publicKey, contentEncodings: ['aes128gcm'] })
        : server(request)
    answerWith(keyOf('A'.repeat(87)))
    await subscribeDevice(db, manager, { ...renewal, nowMs })
    expect(made).toHaveLength(1)
    answerWith(keyOf('C'.repeat(87)))
    await subscribeDevice(db, manager, { ...renewal, nowMs: nowMs + 86_400_000 })
    expect(made).toEqual(['https://fcm.googleapis.com/a', 'https://fcm.googleapis.com/b'])
    expect((await readPush(db)).address?.endpoint).toBe('https://fcm.googleapis.com/b')
  })

  test('is not on before the server knows of it', async () => {
    const db = await openPhone()
    answerWith(noNetwork)
    const { manager } = browser(['https://fcm.googleapis.com/a'])
    await expect(subscribeDevice(db, manager, { ...renewal, nowMs })).rejects.toThrow('')
    expect((await readPush(db)).address).toBeUndefined()
  })
})

function bytesOf(base64Url: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64Url, 'base64url')).buffer
}
