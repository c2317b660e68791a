import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { get } from 'idb-keyval'
import { afterEach, expect, test } from 'vitest'
import { setLock, unlock } from '#src/offline/session/lock.ts'
import { clearSession, readSession, writeSession } from '#src/offline/session/session-copy.ts'
import { sessionStore, setVault } from '#src/offline/session/session-start.ts'

afterEach(async () => {
  setVault(undefined)
  await clearSession()
})

test('a guess at a PIN costs 600,000 rounds of SHA-256, with a salt of its own', async () => {
  const session = { token: 'a-token-of-forty-three-letters-or-so-0123456', userId: 'u-1' }
  await writeSession(session)
  await setLock(session, '204961')
  const stored = await get<{ words: Record<'salt' | 'iv' | 'data', Uint8Array> }>(
    'current',
    sessionStore(),
  )
  if (!stored) throw new Error('There is no lock')
  const { salt, iv, data } = stored.words
  expect(salt).toHaveLength(16)
  const guessed = pbkdf2Sync('204961', salt, 600_000, 32, 'sha256')
  const cipher = createDecipheriv('aes-256-gcm', guessed, iv).setAuthTag(data.slice(-16))
  expect(Buffer.concat([cipher.update(data.slice(0, -16)), cipher.final()])).toHaveLength(32)
  setVault(undefined)
  expect(await unlock('204961')).toEqual({ status: 'open' })
  expect(await readSession()).toEqual(session)
})
