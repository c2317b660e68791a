import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pairOf } from '#server/ports/push/env.ts'
import type { PushMessage, PushPort } from '#server/ports/push/port.ts'
import { createWebPush, isKnownHost, knownPushHosts } from '#server/ports/push/web-push.ts'
import { startPushFake, type PushFake } from '#tests/support/push-fake.ts'

const [first, second] = [pairOf(Buffer.alloc(32, 7)), pairOf(Buffer.alloc(32, 9))]
const startMs = Date.now()

describe('messages to push services', () => {
  let fake: PushFake
  let push: PushPort
  let nowMs = startMs
  const lines: string[] = []

  beforeAll(async () => {
    fake = await startPushFake()
  })
  beforeEach(() => {
    nowMs = startMs
    lines.length = 0
    push = open()
  })
  afterAll(() => fake.close())

  const open = (given: { timeoutMs?: number } = {}): PushPort => {
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    return createWebPush({
      keys: [first, second],
      subject: 'https://zync.example',
      hosts: [fake.host],
      ca: fake.ca,
      now: () => nowMs,
      log,
      ...given,
    })
  }

  const message = (given: Partial<PushMessage> = {}): PushMessage => ({
    to: fake.subscribe(first.publicKey),
    publicKey: first.publicKey,
    text: '{"web_push":8030}',
    ttlSeconds: 60,
    topic: 'topic',
    urgency: 'normal',
    ...given,
  })

  test('are opened by the browser alone, signed for its service, and of one length', async () => {
    const texts = ['{"a":1}', JSON.stringify({ long: 'x'.repeat(700) })]
    for (const text of texts) expect(await push.send(message({ text }))).toEqual({ status: 'sent' })
    const [short, long] = fake.received.slice(-2)
    expect(short).toMatchObject({ ttl: 60, topic: 'topic', urgency: 'normal' })
    expect([short, long].map((each) => each?.text.trimEnd())).toEqual(texts)
    expect(short?.bytes).toBe(long?.bytes)
    expect(short?.bytes).toBeLessThan(2_048)
  })

  test('to a browser that subscribed with an earlier key are signed with that one', async () => {
    const to = fake.subscribe(second.publicKey)
    expect(await push.send(message({ to, publicKey: second.publicKey }))).toEqual({
      status: 'sent',
    })
    expect(await push.send(message({ to }))).toEqual({ status: 'refused' })
    expect(await push.send(message({ to, publicKey: 'a key of before' }))).toEqual({
      status: 'gone',
    })
  })

  test.each([
    [404, { status: 'gone' }],
    [410, { status: 'gone' }],
    [400, { status: 'refused' }],
    [413, { status: 'refused' }],
    [307, { status: 'refused' }],
    [500, { status: 'later', afterMs: 60_000 }],
  ])('that are answered with %s end as they have to', async (status, outcome) => {
    const given = message()
    fake.answers(given.to.endpoint, { status, headers: { location: 'https://127.0.0.1/' } })
    expect(await push.send(given)).toEqual(outcome)
    expect(fake.asked.get(given.to.endpoint)).toBe(1)
  })

  test('wait as long as a service asks for, by seconds or a date', async () => {
    const given = message()
    fake.answers(given.to.endpoint, { status: 429, headers: { 'retry-after': '7' } })
    expect(await push.send(given)).toEqual({ status: 'later', afterMs: 7_000 })
    const date = new Date(Math.floor(nowMs / 1_000) * 1_000 + 90_000)
    fake.answers(given.to.endpoint, {
      status: 503,
      headers: { 'retry-after': date.toUTCString() },
    })
    expect(await push.send(given)).toEqual({ status: 'later', afterMs: date.getTime() - nowMs })
  })

  test('to a service that hangs are given up, and it is left alone for a while', async () => {
    push = open({ timeoutMs: 2_000 })
    const given = message()
    fake.answers(given.to.endpoint, 'hang')
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await push.send(given)).toMatchObject({ status: 'later' })
    }
    expect(await push.send(message())).toEqual({ status: 'later', afterMs: 60_000 })
    nowMs += 60_001
    expect(await push.send(message())).toEqual({ status: 'sent' })
  })

  test('go to known services alone, whatever an address looks like', async () => {
    for (const good of [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
      'https://web.push.apple.com/a',
      'https://wns2-par02p.notify.windows.com/w/?token=a',
    ]) {
      expect([good, isKnownHost(good, knownPushHosts)]).toEqual([good, true])
    }
    for (const bad of [
      'http://fcm.googleapis.com/a',
      'https://fcm.googleapis.com:8443/a',
      'https://fcm.googleapis.com.example.org/a',
      'https://fcm.googleapis.com@127.0.0.1/a',
      'https://user:word@fcm.googleapis.com/a',
      'https://127.0.0.1/a',
      'https://10.0.0.1/a',
      'https://[::1]/a',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/a',
      'https://push.apple.com/a',
      'https://evilpush.apple.com.co/a',
      'not an address',
    ]) {
      expect([bad, isKnownHost(bad, knownPushHosts)]).toEqual([bad, false])
    }
    const { keys } = fake.subscribe(first.publicKey)
    const elsewhere = { endpoint: 'https://127.0.0.1/a', keys }
    expect(await push.send(message({ to: elsewhere }))).toEqual({ status: 'gone' })
    expect(await push.admits(elsewhere)).toBe(false)
  })

  test('are not begun for keys that lie on no curve', async () => {
    const { endpoint, keys } = fake.subscribe(first.publicKey)
    expect(await push.admits({ endpoint, keys })).toBe(true)
    const off = Buffer.from(keys.p256dh, 'base64url')
    off[40] = (off[40] ?? 0) ^ 1
    const p256dh = off.toString('base64url')
    expect(await push.admits({ endpoint, keys: { ...keys, p256dh } })).toBe(false)
  })

  test('leave no address in the log, and one line for a service that refuses them', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const given = message()
      fake.answers(given.to.endpoint, { status: 403 })
      await push.send(given)
    }
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(fake.host)
    expect(lines[0]).not.toContain('/push/')
  })
})
