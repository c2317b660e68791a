import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Beginning } from '#src/features/welcome/beginning.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { noteLogin, readWelcome } from '#src/offline/features/hints.ts'
import { logIn as logInAs } from '#src/session/log-in.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { type Answer, ours } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { serve } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { renderScreen } from '../router.tsx'

beforeEach(() => {
  // They stand still but where a test moves them: no stall uses up what the server has.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

/** A young person has just logged in on this phone, and the server says how many points it has of them once `answer` is called. */
async function logIn(score: number) {
  const { db, session } = await openMember()
  const asked: string[] = []
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  function late(body: unknown): Answer {
    return async ({ url }) => {
      asked.push(url)
      await answered
      return ours(body)
    }
  }
  serve({
    'GET /latest': late([]),
    [`GET /auth/user/${db.userId}`]: late(fullUser({ _id: db.userId, score })),
  })
  await noteLogin(db)
  const screen = await renderScreen(<Beginning session={session} />)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  return { db, screen, answer }
}

test('somebody new is welcomed, also where the server takes seconds to say that it has nothing of them', async () => {
  const { screen, answer } = await logIn(0)
  vi.advanceTimersByTime(5_000)
  answer()
  await expect.element(screen.getByRole('dialog', { name: m.welcome_who_title() })).toBeVisible()
})

test('somebody whom the server knows is not welcomed, now or later', async () => {
  const { db, screen, answer } = await logIn(10)
  answer()
  await expect.poll(() => readWelcome(db)).toMatchObject({ due: false })
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('somebody whose login is not through when its session shows is welcomed all the same', async () => {
  const { db, session } = await openMember()
  serve({
    'GET /latest': () => ours([]),
    [`GET /auth/user/${db.userId}`]: () => ours(fullUser({ _id: db.userId, score: 0 })),
  })
  // Everything that the login writes waits until the page has asked what it can.
  const { promise: free, resolve: release } = Promise.withResolvers<void>()
  const busy = db.transaction('rw', db.meta, () => Dexie.waitFor(free))
  const login = logInAs({ token: 'another', userPayload: session.user })
  await expect.poll(() => localStorage.getItem('token')).toBe('another')
  const screen = await renderScreen(<Beginning session={session} />)
  release()
  await Promise.all([busy, login])
  await expect.element(screen.getByRole('dialog', { name: m.welcome_who_title() })).toBeVisible()
})

test('where the server does not say, the next start asks again', async () => {
  const { db, screen, answer } = await logIn(0)
  vi.advanceTimersByTime(11_000)
  answer()
  await expect.poll(() => readProfile(db)).toBeDefined()
  await expect
    .element(screen.getByRole('dialog', { name: m.welcome_who_title() }))
    .not.toBeInTheDocument()
  expect(await readWelcome(db)).toMatchObject({ due: true })
})
