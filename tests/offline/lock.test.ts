import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  dropLockedSession,
  endSpentLock,
  endWait,
  readLock,
  triesBeforeWait,
  triesMax,
} from '#src/offline/session/lock-record.ts'
import {
  addDevice,
  changeWords,
  removeDevice,
  removeLock,
  setLock,
  unlock,
  unlockWithDevice,
  flawOf,
  plainWords,
} from '#src/offline/session/lock.ts'
import {
  clearSession,
  copySession,
  dropRevocations,
  hashOfToken,
  readOwner,
  readSession,
  writeSession,
} from '#src/offline/session/session-copy.ts'
import {
  isSealed,
  pendingRevocations,
  sessionStore,
  setVault,
  unlockedToken,
} from '#src/offline/session/session-start.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { useFewRounds } from './few-rounds.ts'
import { fillSessionStore } from './full-disk.ts'

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
  await dropRevocations(await pendingRevocations())
})

/** A page that starts: nothing of before is in its memory. */
function startAnew(): void {
  setVault(undefined)
}

/** Everything that is stored, as text; bytes as the letters that they may be. */
async function stored(): Promise<string> {
  const all = [await get('current', sessionStore()), await get('tries', sessionStore())]
  return JSON.stringify(all, (_, value: unknown) =>
    value instanceof Uint8Array ? String.fromCodePoint(...value) : value,
  )
}

async function tryWrong(times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await endWait()
    await unlock('000111')
  }
}

describe('an app lock', () => {
  test('leaves nothing of the token where it is stored, and opens in the page that set it', async () => {
    await setLock(session, pin)
    expect(await stored()).not.toContain(session.token)
    expect(await stored()).not.toContain(pin)
    expect([await isSealed(), await readOwner()]).toEqual([true, session.userId])
    expect(await readSession()).toEqual(session)
  })

  test('gives the session to nobody after a start, until its PIN is given', async () => {
    await setLock(session, pin)
    startAnew()
    expect(await readSession()).toBeUndefined()
    expect(await unlock('204962')).toEqual({ status: 'wrong', left: triesMax - 1, waits: false })
    expect(await readSession()).toBeUndefined()
    expect(await unlock(pin)).toEqual({ status: 'open' })
    expect(await readSession()).toEqual(session)
    expect(await readLock()).toMatchObject({ wrong: 0, waits: false, opens: true })
    expect(await stored()).not.toContain(session.token)
  })

  test('opens with the digits of another keyboard', async () => {
    await setLock(session, pin)
    startAnew()
    expect(await unlock(' ٢٠٤٩٦١ ')).toEqual({ status: 'open' })
  })

  test('does not open for another person’s name on the same bytes', async () => {
    await setLock(session, pin)
    startAnew()
    const record = await get<object>('current', sessionStore())
    await set('current', { ...record, userId: 'u-2' }, sessionStore())
    await expect(unlock(pin)).rejects.toThrow(DOMException)
    expect(await readSession()).toBeUndefined()
  })

  test('is none for a session without one', async () => {
    expect([await readLock(), await isSealed()]).toEqual([undefined, false])
    expect(await unlock(pin)).toEqual({ status: 'none' })
  })

  test('seals a new login of the same person, and not one of another', async () => {
    await setLock(session, pin)
    const next = { ...session, token: 'the-token-of-a-new-login' }
    expect(await writeSession(next)).toBe(true)
    expect(unlockedToken(session.userId)).toBe(next.token)
    expect(await stored()).not.toContain(next.token)
    startAnew()
    await unlock(pin)
    expect(await readSession()).toEqual(next)
    expect((await readLock())?.tokenHash).toBe(await hashOfToken(next.token))
    expect(await pendingRevocations()).toEqual([])
    expect(await writeSession({ token: 'theirs', userId: 'u-2' })).toBe(false)
    expect(await readSession()).toEqual({ token: 'theirs', userId: 'u-2' })
    expect(await pendingRevocations()).toEqual([await hashOfToken(next.token)])
  })

  test('is not undone by a tab that started before it was set', async () => {
    await setLock(session, pin)
    await copySession(session)
    expect(await isSealed()).toBe(true)
    await copySession({ token: 'theirs', userId: 'u-2' })
    expect(await isSealed()).toBe(false)
  })
})

describe('on a full phone', () => {
  beforeEach(() => installCaches('images'))
  afterEach(removeCaches)

  test('the right PIN opens the lock, and a wrong one counts, where caches can go', async () => {
    await setLock(session, pin)
    startAnew()
    fillSessionStore(1)
    expect(await unlock(pin)).toEqual({ status: 'open' })
    fillSessionStore(1)
    expect(await unlock(other)).toMatchObject({ status: 'wrong', left: triesMax - 1 })
    expect(await readLock()).toMatchObject({ wrong: 1 })
  })

  test('a lock is set, changed and taken away where caches can go', async () => {
    fillSessionStore(1)
    await setLock(session, pin)
    fillSessionStore(1)
    expect(await changeWords(pin, other)).toEqual({ status: 'open' })
    const make = async () => {
      fillSessionStore(1)
      return device
    }
    expect(await addDevice(other, make)).toEqual({ status: 'open' })
    fillSessionStore(1)
    expect(await removeLock(other)).toMatchObject({ status: 'open' })
    expect(await readSession()).toEqual(session)
  })

  test('a login is stored where caches can go', async () => {
    const next = { ...session, token: 'the-token-of-a-new-login' }
    fillSessionStore(1)
    await writeSession(next)
    expect(await readSession()).toEqual(next)
  })

  test('a start with the session that is stored, or sealed, writes nothing', async () => {
    fillSessionStore()
    await copySession(session)
    vi.restoreAllMocks()
    await setLock(session, pin)
    fillSessionStore()
    await copySession(session)
    expect(await isSealed()).toBe(true)
  })

  test('a start with another session stores it where caches can go', async () => {
    const next = { token: 'theirs', userId: 'u-2' }
    fillSessionStore(1)
    await copySession(next)
    expect(await readSession()).toEqual(next)
  })
})

describe('wrong tries', () => {
  test('wait from the fifth on, however often they are made meanwhile', async () => {
    await setLock(session, pin)
    startAnew()
    for (let left = triesMax - 1; left > triesMax - triesBeforeWait; left -= 1)
      expect(await unlock('000111')).toEqual({ status: 'wrong', left, waits: false })
    expect(await unlock('000111')).toEqual({ status: 'wrong', left: 5, waits: true })
    expect(await unlock(pin)).toEqual({ status: 'waits' })
    expect(await readLock()).toMatchObject({ wrong: 5, waits: true, opens: true })
    await endWait()
    expect(await unlock(pin)).toEqual({ status: 'open' })
  })

  test('wait however the clock of the device is set', async () => {
    await setLock(session, pin)
    startAnew()
    await tryWrong(triesBeforeWait)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
    expect(await unlock(pin)).toEqual({ status: 'waits' })
  })

  test('end the session after ten of a hundred, and nothing that could be guessed is left', async () => {
    await setLock(session, pin)
    startAnew()
    await tryWrong(100)
    await endWait()
    expect(await unlock(pin)).toEqual({ status: 'over' })
    expect(await readLock()).toMatchObject({ userId: session.userId, opens: false })
    expect(await get('current', sessionStore())).toEqual({
      userId: session.userId,
      tokenHash: await hashOfToken(session.token),
    })
    expect(await pendingRevocations()).toEqual([await hashOfToken(session.token)])
  })

  test('end it for a tab where the lock is open, too, and let the next login in there', async () => {
    await setLock(session, pin)
    await tryWrong(triesMax)
    const next = { ...session, token: 'a-token-after-it' }
    expect(await writeSession(next)).toBe(false)
    expect(await readSession()).toEqual(next)
    expect(await readLock()).toBeUndefined()
  })

  test('end it at the next start where the page was closed right after the tenth', async () => {
    await setLock(session, pin)
    startAnew()
    await set('tries', { wrong: triesMax, waits: false }, sessionStore())
    expect(await readLock()).toMatchObject({ opens: false })
    await endSpentLock()
    expect(await stored()).not.toContain('sealed')
    expect(await pendingRevocations()).toHaveLength(1)
  })

  test('are counted before they are looked at, and the right one forgets them', async () => {
    await setLock(session, pin)
    startAnew()
    await tryWrong(3)
    rounds.mockImplementationOnce(async () => {
      expect(await readLock()).toMatchObject({ wrong: 4 })
      throw new Error('Killed')
    })
    await expect(unlock(pin)).rejects.toThrow('Killed')
    expect(await readLock()).toMatchObject({ wrong: 4 })
    expect(await unlock(pin)).toEqual({ status: 'open' })
    expect(await readLock()).toMatchObject({ wrong: 0 })
  })

  test('count in the settings as on the lock itself', async () => {
    await setLock(session, pin)
    expect(await changeWords('000111', other)).toMatchObject({ status: 'wrong', left: 9 })
    expect(await removeLock('000111')).toMatchObject({ status: 'wrong', left: 8 })
  })
})

describe('a lock whose bytes cannot be read', () => {
  test.each([
    ['another shape', { userId: 'u-1', sealed: 'x' }],
    ['a person alone', { userId: 'u-1' }],
  ])('%s opens no more and leaves the way of a login', async (_, damaged) => {
    await set('current', damaged, sessionStore())
    expect(await readLock()).toMatchObject({ userId: 'u-1', opens: false })
    expect(await unlock(pin)).toEqual({ status: 'over' })
    expect(await readSession()).toBeUndefined()
    await dropLockedSession(undefined)
    expect(await readLock()).toBeUndefined()
  })
})

const secret = new Uint8Array(32).fill(7)
const device = { credentialId: new Uint8Array([1, 2]), salt: new Uint8Array(32).fill(3), secret }

describe('an authenticator of the device', () => {
  test('opens the lock beside the PIN, until it is taken away', async () => {
    await setLock(session, pin)
    const make = vi.fn<() => Promise<typeof device>>(async () => device)
    expect(await addDevice('000111', make)).toMatchObject({ status: 'wrong' })
    expect(make).not.toHaveBeenCalled()
    await expect(addDevice(pin, () => Promise.reject(new Error('Cancelled')))).rejects.toThrow(
      'Cancelled',
    )
    expect(await readLock()).toMatchObject({ wrong: 0, device: undefined })
    expect(await addDevice(pin, make)).toEqual({ status: 'open' })
    startAnew()
    expect((await readLock())?.device?.credentialId).toEqual(device.credentialId)
    expect(await unlockWithDevice(new Uint8Array(32))).toMatchObject({ status: 'wrong' })
    expect(await unlockWithDevice(secret)).toEqual({ status: 'open' })
    await changeWords(pin, other)
    startAnew()
    expect(await unlockWithDevice(secret)).toEqual({ status: 'open' })
    await removeDevice()
    startAnew()
    expect(await unlockWithDevice(secret)).toEqual({ status: 'none' })
    expect(await unlock(other)).toEqual({ status: 'open' })
  })
})

describe('what another tab does to the lock while this one asks for something', () => {
  test('stays: a new login is still there, and the authenticator opens it', async () => {
    await setLock(session, pin)
    const next = { ...session, token: 'the-token-of-a-new-login' }
    const outcome = await addDevice(pin, async () => {
      await writeSession(next)
      return device
    })
    expect(outcome).toEqual({ status: 'open' })
    startAnew()
    await unlockWithDevice(secret)
    expect(await readSession()).toEqual(next)
  })

  test('stays: a PIN that was changed is not put back, and the authenticator is not added', async () => {
    await setLock(session, pin)
    const outcome = await addDevice(pin, async () => {
      await changeWords(pin, other)
      return device
    })
    expect(outcome).toEqual({ status: 'changed' })
    startAnew()
    expect(await unlock(pin)).toMatchObject({ status: 'wrong' })
    expect(await unlock(other)).toEqual({ status: 'open' })
    expect((await readLock())?.device).toBeUndefined()
  })

  test('stays: a lock that was taken away does not come back', async () => {
    await setLock(session, pin)
    const outcome = await addDevice(pin, async () => {
      await removeLock(pin)
      return device
    })
    expect([outcome, await isSealed()]).toEqual([{ status: 'changed' }, false])
    await removeDevice()
    expect(await readSession()).toEqual(session)
  })
})

describe('words for a lock', () => {
  test.each([
    ['12345', 'short'],
    ['      ', 'short'],
    ['000000', 'easy'],
    ['123456', 'easy'],
    ['987654', 'easy'],
    ['١٢٣٤٥٦', 'easy'],
    ['204961', undefined],
    ['a quiet sentence', undefined],
  ])('%j: %s', (words, flaw) => {
    expect(flawOf(words)).toBe(flaw)
  })

  test('are the same on every keyboard', () => {
    expect(plainWords('۲۰٤٩٦۱')).toBe('204961')
    expect(plainWords('e\u0301te\u0301s!')).toBe('étés!')
  })
})
