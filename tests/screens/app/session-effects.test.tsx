import { expect, test, vi } from 'vitest'
import { startBackgroundServices } from '#src/app/background-services.ts'
import { followSession } from '#src/app/session-effects.ts'
import { clearSession, readSession } from '#src/offline/session/session-copy.ts'
import { openSession } from '#src/session/session.ts'
import { openMember } from '../phone.ts'

vi.mock(import('#src/app/background-services.ts'), () => ({
  startBackgroundServices: vi.fn<() => () => void>(() => () => undefined),
}))

test('a start that a new login overtakes does not bring the old token back', async () => {
  const { session } = await openMember()
  const drawn = Promise.withResolvers<void>()
  followSession({ pageDrawn: drawn.promise, onLeave: () => undefined, onChange: () => undefined })
  await openSession({ token: 'new', userPayload: session.user })
  drawn.resolve()
  await expect.poll(() => vi.mocked(startBackgroundServices).mock.calls).toHaveLength(1)
  expect(await readSession()).toEqual({ token: 'new', userId: session.user._id })
  await clearSession()
})
