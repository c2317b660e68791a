import pino from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pushPayloadSchema, recipientMark } from '#contract/push/model.ts'
import { loadVapidPairs } from '#server/ports/push/env.ts'
import type { PushPort } from '#server/ports/push/port.ts'
import { createWebPush } from '#server/ports/push/web-push.ts'
import { createSealer } from '#server/ports/sealing.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson } from '#tests/support/people.ts'
import { startPushFake, type PushFake } from '#tests/support/push-fake.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const sealer = createSealer(Buffer.alloc(32, 5))

describe.each(databasesUnderTest('both'))('a reminder, on %s', (kind) => {
  let open: TestDatabase
  let fake: PushFake
  let push: PushPort
  let server: TestServer
  let nowMs = Date.parse('2026-06-15T12:00:00Z')

  const pairs = (given?: Buffer, by = sealer) =>
    loadVapidPairs({ orm: open.database.orm, sealer: by, now: () => nowMs }, given)

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    fake = await startPushFake()
    push = createWebPush({
      keys: await pairs(),
      subject: 'https://zync.example',
      hosts: [fake.host],
      ca: fake.ca,
      log: pino({ level: 'silent' }),
      now: () => nowMs,
    })
    server = await startTestServer(open.database, { push, sealer, now: () => nowMs })
  })
  afterAll(async () => {
    await server.close()
    push.close()
    await fake.close()
    await open.drop()
  })

  test('goes from the settings over the clock and TLS to the browser that it is for, which alone opens it', async () => {
    const teen = await addPerson(open.database)
    const { publicKey } = (await call(server.origin, 'getPushKey', {}, teen)).reply
    const subscription = fake.subscribe(publicKey)
    const body = { subscription, timeZone: 'Africa/Cairo', language: 'en' }
    expect((await call(server.origin, 'putSubscription', { body }, teen)).status).toBe(204)
    const settings = (await call(server.origin, 'getPushSettings', {}, teen)).reply
    const reminder = { tracker: 'Sleep' as const, minute: 16 * 60, days: [1], on: true }
    const chosen = { ...settings, discreet: false, reminders: [reminder] }
    await call(server.origin, 'putPushSettings', { body: chosen }, teen)
    nowMs = Date.parse('2026-06-15T13:04:00Z')
    await server.jobs.runDue()
    const [only, ...others] = fake.received
    expect(others).toEqual([])
    expect(only).toMatchObject({ endpoint: subscription.endpoint, urgency: 'normal', ttl: 56 * 60 })
    const payload = v.parse(v.pipe(v.string(), v.parseJson(), pushPayloadSchema), only?.text)
    expect(payload.notification).toMatchObject({
      body: 'Time for a little check-in',
      data: { day: '2026-06-15', of: 'Sleep', u: recipientMark(teen.id) },
    })
  })

  test('is not let onto addresses of no push service, nor onto keys off the curve', async () => {
    const teen = await addPerson(open.database)
    const good = fake.subscribe(push.publicKey)
    const put = async (subscription: typeof good) => {
      const body = { subscription, timeZone: 'Africa/Cairo', language: 'en' }
      return (await call(server.origin, 'putSubscription', { body }, teen)).status
    }
    const off = Buffer.from(good.keys.p256dh, 'base64url')
    off[9] = (off[9] ?? 0) ^ 1
    const p256dh = off.toString('base64url')
    expect(await put({ ...good, keys: { ...good.keys, p256dh } })).toBe(400)
    expect(await put({ ...good, endpoint: 'https://127.0.0.1/push/1' })).toBe(400)
    expect(await put({ ...good, endpoint: 'https://fcm.googleapis.com/fcm/send/1' })).toBe(400)
    expect(await put(good)).toBe(204)
  })

  test('is signed by keys that are made once for all processes, and still known after new ones are given', async () => {
    const [made] = await pairs()
    expect(made.publicKey).toBe(push.publicKey)
    expect((await Promise.all([pairs(), pairs()])).map(([first]) => first)).toEqual([made, made])
    const given = Buffer.alloc(32, 3)
    const [first, ...before] = await pairs(given)
    expect(first.privateKey).toBe(given.toString('base64url'))
    expect(before).toContainEqual(made)
    // With another key of the server nothing of it can be read: new ones are made.
    const [fresh, ...others] = await pairs(undefined, createSealer(Buffer.alloc(32, 6)))
    expect([fresh.publicKey === made.publicKey, others]).toEqual([false, []])
  })
})
