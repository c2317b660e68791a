import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import { LookBackCard, preloadLookBack } from '#src/features/trackers/look-back-card.tsx'
import { changeSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDays } from '#src/lib/dates.ts'
import { readDismissed } from '#src/offline/features/hints.ts'
import { addressReader } from '#src/session/own-language.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { day } from '#tests/support/day.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

/** Weeks begin on Sunday where nobody said where they live: this is the second day of one. */
const monday = day('2026-11-23')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(`${monday}T10:00:00`))
})
afterEach(() => {
  vi.useRealTimers()
  changeSpeech({ you: 'other', country: undefined })
})

/** A phone without a network, with an answer about the mood on so many days of last week. */
async function openCard(answer: string, days = 4) {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  const score = trackerScore('Mood', answer) ?? 1
  await db.trackerEntries.bulkPut(
    Array.from({ length: days }, (_, index) => {
      const date = addDays(monday, -3 - index)
      const id = crypto.randomUUID()
      return { id, trackerType: 'Mood', answer, date, day: date, score } as const
    }),
  )
  await preloadLookBack(db, monday)
  const screen = await renderScreen(<LookBackCard db={db} />)
  return { db, screen }
}

test('a week is looked back on without a network, and put away for good in its week', async () => {
  const { db, screen } = await openCard('happy')
  await expect
    .element(screen.getByRole('heading', { name: m.trackers_lookback_title() }))
    .toBeVisible()
  await expect.element(screen.getByText(m.trackers_lookback_days({ count: 4 }))).toBeVisible()
  const mood = m.trackers_lookback_mood({ answer: `😄 ${m.trackers_answer_happy()}` })
  await expect.element(screen.getByText(mood)).toBeVisible()
  expect(screen.getByRole('listitem').elements().length).toBeLessThanOrEqual(4)
  await screen.getByRole('button', { name: m.ui_close() }).click()
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
  expect([...(await readDismissed(db))]).toEqual(['lookback.2026-11-15'])
})

test('the week is that of the country, also where that becomes known while the card is shown', async () => {
  const { db, screen } = await openCard('happy')
  const weekFrom = (from: LocalDate) => screen.getByText(formatDays(from, addDays(from, 6)))
  await expect.element(weekFrom(day('2026-11-15'))).toBeVisible()
  // Weeks begin on Saturday there.
  addressReader(db.userId, { you: 'other', country: 'EG' })
  await expect.element(weekFrom(day('2026-11-14'))).toBeVisible()
  await screen.getByRole('button', { name: m.ui_close() }).click()
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
  expect([...(await readDismissed(db))]).toEqual(['lookback.2026-11-14'])
})

test('a heavy week is told of kindly, with help beside it', async () => {
  const { screen } = await openCard('very sad')
  await expect.element(screen.getByText(m.trackers_lookback_heavy())).toBeVisible()
  await expect.element(screen.getByRole('button', { name: m.safety_open() })).toBeVisible()
})

test('whoever wants none has none', async () => {
  const { db, screen } = await openCard('happy')
  await screen.getByRole('button', { name: m.trackers_lookback_off() }).click()
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
  expect([...(await readDismissed(db))]).toEqual(['lookback'])
})

test('a week with too little in it is not looked back on', async () => {
  const { screen } = await openCard('happy', 2)
  expect(screen.container.textContent).toBe('')
})
