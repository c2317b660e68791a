import { expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay, trackerScore } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { preloadTrackers, TrackersPage } from '#src/features/trackers/pages/trackers-page.tsx'
import { recordAnswer } from '#src/features/trackers/record-answer.ts'
import { answerLabel } from '#src/features/trackers/tracker-labels.ts'
import { changeSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { refuses } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'

const show = (db: UserDatabase) => renderScreen(<TrackersPage db={db} />)

/** The server's entry for the day that an answer would count for now. */
function entryNow(trackerType: TrackerType, answer: string) {
  const day = trackerDay(trackerType, clockAt(Date.now()))
  const score = trackerScore(trackerType, answer) ?? 1
  return { id: crypto.randomUUID(), trackerType, answer, date: day, day, score }
}

test('every tracker can be answered without a network and on a phone that never saw the server', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const screen = await show(await openPhone())
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(16)
  expect(screen.container.querySelector('[role=alert]')).toBeNull()
})

test('a server that has no time takes nothing away', async () => {
  answerWith(refuses('busy', 'Come back at nine.'))
  const db = await openPhone()
  await db.trackerEntries.put(entryNow('Mood', 'sad'))
  const screen = await show(db)
  await expect.element(screen.getByText(m.trackers_state_sent())).toBeVisible()
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(12)
  expect(screen.container.textContent).not.toContain('Come back at nine.')
})

test('what this device has is on the page before the server has said anything', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerWith(() => promise)
  const db = await openPhone()
  await db.trackerEntries.put(entryNow('Diet', 'poorly'))
  await preloadTrackers(db)
  const screen = await show(db)
  await expect.element(screen.getByText(answerLabel('poorly'))).toBeVisible()
  resolve(ours([]))
})

test('what another device answered meanwhile closes its day here', async () => {
  const entry = entryNow('Sleep', '7 - 8')
  answerWith(({ url }) => ours(url.includes('/Sleep/') ? [entry] : []))
  const screen = await show(await openPhone())
  await expect.element(screen.getByText('7 - 8 hours')).toBeVisible()
  await expect
    .poll(() => screen.getByRole('radio').elements())
    .toHaveLength((trackerTypes.length - 1) * 4)
})

test('four of four come with a small finish', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const answers = { Mood: 'sad', Fitness: 'lazy', Sleep: '5 - 6', Diet: 'well' } as const
  for (const type of trackerTypes) await db.trackerEntries.put(entryNow(type, answers[type]))
  const screen = await show(db)
  await expect.element(screen.getByText(m.trackers_check_in_done())).toBeVisible()
})

test('an answer that waits says so while there is no network', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  await recordAnswer(db, { type: 'Mood', answer: 'happy' })
  const screen = await show(db)
  await expect.element(screen.getByText(m.trackers_state_waiting())).toBeVisible()
})

test('a refused answer leaves its day open and shows the way to the reason', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await recordAnswer(db, { type: 'Mood', answer: 'happy' })
  await db.outbox.toCollection().modify({ state: 'dead' })
  const screen = await show(db)
  await expect.element(screen.getByText(m.trackers_state_refused())).toBeVisible()
  await expect.element(screen.getByRole('link', { name: m.trackers_refused_link() })).toBeVisible()
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(16)
})

test('nothing is submitted without a choice', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const screen = await show(db)
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(16)
  press(screen.getByRole('button', { name: /Submit Mood/ }))
  await expect.element(screen.getByText(m.trackers_select_answer())).toBeVisible()
  expect(await db.outbox.count()).toBe(0)
})

test('an answer that could not be saved says why, and stays chosen', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const screen = await show(db)
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(16)
  await db.meta.delete('owner')
  press(screen.getByRole('radio').first())
  press(screen.getByRole('button', { name: /Submit Mood/ }))
  await expect.element(screen.getByText(m.trackers_not_logged_in())).toBeVisible()
  await expect.element(screen.getByRole('radio', { checked: true })).toBeInTheDocument()
})

test.each([
  ['en', /^Submit Mood, /],
  // English words run against an Arabic list, and are isolated in it.
  ['ar', /^\u2068Submit Mood\u2069، /],
] as const)(
  'what is submitted for an earlier day is not called what is submitted for today (%s)',
  async (language, earlier) => {
    answerWith(noNetwork)
    changeSpeech({ language }, {})
    const day = addDays(trackerDay('Mood', clockAt(Date.now())), -1)
    const screen = await renderScreen(
      <TrackersPage db={await openPhone()} asked={{ type: 'Mood', day }} />,
    )
    await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(20)
    const names = screen
      .getByRole('button', { name: /^\u2068?Submit/ })
      .elements()
      .map((button) => button.getAttribute('aria-label'))
    changeSpeech({ language: 'en' }, {})
    expect([names.length, new Set(names).size]).toEqual([5, 5])
    expect(names).toContain('Submit Mood')
    expect(names).toContainEqual(expect.stringMatching(earlier))
  },
)
