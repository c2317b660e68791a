import '#tests/model/browser-globals.ts'
import { createStore, set } from 'idb-keyval'
import { afterEach, describe, expect, test } from 'vitest'
import {
  clearSession,
  noteWipe,
  readSession,
  wipeDone,
  writeSession,
} from '#src/offline/session/session-copy.ts'
import { unfinishedWipe } from '#src/offline/session/session-start.ts'

const session = { token: 'abc', userId: 'u-1' }
/** The same store as the module's own, to put into it what no build ever wrote. */
const store = createStore('zync-session', 'session')

afterEach(async () => {
  await clearSession()
  await wipeDone()
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
