import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { TrackersPage } from '#src/features/trackers/pages/trackers-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { endUndo, unsentOps } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'

const setZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId })

beforeEach(async () => {
  // Here it is tomorrow while the day of the server, which is that of UTC, has not ended.
  await setZone('Africa/Cairo')
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime(new Date('2026-11-23T23:58:00+02:00'))
})
afterEach(async () => {
  vi.useRealTimers()
  await setZone('')
})

test('past midnight the trackers are open again, and Fitness still asks about the day that ended', async () => {
  setOnline(false)
  answerWith(noNetwork)
  const db = await openPhone()
  const screen = await renderScreen(<TrackersPage db={db} />)
  await answer(screen, db, 'Mood', 'Happy')
  await expect.element(screen.getByText(m.trackers_already())).toBeVisible()
  press(radios(screen, 'Diet').first())
  await expect.element(radios(screen, 'Diet').first()).toBeChecked()
  await expect.element(radios(screen, 'Mood')).not.toBeInTheDocument()
  await expect.element(screen.getByText(m.trackers_question_fitness_late())).not.toBeInTheDocument()

  await vi.advanceTimersByTimeAsync(3 * 60_000)
  await expect.poll(() => radios(screen, 'Mood').elements()).toHaveLength(4)
  await expect.element(radios(screen, 'Diet').first()).not.toBeChecked()
  await expect.element(screen.getByRole('radio', { checked: true })).not.toBeInTheDocument()
  await expect.element(screen.getByText(m.trackers_question_fitness_late())).toBeVisible()

  await answer(screen, db, 'Mood', 'Normal')
  await answer(screen, db, 'Fitness', 'Active')
  expect((await unsentOps(db)).map(({ payload }) => payload)).toEqual([
    { trackerType: 'Mood', answer: 'happy', date: '2026-11-23' },
    { trackerType: 'Mood', answer: 'normal', date: '2026-11-24' },
    { trackerType: 'Fitness', answer: 'active', date: '2026-11-23' },
  ])
})

const radios = (screen: Screen, type: TrackerType) =>
  screen.getByRole('group', { name: type }).getByRole('radio')

/** Gives an answer that cannot be taken back any more. */
async function answer(screen: Screen, db: UserDatabase, type: TrackerType, words: string) {
  const choice = screen
    .getByRole('group', { name: type })
    .getByRole('radio', { name: words, exact: true })
  await expect.element(choice).toBeInTheDocument()
  press(choice)
  press(screen.getByRole('button', { name: `Submit ${type}` }))
  await expect.element(choice).not.toBeInTheDocument()
  await endUndo(db)
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
}
