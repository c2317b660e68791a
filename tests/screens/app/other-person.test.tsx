import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { enterSession, router } from '#src/app/router.tsx'
import { followSession } from '#src/app/session-effects.ts'
import { saveBioDraft } from '#src/features/account/profile/profile-data.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { readDraft, saveDraft } from '#src/lib/dirty.ts'
import { readSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { deleteUserStorage } from '#src/offline/storage/user-storage.ts'
import { clearStoredSession, notifySession, openSession } from '#src/session/session.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openMember, openPhone } from '../phone.ts'

const started = vi.fn<(db: UserDatabase) => void>()
const stopped = vi.fn<(db: UserDatabase) => void>()
vi.mock('#src/app/background-services.ts', () => ({
  startBackgroundServices: (db: UserDatabase) => {
    started(db)
    return () => stopped(db)
  },
  sayWhenSlow: <T,>(opening: Promise<T>) => opening,
}))

const drawn = Promise.withResolvers<void>()

beforeAll(() => {
  answerWith(noNetwork)
  router.update({ history: createMemoryHistory() })
  followSession(drawn.promise, enterSession)
})

test('a start that comes late copies the session of that moment, and not the one that it began with', async () => {
  const { db, session } = await openMember()
  notifySession()
  await openSession({ token: 'new', userPayload: session.user })
  drawn.resolve()
  await expect.poll(() => started.mock.calls).toEqual([[db]])
  expect(await readSession()).toEqual({ token: 'new', userId: session.user._id })
})

test('whoever logs in over somebody else finds nothing that was typed before, and a new token changes nothing', async () => {
  answerWith(noNetwork)
  const { db, session } = await openMember()
  await saveBioDraft(db, 'What Lina wrote', '')
  notifySession()
  const screen = await render(<RouterProvider router={router} />)
  await router.navigate({ to: '/edit-profile', search: { tab: 'bio' } })
  const bio = screen.getByRole('textbox', { name: m.profile_tab_bio() })
  await expect.element(bio).toHaveValue('What Lina wrote')
  await bio.fill('What Lina wrote, and more')
  saveDraft('video-title', 'What Lina called it')

  await openSession({ token: 'new', userPayload: session.user })
  await router.load({ sync: true })
  await expect.element(bio).toHaveValue('What Lina wrote, and more')
  expect(readDraft('video-title')).toBe('What Lina called it')

  // As another tab does it.
  await openPhone()
  notifySession()
  await expect.element(bio).toHaveValue('')
  expect(readDraft('video-title')).toBe('')
})

test('what a tab has stored of somebody goes when they log out in another one', async () => {
  await openPhone()
  notifySession()
  saveDraft('video-title', 'What Lina called it')
  localStorage.clear()
  notifySession()
  expect(readDraft('video-title')).toBe('')
  clearStoredSession()
})

test('a tab that hears of a logout and a login of the same person at once begins anew', async () => {
  drawn.resolve()
  const { db, session } = await openMember()
  notifySession()
  await expect.poll(() => started.mock.lastCall).toEqual([db])
  // As another tab does it, while the clock of this one rests.
  await deleteUserStorage(db.userId)
  localStorage.setItem('token', 'new')
  notifySession()
  await expect.poll(() => started.mock.lastCall?.[0]).not.toBe(db)
  expect(started.mock.lastCall?.[0]).toMatchObject({ userId: db.userId, deleted: false })
  expect(stopped).toHaveBeenLastCalledWith(db)
  await expect.poll(readSession).toEqual({ token: 'new', userId: session.user._id })
  clearStoredSession()
})
