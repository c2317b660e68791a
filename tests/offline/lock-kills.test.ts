import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endWait } from '#src/offline/session/lock-record.ts'
import {
  addDevice,
  changeWords,
  removeDevice,
  removeLock,
  setLock,
  unlock,
  unlockWithDevice,
} from '#src/offline/session/lock.ts'
import { clearSession, readSession, writeSession } from '#src/offline/session/session-copy.ts'
import { isSealed, sessionStore, setVault } from '#src/offline/session/session-start.ts'
import { useFewRounds } from './few-rounds.ts'

const session = { token: 'a-token-of-forty-three-letters-or-so-0123456', userId: 'u-1' }
const pin = '204961'
const other = '883120'
const secret = new Uint8Array(32).fill(7)
const device = { credentialId: new Uint8Array([1, 2]), salt: new Uint8Array(32).fill(3), secret }

beforeEach(async () => {
  useFewRounds()
  await writeSession(session)
})

afterEach(async () => {
  vi.restoreAllMocks()
  setVault(undefined)
  await clearSession()
})

/** A page that starts: nothing of before is in its memory. */
function startAnew(): void {
  setVault(undefined)
}

describe('a page killed at a step', () => {
  /** Runs `change` once for each write to the disk, dying at it, and says how a new start finds the lock after each. */
  async function dyingAtEach(
    change: () => Promise<unknown>,
    before: unknown = session,
  ): Promise<string[]> {
    const found: string[] = []
    for (let dying = 1; ; dying += 1) {
      await set('current', before, sessionStore())
      const strikes = strikeAt(dying)
      await change().catch(() => undefined)
      strikes.end()
      startAnew()
      found.push(await standing())
      await clearSession()
      if (strikes.count() < dying) return found
    }
  }

  function strikeAt(dying: number) {
    let writes = 0
    const spies = (['put', 'delete'] as const).map((name) => {
      const real = Reflect.get(IDBObjectStore.prototype, name) as (...given: unknown[]) => unknown
      const struck = function (this: IDBObjectStore, ...given: unknown[]) {
        writes += 1
        if (writes === dying) throw new DOMException('Killed', 'AbortError')
        return real.apply(this, given) as never
      }
      return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(struck)
    })
    return { count: () => writes, end: () => spies.forEach((spy) => spy.mockRestore()) }
  }

  /** Which words open what is stored, and whether the session is behind it. */
  async function standing(): Promise<string> {
    if (!(await isSealed())) return isWhole(await readSession()) ? 'no lock' : 'lost'
    const opening: string[] = []
    for (const words of [pin, other]) {
      startAnew()
      await endWait()
      const { status } = await unlock(words)
      if (status === 'open' && isWhole(await readSession())) opening.push(words)
    }
    startAnew()
    const { status } = await unlockWithDevice(secret)
    if (status === 'open' && isWhole(await readSession())) opening.push('device')
    return opening.join(' and ')
  }

  function isWhole(found: { token: string } | undefined): boolean {
    return found?.token === session.token
  }

  test('of setting it leaves no lock or a whole one', async () => {
    const found = await dyingAtEach(() => setLock(session, pin))
    expect(found.length).toBeGreaterThan(2)
    expect(new Set(found)).toEqual(new Set(['no lock', pin]))
  })

  test('of changing it leaves the old PIN or the new one', async () => {
    const found = await dyingAtEach(async () => {
      await setLock(session, pin)
      await changeWords(pin, other)
    })
    expect(found.length).toBeGreaterThan(4)
    expect(new Set(found)).toEqual(new Set(['no lock', pin, other]))
  })

  test('of removing it leaves the lock or the session', async () => {
    const found = await dyingAtEach(async () => {
      await setLock(session, pin)
      await removeLock(pin)
    })
    expect(found.length).toBeGreaterThan(4)
    expect(new Set(found)).toEqual(new Set(['no lock', pin]))
  })

  const both = `${pin} and device`
  const add = () => addDevice(pin, async () => device)

  test('of adding an authenticator leaves the PIN alone or both', async () => {
    await setLock(session, pin)
    const found = await dyingAtEach(add, await get('current', sessionStore()))
    expect(found.length).toBeGreaterThan(3)
    expect(new Set(found)).toEqual(new Set([pin, both]))
    expect(found.at(-1)).toBe(both)
  })

  test('of taking it away leaves both or the PIN alone', async () => {
    await setLock(session, pin)
    await add()
    const found = await dyingAtEach(removeDevice, await get('current', sessionStore()))
    expect(found.length).toBeGreaterThan(2)
    expect(new Set(found)).toEqual(new Set([both, pin]))
    expect(found.at(-1)).toBe(pin)
  })

  test('of changing the PIN beside it leaves the old or the new one, and the authenticator', async () => {
    await setLock(session, pin)
    await add()
    const change = () => changeWords(pin, other)
    const found = await dyingAtEach(change, await get('current', sessionStore()))
    expect(found.length).toBeGreaterThan(3)
    expect(new Set(found)).toEqual(new Set([both, `${other} and device`]))
  })
})
