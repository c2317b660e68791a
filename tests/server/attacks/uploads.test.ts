import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectionLimits } from '#server/http/process/listener.ts'
import { uploadLimits } from '#server/http/uploads/upload.ts'
import { call } from '#tests/support/call.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { drip, halfForm, halfHead, type Dripping } from '#tests/support/dripping.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { filePart, registration } from '#tests/support/registration.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'

const registering = '/auth/register/Adolescent'

let open: TestDatabase
let server: TestServer
let member: SignedIn
let other: SignedIn
let drips: Dripping[] = []

beforeAll(async () => {
  open = await openTestDatabase('embedded')
  member = await addPerson(open.database)
  other = await addPerson(open.database)
})
afterEach(async () => {
  for (const { socket } of drips) socket.destroy()
  drips = []
  await server.close()
})
afterAll(() => open.drop())

async function start(options: TestServerOptions = {}): Promise<void> {
  server = await startTestServer(open.database, options)
}

async function dripAll(texts: readonly string[]): Promise<void> {
  drips.push(...(await Promise.all(texts.map((text) => drip(server.origin, text)))))
}

const filesUnderWay = () => readdir(join(server.dataDir, 'tmp'))
async function untilUnderWay(count: number): Promise<void> {
  while ((await filesUnderWay()).length !== count) await nextTurn()
}

/** Refused for its file alone, so for nothing that stands in front of it. */
async function uploadOf({ id, token }: SignedIn): Promise<string> {
  const input = { params: { id }, body: {}, files: { profileImg: filePart('no image') } }
  return (await call(server.origin, 'updateProfileImage', input, { token })).problem.code
}

const pictureOf = ({ id, token }: SignedIn, headers: Record<string, string> = {}) =>
  halfForm('PATCH', `/user/${id}/profileImg`, { authorization: `Bearer ${token}`, ...headers })

describe('200 connections of one address whose requests never begin', () => {
  test('leave everybody an answer, and the older half of them is closed', async () => {
    await start()
    await dripAll(Array.from({ length: 200 }, () => halfHead))
    const { idlePerAddressMax } = connectionLimits
    const cut = drips.slice(0, 200 - idlePerAddressMax)
    expect(await Promise.all(cut.map(({ ended }) => ended))).toEqual(cut.map(() => ''))
    expect((await call(server.origin, 'checkTrackers', {}, member)).status).toBe(200)
    // Its own connection took the oldest one's turn, and no other.
    const still = drips.slice(201 - idlePerAddressMax)
    expect(still.filter(({ socket }) => socket.destroyed)).toEqual([])
  })

  test('are those of a proxy where there is one, and are left alone', async () => {
    await start({ trustedProxyHops: 1 })
    await dripAll(Array.from({ length: 200 }, () => halfHead))
    expect((await call(server.origin, 'checkTrackers', {}, member)).status).toBe(200)
    expect(drips.filter(({ socket }) => socket.destroyed)).toEqual([])
  })

  test('are given up after a while; a live stream is not', async () => {
    // Long enough for the head of the stream's own request on a machine that stands still for a moment.
    const soon = { headersTimeout: 2_000, requestTimeout: 2_000, connectionsCheckingInterval: 20 }
    await start({ connectionLimits: { ...connectionLimits, ...soon } })
    const stream = await openLiveStream(server.origin, member.token)
    expect((await stream.next())?.type).toBe('resync')
    for (let round = 0; round < 3; round += 1) {
      const { ended } = await drip(server.origin, halfHead)
      expect(await ended).toMatch(/^HTTP\/1\.1 408 /)
    }
    server.events.publish([member.id], { type: 'connections' })
    expect((await stream.next())?.type).toBe('connections')
    stream.close()
  })
})

describe('uploads that drip', () => {
  test('of strangers at one address are three; members and other strangers pass', async () => {
    await start({ trustedProxyHops: 1 })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    await dripAll(Array(3).fill(halfForm('POST', registering, from('10.0.0.1').headers)))
    await untilUnderWay(3)
    const register = (address: string) =>
      call(server.origin, 'registerAdolescent', registration({ email: 'no' }), from(address))
    const fourth = await register('10.0.0.1')
    expect([fourth.problem.code, fourth.headers.get('retry-after')]).toEqual(['rate_limited', '2'])
    expect((await register('10.0.0.2')).problem.code).toBe('invalid_input')
    expect(await uploadOf(member)).toBe('invalid_file')
  })

  test('of strangers who fill their lane, from many addresses, leave members theirs', async () => {
    const strangers = { runningMax: 4, waitingMax: 1, perAddressMax: 1 }
    await start({ trustedProxyHops: 1, uploadLimits: { ...uploadLimits, strangers } })
    const addresses = Array.from({ length: 4 }, (_, index) => `10.0.0.${index}`)
    await dripAll(addresses.map((ip) => halfForm('POST', registering, { 'x-forwarded-for': ip })))
    await untilUnderWay(4)
    await dripAll([halfForm('POST', registering, { 'x-forwarded-for': '10.0.1.1' })])
    expect(await uploadOf(member)).toBe('invalid_file')
    expect((await call(server.origin, 'checkTrackers', {}, member)).status).toBe(200)
    expect(await filesUnderWay()).toHaveLength(4)
  })

  test('of one person are two, and everybody else has theirs', async () => {
    await start()
    await dripAll(Array(2).fill(pictureOf(member)))
    await untilUnderWay(2)
    expect(await uploadOf(member)).toBe('rate_limited')
    expect(await uploadOf(other)).toBe('invalid_file')
    for (const { socket } of drips) socket.destroy()
    await untilUnderWay(0)
    expect(await uploadOf(member)).toBe('invalid_file')
  })

  test('are ended: 408, the connection closed, nothing left, the turn given on', async () => {
    // Long enough for the whole upload at the end on a machine that stands still for a moment.
    const pace = { windowMs: 2_000, bytesMin: 10_000 }
    await start({ uploadLimits: { ...uploadLimits, pace } })
    await dripAll([
      ...Array<string>(3).fill(halfForm('POST', registering)),
      ...Array<string>(2).fill(pictureOf(member)),
    ])
    for (const { ended } of drips) {
      const answer = await ended
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toMatch(/connection: close/i)
      expect(answer).toContain('"too_slow"')
    }
    await untilUnderWay(0)
    expect(await uploadOf(member)).toBe('invalid_file')
  })

  test('of JSON are ended too', async () => {
    await start({ uploadLimits: { ...uploadLimits, pace: { windowMs: 50, bytesMin: 10_000 } } })
    const head =
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"em'
    await dripAll([head, head])
    for (const { ended } of drips) expect(await ended).toMatch(/^HTTP\/1\.1 408 /)
  })
})

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
