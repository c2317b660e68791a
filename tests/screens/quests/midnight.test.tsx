import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CategoryPage, QuestsPage } from '#src/features/quests/pages/quests-page.tsx'
import { preloadQuestLists } from '#src/features/quests/quests-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { putProfile } from '#src/session/own-profile.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { day } from '#tests/support/day.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime(new Date('2026-11-23T23:58:00'))
})
afterEach(() => vi.useRealTimers())

/** The phone of a boy without a network: some quests cannot concern him. */
async function openBoysPhone(): Promise<UserDatabase> {
  setOnline(false)
  answerWith(noNetwork)
  const db = await openPhone()
  await putProfile(db, fullUser({ _id: db.userId, gender: 'Male' }))
  return db
}

/** Opens what is left out and puts the focus on the last quest of all. */
async function openAll(screen: Screen): Promise<HTMLElement> {
  press(showAll(screen))
  await expect.element(showAll(screen)).not.toBeInTheDocument()
  const last = screen.getByRole('link').elements().at(-1)
  if (!(last instanceof HTMLElement)) throw new Error('There is no quest')
  last.focus()
  return last
}

const showAll = (screen: Screen) => screen.getByRole('button', { name: m.quests_show_all() })

test('past midnight the list of quests is as its person left it, and an answer that is too old suggests nothing', async () => {
  const db = await openBoysPhone()
  const low = { trackerType: 'Sleep', answer: '1 - 4', score: 1 } as const
  const date = day('2026-11-20')
  await db.trackerEntries.put({ id: crypto.randomUUID(), ...low, date, day: date })
  await preloadQuestLists(db)
  const screen = await renderScreen(<QuestsPage db={db} />)
  await expect.element(screen.getByText(m.quests_pick_sleep())).toBeVisible()
  const last = await openAll(screen)
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  await expect.element(screen.getByText(m.quests_pick_sleep())).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: m.quests_pick() })).toBeVisible()
  expect(document.activeElement).toBe(last)
  await expect.element(showAll(screen)).not.toBeInTheDocument()
})

test('past midnight the quests of a category are as their person left them', async () => {
  const db = await openBoysPhone()
  await preloadQuestLists(db)
  const screen = await renderScreen(<CategoryPage db={db} category="mood" />)
  const last = await openAll(screen)
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  expect(document.activeElement).toBe(last)
  await expect.element(showAll(screen)).not.toBeInTheDocument()
})
