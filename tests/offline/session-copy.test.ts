import { createStore, set } from 'idb-keyval'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  clearSession,
  dropRevocations,
  hashOfToken,
  noteWay,
  noteWipe,
  readSession,
  takeWay,
  wipeDone,
  writeSession,
} from '#src/offline/session/session-copy.ts'
import { pendingRevocations, unfinishedWipe } from '#src/offline/session/session-start.ts'

const session = { token: 'abc', userId: 'u-1' }
/** The same store as the module's own, to put into it what no build ever wrote. */
const store = createStore('zync-session', 'session')

afterEach(async () => {
  await clearSession()
  await wipeDone()
  await dropRevocations(await pendingRevocations())
})

describe('the session that the worker reads', () => {
  test('is none before a login and after a logout', async () => {
    expect(await readSession()).toBeUndefined()
    await writeSession(session)
    await clearSession()
    expect(await readSession()).toBeUndefined()
  })

  test('is the last one written', async () => {
    await writeSession({ token: 'old', userId: 'u-0' })
    await writeSession(session)
    expect(await readSession()).toEqual(session)
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'abc'],
    ['a list', ['abc', 'u-1']],
    ['a token alone', { token: 'abc' }],
    ['a person alone', { userId: 'u-1' }],
    ['numbers', { token: 1, userId: 2 }],
    ['an older shape', { accessToken: 'abc', user: { id: 'u-1' } }],
  ])('is none when %s is stored', async (_, stored) => {
    await set('current', stored, store)
    expect(await readSession()).toBeUndefined()
  })

  test('carries nothing that is not its own', async () => {
    await set('current', { ...session, password: 'secret' }, store)
    expect(await readSession()).toEqual(session)
  })
})

describe('a login over somebody else’s session', () => {
  const theirs = { token: 'theirs', userId: 'u-0' }

  test('leaves the hash of its token, for the server to end it', async () => {
    await writeSession(theirs)
    await writeSession(session)
    expect(await readSession()).toEqual(session)
    expect(await pendingRevocations()).toEqual([await hashOfToken('theirs')])
  })

  test('leaves that of one in local storage too, which was not copied yet', async () => {
    await writeSession(session, { token: 'theirs', user: { _id: 'u-0' } })
    expect(await pendingRevocations()).toEqual([await hashOfToken('theirs')])
  })

  test('leaves that of one that an app lock has sealed, or ended', async () => {
    const tokenHash = await hashOfToken('theirs')
    await set('current', { userId: 'u-0', tokenHash }, store)
    await writeSession(session, { token: '', user: { _id: 'u-0' } })
    expect(await pendingRevocations()).toEqual([tokenHash])
  })

  test('ends their notifications on this device', async () => {
    const unsubscribe = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
    const close = vi.fn<() => void>()
    const registration = {
      getNotifications: async () => [{ close }],
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
    }
    const getRegistration = async () => registration
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
    await writeSession(session)
    await writeSession({ ...session, token: 'new' })
    expect(unsubscribe).not.toHaveBeenCalled()
    await writeSession(theirs)
    await expect.poll(() => close.mock.calls).toHaveLength(1)
    expect(unsubscribe).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  test('is none where the same person logs in again, here and in local storage', async () => {
    await writeSession(session)
    await writeSession({ ...session, token: 'new' }, { token: 'abc', user: { _id: 'u-1' } })
    expect(await pendingRevocations()).toEqual([])
  })
})

describe('the note of a wipe', () => {
  test('stands until the wipe is done, beside the session', async () => {
    await writeSession(session)
    await noteWipe('u-0')
    expect([await unfinishedWipe(), await readSession()]).toEqual(['u-0', session])
    await wipeDone()
    expect([await unfinishedWipe(), await readSession()]).toEqual([undefined, session])
  })

  test.each([undefined, null, 7, {}, ['u-1']])('%j is none', async (stored) => {
    await set('wiping', stored, store)
    expect(await unfinishedWipe()).toBeUndefined()
  })
})

describe('where a tapped notification leads', () => {
  test('is known once, for some minutes and to this login', async () => {
    await noteWay('/chats/1', 0)
    expect([await takeWay(1_000), await takeWay(1_000)]).toEqual(['/chats/1', undefined])
    await noteWay('/chats/1', 0)
    expect(await takeWay(600_000)).toBeUndefined()
    await noteWay('/chats/1', 0)
    await clearSession()
    expect(await takeWay(0)).toBeUndefined()
  })

  test.each([7, {}, { path: 7, atMs: 0 }])('%j is none', async (stored) => {
    await set('way', stored, store)
    expect(await takeWay(0)).toBeUndefined()
  })
})
