import { afterEach, expect, test, vi } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { trackerCatalog, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { InsightsPage, preloadInsights } from '#src/features/trackers/pages/insights-page.tsx'
import { trackerLabels } from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith } from '#tests/offline/network.ts'
import { openPhone } from '../phone.ts'
import { renderScreen, type Screen } from '../router.tsx'

const calls: string[] = []

/** A phone with an answer to both on each of so many days, and a server that notes whatever is asked. */
async function phoneWith(
  days: number,
  first: readonly [TrackerType, (day: number) => number],
  second: readonly [TrackerType, (day: number) => number],
): Promise<UserDatabase> {
  calls.length = 0
  answerWith(({ url }) => {
    calls.push(url)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const db = await openPhone()
  const today = clockAt(Date.now()).date
  for (let ago = 0; ago < days; ago++) {
    for (const [trackerType, scoreOn] of [first, second]) {
      const day = addDays(today, -ago)
      const answer = trackerCatalog[trackerType].answers[4 - scoreOn(ago)] ?? ''
      const score = trackerScore(trackerType, answer) ?? 1
      const id = crypto.randomUUID()
      await db.trackerEntries.put({ id, trackerType, answer, date: day, day, score })
    }
  }
  return db
}

async function show(db: UserDatabase): Promise<Screen> {
  await preloadInsights(db)
  return await renderScreen(<InsightsPage db={db} />)
}

/** Without the app's own styles parts lie over each other, and a pointer would meet the wrong one. */
function look(screen: Screen): void {
  const button = screen.getByRole('button', { name: m.insights_look() }).element()
  if (button instanceof HTMLElement) button.click()
}

/** Good days in no rhythm, so that no other turn of the days shows the same. */
const isGood = (day: number) => (day * day) % 29 < 13

afterEach(() => vi.restoreAllMocks())

test('a phone with few answers says how many days are missing, and on how many there are answers', async () => {
  const db = await phoneWith(12, ['Sleep', () => 4], ['Mood', () => 3])
  const screen = await show(db)
  await expect.element(screen.getByText(m.insights_days({ days: 12 }))).toBeVisible()
  look(screen)
  await expect.element(screen.getByText(m.insights_missing({ days: 18 }))).toBeVisible()
})

test('what goes together is said in counts and as a table, and that it says no reason; no server is asked', async () => {
  const threads = vi.spyOn(globalThis, 'Worker')
  const db = await phoneWith(
    40,
    ['Sleep', (day) => (isGood(day) ? 4 : 3)],
    ['Mood', (day) => (isGood(day) ? 3 : 2)],
  )
  const screen = await show(db)
  look(screen)
  await expect.element(screen.getByText(m.insights_together())).toBeVisible()
  const good = Array.from({ length: 40 }, (_, day) => day).filter(isGood).length
  const sentence = {
    first: 'Sleep',
    second: 'Mood',
    when: m.insights_same_day(),
    good: 'Happy, Normal',
  }
  for (const text of [
    m.insights_side({ ...sentence, answers: '8 - 10 hours', days: good, hits: good }),
    m.insights_side({
      ...sentence,
      answers: '7 - 8, 5 - 6, 1 - 4 hours',
      days: 40 - good,
      hits: 0,
    }),
  ])
    await expect.element(screen.getByText(text)).toBeVisible()
  const cells = [...screen.container.querySelectorAll('tbody td')].map((cell) => cell.textContent)
  expect(cells).toEqual([String(good), '0', '0', String(40 - good)])
  expect(threads).toHaveBeenCalledOnce()
  expect(calls).toEqual([])
})

test('another question takes the answer to the last one away', async () => {
  const db = await phoneWith(
    45,
    ['Sleep', (day) => (isGood(day) ? 4 : 2)],
    ['Mood', (day) => (isGood(day - 1) ? 2 : 3)],
  )
  const screen = await show(db)
  look(screen)
  await expect.element(screen.getByText(m.insights_none())).toBeVisible()
  const nextDay = screen.getByRole('radio', { name: m.insights_next_day() }).element()
  if (nextDay instanceof HTMLElement) nextDay.click()
  await expect.element(screen.getByText(m.insights_none())).not.toBeInTheDocument()
})

test('an effect of the day before is found by the question about the next day, and runs the other way', async () => {
  const db = await phoneWith(
    45,
    ['Fitness', (day) => (isGood(day) ? 4 : 2)],
    // Days are counted back from today: the day after `day` is the one before it in the count.
    ['Mood', (day) => (isGood(day + 1) ? 1 : 3)],
  )
  const screen = await show(db)
  await screen.getByLabelText(m.insights_first()).selectOptions('Fitness')
  const nextDay = screen.getByRole('radio', { name: m.insights_next_day() }).element()
  if (nextDay instanceof HTMLElement) nextDay.click()
  look(screen)
  await expect.element(screen.getByText(m.insights_opposite())).toBeVisible()
})

test('nothing is asked about itself: the two change places', async () => {
  const screen = await show(await phoneWith(0, ['Sleep', () => 1], ['Mood', () => 1]))
  const [first, second] = [m.insights_first(), m.insights_second()].map((label) =>
    screen.getByLabelText(label),
  )
  await first?.selectOptions('Mood')
  await expect.element(second as NonNullable<typeof second>).toHaveValue('Sleep')
  expect(optionsIn(screen)).toEqual([
    'Mood',
    'Fitness',
    'Sleep',
    'Diet',
    'Fitness',
    'Sleep',
    'Diet',
  ])
})

test.each([
  ['calm', [], true],
  ['calm', ['edeq-fast'], false],
  ['steady', [], false],
  ['urgent', ['edeq-undo'], false],
] as const)(
  'after a result about eating that is %s with %j, food is offered: %s',
  async (tone, risks, offered) => {
    const db = await phoneWith(0, ['Sleep', () => 1], ['Mood', () => 1])
    await db.questRecords.put({
      id: '01890000-0000-7000-8000-000000000000',
      questId: 22,
      version: 2,
      takenOn: clockAt(Date.now()).date,
      result: {
        questId: 22,
        type: 'edeq',
        version: 2,
        scores: {},
        band: 'some',
        tone,
        destination: null,
        risks: [...risks],
      },
      playPoints: 0,
      points: 0,
      sharedWith: [],
    })
    const screen = await show(db)
    await expect.element(screen.getByLabelText(m.insights_first())).toHaveValue('Sleep')
    expect(optionsIn(screen).includes(trackerLabels.Diet.name())).toBe(offered)
  },
)

test('a browser that starts no thread gets its answer all the same, and the failure is reported', async () => {
  vi.spyOn(globalThis, 'Worker').mockImplementation(function refuse() {
    throw new DOMException('Refused', 'SecurityError')
  })
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue()
  const db = await phoneWith(
    30,
    ['Sleep', (day) => (isGood(day) ? 4 : 1)],
    ['Mood', (day) => (isGood(day) ? 4 : 1)],
  )
  const screen = await show(db)
  look(screen)
  await expect.element(screen.getByText(m.insights_together())).toBeVisible()
  expect(reported).toHaveBeenCalledOnce()
})

function optionsIn(screen: Screen): string[] {
  return [...screen.container.querySelectorAll('option')].map((option) => option.textContent)
}
