import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeWords, removeLock, setLock } from '#src/offline/session/lock.ts'
import {
  clearSession,
  readOwner,
  readSession,
  writeSession,
} from '#src/offline/session/session-copy.ts'
import { isSealed, setVault, unlockedToken } from '#src/offline/session/session-start.ts'
import { useFewRounds } from './few-rounds.ts'

const session = { token: 'a-token-of-forty-three-letters-or-so-0123456', userId: 'u-1' }
const pin = '204961'
const other = '883120'

let rounds: ReturnType<typeof useFewRounds>

beforeEach(async () => {
  rounds = useFewRounds()
  await writeSession(session)
})

afterEach(async () => {
  vi.restoreAllMocks()
  setVault(undefined)
  await clearSession()
})

describe('what another tab does to the session while a PIN becomes a key', () => {
  /** Happens once the next words are being made a key. */
  function meanwhile(work: () => Promise<unknown>): void {
    const derive = rounds.getMockImplementation()
    rounds.mockImplementationOnce(async (...given) => {
      await work()
      return (await derive?.(...given)) as CryptoKey
    })
  }

  test('stays: a logout leaves no token, whether the lock is set or taken away', async () => {
    meanwhile(clearSession)
    expect(await setLock(session, pin)).toBe(false)
    expect([await readOwner(), unlockedToken(session.userId)]).toEqual([undefined, undefined])
    await writeSession(session)
    await setLock(session, pin)
    meanwhile(clearSession)
    expect(await removeLock(pin)).toEqual({ status: 'changed' })
    expect(await readOwner()).toBeUndefined()
  })

  test('stays: a new login has its own token, whether the lock is set or taken away', async () => {
    const next = { ...session, token: 'the-token-of-a-new-login' }
    meanwhile(() => writeSession(next))
    expect(await setLock(session, pin)).toBe(false)
    expect([await isSealed(), await readSession()]).toEqual([false, next])
    await setLock(next, pin)
    meanwhile(() => writeSession(session))
    expect(await removeLock(pin)).toEqual({ status: 'changed' })
    expect([await isSealed(), await readSession()]).toEqual([true, session])
    expect(await removeLock(pin)).toEqual({ status: 'open', token: session.token })
  })
  test('stays: a PIN that was changed is asked for, and the old one takes no lock away', async () => {
    await setLock(session, pin)
    meanwhile(() => changeWords(pin, other))
    expect(await removeLock(pin)).toEqual({ status: 'changed' })
    expect(await isSealed()).toBe(true)
    expect(await removeLock(other)).toMatchObject({ status: 'open' })
  })
})
