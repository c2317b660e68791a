import { createStore, entries, set } from 'idb-keyval'
import { afterEach, describe, expect, test } from 'vitest'
import { revocationsMax } from '#contract/account/model.ts'
import { hashToken } from '#server/http/session/caller.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { endSession, sendRevocations } from '#src/offline/session/revocations.ts'
import {
  dropRevocations,
  hashOfToken,
  noteWipe,
  wipeDone,
} from '#src/offline/session/session-copy.ts'
import { pendingRevocations, unfinishedWipe } from '#src/offline/session/session-start.ts'
import { answerWith, noNetwork, ours, oursRaw } from './network.ts'

const store = createStore('zync-session', 'session')
const done = () => oursRaw(null, { status: 204 })

afterEach(async () => {
  await dropRevocations(await pendingRevocations())
  await wipeDone()
})

/** Somebody leaves without a network; gives the hash of their token. */
async function leaves(token: string, userId = crypto.randomUUID()): Promise<string> {
  const tokenHash = await hashOfToken(token)
  await noteWipe(userId, tokenHash)
  await wipeDone()
  return tokenHash
}

async function hashesIn(requests: readonly Request[]): Promise<unknown[]> {
  return await Promise.all(requests.map((request) => request.json()))
}

describe('a session that ended without a network', () => {
  test('is hashed as the server stores it', async () => {
    const token = 'JbD1-u_kVtqPlD9VvIoBfmGxSXPn1cfSbhq6YlVNd8M'
    expect(await hashOfToken(token)).toBe(hashToken(token))
  })

  test('leaves its hash, and nothing else, once the wipe is done', async () => {
    const tokenHash = await leaves('one')
    expect(await entries(store)).toEqual([[`revoke:${tokenHash}`, true]])
  })

  test('is noted in one step with the wipe, so that neither is without the other', async () => {
    const tokenHash = await hashOfToken('one')
    await noteWipe('u-1', tokenHash)
    expect([await unfinishedWipe(), await pendingRevocations()]).toEqual(['u-1', [tokenHash]])
  })

  test('is told to the server without any sign of who it was, and then forgotten', async () => {
    const tokenHash = await leaves('one')
    const requests = answerWith(done)
    await sendRevocations('page')
    expect(requests.map(({ url, headers }) => [url, headers.has('authorization')])).toEqual([
      ['https://zync.example/api/auth/sessions/revoke', false],
    ])
    expect(await hashesIn(requests)).toEqual([{ tokenHashes: [tokenHash] }])
    expect(await entries(store)).toEqual([])
  })

  test('is told with those of everybody else who left, in calls that the server takes', async () => {
    const people = Array.from({ length: revocationsMax + 2 }, (_, nth) => leaves(`token ${nth}`))
    const hashes = await Promise.all(people)
    const requests = answerWith(done)
    await sendRevocations('page')
    const sent = (await hashesIn(requests)) as { tokenHashes: string[] }[]
    expect(sent.map(({ tokenHashes }) => tokenHashes.length)).toEqual([revocationsMax, 2])
    expect(sent.flatMap(({ tokenHashes }) => tokenHashes).toSorted()).toEqual(hashes.toSorted())
    expect(await pendingRevocations()).toEqual([])
  })

  test.each([
    ['no network', noNetwork],
    ['the page of a captive portal', () => new Response('<p>Log in</p>', { status: 200 })],
    ['a server that is away', () => ours({ code: 'busy', message: 'Later' }, { status: 503 })],
    ['too many', () => ours({ code: 'rate_limited', message: 'Later' }, { status: 429 })],
  ])('waits for the next contact after %s', async (_, answer) => {
    const tokenHash = await leaves('one')
    answerWith(answer)
    await expect(sendRevocations('page')).rejects.toThrow(Error)
    expect(await pendingRevocations()).toEqual([tokenHash])
    answerWith(done)
    await sendRevocations('page')
    expect(await pendingRevocations()).toEqual([])
  })

  test('of those that went through, none is told again after one that did not', async () => {
    for (let nth = 0; nth < revocationsMax + 1; nth += 1) await leaves(`token ${nth}`)
    answerWith(done, noNetwork)
    await expect(sendRevocations('page')).rejects.toThrow(UnreachableError)
    expect(await pendingRevocations()).toHaveLength(1)
  })
})

describe('a logout beside a sync event', () => {
  const open = async () => ({ token: 'one', tokenHash: await leaves('one') })
  const paths = (requests: readonly Request[]) => requests.map(({ url }) => new URL(url).pathname)
  const { signal } = new AbortController()

  test('asks for nothing more where the worker ended the session first', async () => {
    const session = await open()
    const requests = answerWith(done)
    await Promise.all([sendRevocations('worker'), endSession(session, signal)])
    expect(paths(requests)).toEqual(['/api/auth/sessions/revoke'])
    expect(await pendingRevocations()).toEqual([])
  })

  test.each(['page', 'worker'] as const)('leaves the %s nothing to end twice', async (drainer) => {
    const session = await open()
    const requests = answerWith(done)
    await Promise.all([endSession(session, signal), sendRevocations(drainer)])
    expect(paths(requests)).toEqual(['/api/auth/logout'])
    expect(await pendingRevocations()).toEqual([])
  })

  test('keeps the hash where nothing answers in time', async () => {
    const session = await open()
    answerWith(noNetwork)
    await expect(endSession(session, AbortSignal.abort())).rejects.toThrow('abort')
    await expect(endSession(session, signal)).rejects.toThrow(UnreachableError)
    expect(await pendingRevocations()).toEqual([session.tokenHash])
  })
})

test('with nothing to tell, nothing is asked', async () => {
  const requests = answerWith(done)
  await sendRevocations('page')
  expect(requests).toEqual([])
})

test('what is no hash is never sent', async () => {
  await set('revoke:somebody@example.org', true, store)
  await set('revoked', 'a'.repeat(64), store)
  expect(await pendingRevocations()).toEqual([])
})
