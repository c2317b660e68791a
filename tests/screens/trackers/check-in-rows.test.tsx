import { expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay, trackerScore } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { CheckInRows } from '#src/features/trackers/check-in-rows.tsx'
import { recordAnswer } from '#src/features/trackers/record-answer.ts'
import { savedLine, trackerLabels } from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { endUndo } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'
import { fillDisk } from './notes.tsx'

/** A phone without a network: nothing here needs one. */
async function openRows() {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  const screen = await renderScreen(<CheckInRows db={db} />)
  await expect.poll(() => faces(screen)).toHaveLength(16)
  return { db, screen }
}

/** The answers that can be tapped. */
function faces({ container }: { container: HTMLElement }): NodeListOf<Element> {
  return container.querySelectorAll('fieldset button')
}

const dayOf = (type: TrackerType) => trackerDay(type, clockAt(Date.now()))

function stored(type: TrackerType, answer: string, daysAgo = 0) {
  const day = addDays(dayOf(type), -daysAgo)
  const score = trackerScore(type, answer) ?? 1
  return { id: crypto.randomUUID(), trackerType: type, answer, date: day, day, score }
}

const waiting = async (db: UserDatabase) =>
  (await db.outbox.orderBy('seq').toArray()).map(({ payload }) => payload)

test('one tap answers a tracker without a network, and a second tap in the same moment adds nothing', async () => {
  const { db, screen } = await openRows()
  const happy = screen.getByRole('button', { name: m.trackers_answer_happy() })
  press(happy)
  press(happy)
  await expect.element(screen.getByText(m.trackers_saved_mood_best())).toBeVisible()
  expect(await waiting(db)).toEqual([{ trackerType: 'Mood', answer: 'happy', date: dayOf('Mood') }])
})

test('four taps answer all four, which comes with a small finish', async () => {
  const { db, screen } = await openRows()
  for (const type of trackerTypes) {
    press(
      screen.getByRole('region', { name: trackerLabels[type].name() }).getByRole('button').nth(1),
    )
    await expect.element(screen.getByText(savedLine(type, 3))).toBeVisible()
  }
  await expect.element(screen.getByText(m.trackers_check_in_done())).toBeVisible()
  expect(await waiting(db)).toHaveLength(4)
})

test('an answer gives a warm line first; that the day is answered follows when it cannot be changed any more', async () => {
  const { db, screen } = await openRows()
  press(screen.getByRole('button', { name: m.trackers_answer_normal() }))
  await expect.element(screen.getByText(m.trackers_saved_mood_good())).toBeVisible()
  await expect.element(screen.getByText(m.trackers_already())).not.toBeInTheDocument()
  await endUndo(db)
  await expect.element(screen.getByText(m.trackers_already())).toBeVisible()
  await expect.element(screen.getByText(m.trackers_saved_mood_good())).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Change/ })).not.toBeInTheDocument()
})

test('a later visit has the sentence of the specification alone', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerEntries.put(stored('Mood', 'sad'))
  const screen = await renderScreen(<CheckInRows db={db} />)
  await expect.element(screen.getByText(m.trackers_already())).toBeVisible()
  await expect.element(screen.getByText(savedLine('Mood', 2))).not.toBeInTheDocument()
  await expect.element(screen.getByText(m.trackers_low_mood())).not.toBeInTheDocument()
})

test('an answer can be changed while it can be taken back: nothing of the first one is left', async () => {
  const { db, screen } = await openRows()
  press(screen.getByRole('button', { name: m.trackers_answer_sad(), exact: true }))
  await expect.element(screen.getByText(m.trackers_low_mood())).toBeVisible()
  press(screen.getByRole('button', { name: m.trackers_change_of({ tracker: 'Mood' }) }))
  await expect.poll(() => faces(screen)).toHaveLength(16)
  await expect.element(screen.getByText(m.trackers_low_mood())).not.toBeInTheDocument()
  press(screen.getByRole('button', { name: m.trackers_answer_happy() }))
  await expect.element(screen.getByText(m.trackers_saved_mood_best())).toBeVisible()
  expect(await waiting(db)).toMatchObject([{ answer: 'happy' }])
})

test('an answer that a full phone cannot take back stays, and says so', async () => {
  const { db, screen } = await openRows()
  press(screen.getByRole('button', { name: m.trackers_answer_sad(), exact: true }))
  await expect.element(screen.getByText(m.trackers_low_mood())).toBeVisible()
  fillDisk(db)
  press(screen.getByRole('button', { name: m.trackers_change_of({ tracker: 'Mood' }) }))
  await expect.poll(() => currentToasts().map(({ text }) => text)).toContain(m.sync_undo_failed())
  await expect.element(screen.getByText(m.trackers_low_mood())).toBeVisible()
  expect(await waiting(db)).toMatchObject([{ answer: 'sad' }])
})

test('a face that finds no room says so, promises no choice that is nowhere marked, and goes once there is room', async () => {
  const { db, screen } = await openRows()
  const makeRoom = fillDisk(db)
  const happy = screen.getByRole('button', { name: m.trackers_answer_happy() })
  press(happy)
  await expect.element(screen.getByText(m.trackers_failed_full(), { exact: false })).toBeVisible()
  expect(screen.container.textContent).not.toContain('still here')
  makeRoom()
  press(happy)
  await expect.element(screen.getByText(m.trackers_saved_mood_best())).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.trackers_failed_full())
})

test('a low answer offers a breath, somebody to talk to and the quest, and goes at a tap', async () => {
  const { screen } = await openRows()
  press(screen.getByRole('button', { name: m.trackers_answer_very_sad() }))
  await expect.element(screen.getByText(m.trackers_low_mood())).toBeVisible()
  await expect.element(screen.getByText('Highly recommend', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('link')).toHaveAttribute('href', '/surveys/3')
  await expect.element(screen.getByRole('button', { name: m.safety_open() })).toBeVisible()
  press(screen.getByRole('button', { name: m.trackers_low_breathe() }))
  await expect.element(screen.getByText(m.safety_breathe_in())).toBeVisible()
  press(screen.getByRole('button', { name: m.trackers_suggest_later() }))
  await expect.poll(() => screen.getByText(m.trackers_low_mood()).elements()).toHaveLength(0)
  await expect.element(screen.getByText(m.trackers_saved_mood_lowest())).toBeVisible()
})

test('a link of an offer lets a sheet that holds the rows close', async () => {
  answerWith(noNetwork)
  let left = 0
  const onLeave = () => {
    left += 1
  }
  const screen = await renderScreen(<CheckInRows db={await openPhone()} onLeave={onLeave} />)
  await expect.poll(() => faces(screen)).toHaveLength(16)
  press(screen.getByRole('button', { name: m.trackers_answer_very_sad() }))
  await expect.element(screen.getByRole('link')).toBeVisible()
  press(screen.getByRole('link'))
  expect(left).toBe(1)
  expect(screen.path()).toBe('/surveys/3')
})

test('the dots of two weeks say each answered day in words', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerEntries.bulkPut([stored('Sleep', '7 - 8', 1), stored('Sleep', '1 - 4', 13)])
  await db.trackerEntries.put(stored('Sleep', '8 - 10', 14))
  const screen = await renderScreen(<CheckInRows db={db} />)
  const dots = screen.getByText(/^Sleep, the last two weeks: .+ 1 - 4 hours, .+ 7 - 8 hours$/)
  await expect.element(dots).toBeInTheDocument()
  await expect
    .element(screen.getByText(m.trackers_dots_none({ tracker: 'Mood' })))
    .toBeInTheDocument()
})

test('an answer that could not be saved says why, and the faces stay', async () => {
  const { db, screen } = await openRows()
  await db.meta.delete('owner')
  press(screen.getByRole('button', { name: m.trackers_answer_happy() }))
  await expect.element(screen.getByText(m.trackers_not_logged_in())).toBeVisible()
  await expect
    .poll(() => screen.getByRole('button', { name: m.trackers_answer_happy() }).elements())
    .toHaveLength(1)
})

test('a refused answer leaves its day open and shows the way to the reason', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await recordAnswer(db, { type: 'Mood', answer: 'happy' })
  await db.outbox.toCollection().modify({ state: 'dead' })
  const screen = await renderScreen(<CheckInRows db={db} />)
  await expect.element(screen.getByRole('link', { name: m.trackers_refused_link() })).toBeVisible()
  await expect.poll(() => faces(screen)).toHaveLength(16)
})
