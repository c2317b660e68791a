import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import type { TrackerDay } from '#src/features/trackers/notes/note-draft.ts'
import { YearPage } from '#src/features/trackers/pages/year-page.tsx'
import { yearOf, yearStart } from '#src/features/trackers/year/pixel-days.ts'
import { preloadYear } from '#src/features/trackers/year/year-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { badGateway, refuses } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press as pressAgain } from '../press.ts'
import { renderScreen } from '../router.tsx'

let today: LocalDate
let thisYear: number

// In each test, since the page of many tests may live past midnight.
beforeEach(() => {
  today = clockAt(Date.now()).date
  thisYear = yearOf(today)
})

const show = (db: UserDatabase) => renderScreen(<YearPage db={db} />)

/** An answer as the server has it, given at noon of its day or so many days later. */
function stored(trackerType: TrackerType, day: LocalDate, answer: string, daysLater = 0) {
  const msecs = new Date(`${addDays(day, daysLater)}T12:00:00`).getTime()
  const score = trackerScore(trackerType, answer) ?? 1
  return { id: uuidv7({ msecs }), trackerType, answer, date: day, day, score }
}

/** Without the app's own styles parts lie over each other, and a pointer would meet the wrong one. */
function pressDay(day: LocalDate): void {
  document.querySelector<HTMLElement>(`[data-day="${day}"]`)?.click()
}

const scoreOf = (day: LocalDate) =>
  document.querySelector(`[data-day="${day}"]`)?.getAttribute('data-score')

const focusedDay = () => document.activeElement?.getAttribute('data-day')

test('what this device has is drawn before the server has said anything, and days to come are not', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answerWith(() => promise.then(() => ours([])))
  const db = await openPhone()
  await db.trackerEntries.bulkPut([stored('Mood', today, 'happy'), stored('Diet', today, 'poorly')])
  await preloadYear(db)
  const screen = await show(db)
  await expect.poll(() => scoreOf(today)).toBe('3')
  await expect
    .poll(() => document.querySelectorAll('[data-day]'))
    .toHaveLength((Date.parse(today) - Date.parse(yearStart(thisYear))) / 86_400_000 + 1)
  const label = document.querySelector(`[data-day="${today}"]`)?.getAttribute('aria-label')
  expect(label).toBe(`${formatDay(today)}, Mood: Happy, Diet: Poorly`)
  await screen.getByRole('radio', { name: m.trackers_diet() }).click()
  await expect.poll(() => scoreOf(today)).toBe('2')
  resolve()
})

test('the picture of a year has the shapes of its days, and those of a month lie in its places', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const first = yearStart(thisYear)
  await db.trackerEntries.bulkPut([
    stored('Mood', first, 'happy'),
    stored('Sleep', first, '8 - 10'),
  ])
  await preloadYear(db)
  const screen = await show(db)
  const shapes = (score: number) =>
    [...document.querySelectorAll(`[data-year] svg:first-child [data-score="${score}"]`)].map(
      (path) => path.getAttribute('d')?.split('M').length ?? 0,
    )
  const daysOfJanuary = today.startsWith(`${thisYear}-01`) ? Number(today.slice(8)) : 31
  await expect.poll(() => shapes(4)).toEqual([2])
  // A ring is two circles.
  const rings = daysOfJanuary > 1 ? [2 * (daysOfJanuary - 1) + 1] : []
  expect(shapes(0)).toEqual(rings)
  await screen.getByRole('radio', { name: m.trackers_pixels_month() }).click()
  await expect.poll(() => document.querySelectorAll('[data-year]').length).toBe(0)
  await expect.poll(() => scoreOf(today)).toBe(today === first ? '4' : '0')
  await screen.getByRole('radio', { name: m.trackers_pixels_year() }).click()
  await expect.poll(() => scoreOf(first)).toBe('4')
})

test('four reads bring a whole year, and it is known from then on', async () => {
  const asked = answerWith(({ url }) =>
    ours(url.includes('/Sleep/') ? [stored('Sleep', today, '8 - 10')] : []),
  )
  const db = await openPhone()
  await show(db)
  await expect.poll(() => scoreOf(today)).toBe('4')
  const reads = asked
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith('/latest'))
  expect(reads).toHaveLength(trackerTypes.length)
  expect(reads[0]?.search).toBe(`?days=366&before=${thisYear + 1}-01-01`)
  await expect
    .poll(() => db.meta.get('trackerYears'))
    .toMatchObject({
      years: [{ year: thisYear, whole: true }],
    })
})

test('a year that was never fetched says so without a network, and a failed read offers another', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  const screen = await show(db)
  await expect.element(screen.getByText(m.ui_offline_text())).toBeVisible()
  await db.trackerEntries.put(stored('Mood', today, 'sad'))
  await expect.element(screen.getByText(m.trackers_pixels_part())).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.trackers_chart_empty_title())
})

test.each([
  ['the server’s own words', refuses('busy', 'Come back at nine.'), 'Come back at nine.'],
  ['the product’s words', badGateway, m.trackers_chart_unknown()],
])('a failed read says %s, calls nothing empty, and a retry brings it', async (_, answer, text) => {
  answerWith(answer)
  const screen = await show(await openPhone())
  await expect.element(screen.getByText(text)).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.trackers_chart_empty_title())
  answerWith(() => ours([]))
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(screen.getByText(m.trackers_chart_empty_title())).toBeVisible()
})

test('arrow keys move within one tab stop, a page leads to the year before, and Enter opens the day', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const before = addDays(yearStart(thisYear), -1)
  await db.trackerEntries.put(stored('Mood', before, 'happy'))
  await preloadYear(db)
  const screen = await show(db)
  const grid = screen.getByRole('grid')
  await expect.poll(() => document.querySelectorAll('[tabindex="0"][data-day]').length).toBe(1)
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  document.querySelector<HTMLElement>(`[data-day="${today}"]`)?.focus()
  press('ArrowRight')
  // Nothing comes after today.
  expect(focusedDay()).toBe(today)
  const mood = screen.getByRole('radio', { name: m.trackers_mood() })
  await mood.click()
  await expect.element(grid).toHaveAccessibleName(`${m.trackers_mood()}, ${thisYear}`)
  // Nor does the key that led nowhere take the focus back from where the person went on to.
  await expect.element(mood).toHaveFocus()
  await screen.getByRole('radio', { name: 'All', exact: true }).click()
  document.querySelector<HTMLElement>(`[data-day="${today}"]`)?.focus()
  press('PageUp')
  await expect.poll(() => focusedDay()?.slice(0, 4)).toBe(String(thisYear - 1))
  await expect.element(grid).toHaveAccessibleName(`All, ${thisYear - 1}`)
  press('PageUp')
  await expect.poll(focusedDay).toBe(yearStart(thisYear - 1))
  press('Enter')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})

test('until the places of another year come there are none, and the keys go on arriving', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerEntries.put(stored('Mood', addDays(yearStart(thisYear), -1), 'happy'))
  await preloadYear(db)
  const screen = await show(db)
  const grid = screen.getByRole('grid')
  await expect.poll(() => document.querySelectorAll('[tabindex="0"][data-day]').length).toBe(1)
  document.querySelector<HTMLElement>(`[data-day="${today}"]`)?.focus()
  const frames: FrameRequestCallback[] = []
  const paint = vi.spyOn(globalThis, 'requestAnimationFrame')
  paint.mockImplementation((frame) => frames.push(frame))
  const pageUp = () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true }),
    )
  pageUp()
  await expect.element(grid).toHaveAccessibleName(`All, ${thisYear - 1}`)
  await expect.poll(() => document.querySelectorAll('[data-day]')).toHaveLength(0)
  expect(document.activeElement).toBe(grid.element())
  pageUp()
  paint.mockRestore()
  for (const frame of frames) frame(0)
  await expect.poll(focusedDay).toBe(yearStart(thisYear - 1))
})

test('a missed day of this month can be filled in, and an answer of later says so', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const day = addDays(today, -1)
  await db.trackerEntries.put(stored('Mood', day, 'sad', 1))
  const screen = await show(db)
  if (yearOf(day) !== thisYear) {
    await screen.getByRole('button', { name: m.quests_previous() }).click()
  }
  await expect.poll(() => scoreOf(day)).toBe('2')
  pressDay(day)
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet.getByText(m.trackers_pixels_later())).toBeVisible()
  const diet = sheet.getByRole('region', { name: m.trackers_diet() })
  const well = diet.getByRole('button', { name: m.trackers_answer_well(), exact: true }).element()
  if (well instanceof HTMLElement) well.click()
  await expect
    .poll(() => db.outbox.toArray())
    .toMatchObject([{ payload: { trackerType: 'Diet', answer: 'well', date: day } }])
  await expect.element(diet.getByText(m.trackers_saved_diet_best())).toBeVisible()
})

test('the way to the next year keeps the focus where there is no later one', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerEntries.put(stored('Mood', addDays(yearStart(thisYear), -40), 'happy'))
  await preloadYear(db)
  const screen = await show(db)
  const title = screen.getByRole('heading', { name: String(thisYear), exact: true })
  await expect.element(title).toBeVisible()
  await screen.getByRole('button', { name: m.quests_previous() }).click()
  await expect.element(title).not.toBeInTheDocument()
  const next = screen.getByRole('button', { name: m.quests_next() })
  await next.click()
  await expect.element(title).toBeVisible()
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  await expect.element(next).toHaveFocus()
  pressAgain(next)
  await expect.element(title).toBeVisible()
})

test('a day of long ago shows what it has and asks nothing', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const day = addDays(yearStart(thisYear), -40)
  await db.trackerEntries.put(stored('Mood', day, 'happy'))
  await preloadYear(db)
  const screen = await show(db)
  await screen.getByRole('button', { name: m.quests_previous() }).click()
  await expect.poll(() => scoreOf(day)).toBe('4')
  pressDay(day)
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet.getByText(m.trackers_pixels_closed({ days: 30 }))).toBeVisible()
  await expect.element(sheet.getByRole('group')).not.toBeInTheDocument()
  expect(screen.container.textContent).not.toContain(m.trackers_pixels_later())
})

const words = { feelings: [], tags: [], ownTags: [], text: '' }
const left: [string, (db: UserDatabase, at: TrackerDay) => Promise<unknown>, string][] = [
  [
    'a picture',
    async (db, at) => {
      const data = new TextEncoder().encode('none that can be drawn').buffer
      await db.trackerPictures.put({ ...at, type: 'image/png', data })
    },
    m.trackers_note_add(),
  ],
  [
    'what is being written',
    async (db, at) => await db.trackerNoteDrafts.put({ ...at, ...words, basedOn: null }),
    m.trackers_note_go_on(),
  ],
  [
    'a version that nobody decided about',
    async (db, at) => {
      const replaced = [{ ...words, text: 'Elsewhere', rev: uuidv7() }]
      await db.trackerNotes.put({ ...at, ...words, rev: uuidv7(), version: 1, replaced })
    },
    m.trackers_note_conflict(),
  ],
]

test.each(left)('%s stays in reach on a day whose answer is gone', async (_what, put, shown) => {
  answerWith(noNetwork)
  const db = await openPhone()
  const day = addDays(yearStart(thisYear), -40)
  await put(db, { trackerType: 'Mood', day })
  await db.trackerEntries.put(stored('Diet', day, 'well'))
  await preloadYear(db)
  const screen = await show(db)
  await screen.getByRole('button', { name: m.quests_previous() }).click()
  await expect.poll(() => scoreOf(day)).toBe('4')
  pressDay(day)
  const mood = screen.getByRole('dialog').getByRole('region', { name: m.trackers_mood() })
  await expect.element(mood.getByText(shown)).toBeVisible()
  const sleep = screen.getByRole('dialog').getByRole('region', { name: m.trackers_sleep() })
  await expect.element(sleep.getByRole('button')).not.toBeInTheDocument()
})

test('the table says the same in words, a row for each answered day', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerEntries.bulkPut([stored('Mood', today, 'happy'), stored('Sleep', today, '5 - 6')])
  await preloadYear(db)
  const screen = await show(db)
  await screen.getByRole('button', { name: m.ui_chart_show_table() }).click()
  const rows = screen.getByRole('row').elements()
  expect(rows).toHaveLength(2)
  expect(rows[1]?.textContent).toBe(`${formatDay(today)}HappyNo entry5 - 6 hoursNo entry`)
})

test('the picture goes to the share sheet where there is one, and a failure says so', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerEntries.put(stored('Mood', today, 'happy'))
  const shared: File[] = []
  onTestFinished(() => {
    for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
  })
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files }: { files: File[] }) => void shared.push(...files),
  })
  const screen = await show(db)
  const button = screen.getByRole('button', { name: m.trackers_pixels_share() })
  await button.click()
  await expect
    .poll(() => shared.map(({ name, type }) => [name, type]))
    .toEqual([[`${thisYear}.png`, 'image/png']])
  expect((await createImageBitmap(shared[0] ?? new Blob())).width).toBe(1080)
  Object.assign(navigator, { share: () => Promise.reject(new Error('No app took it')) })
  await button.click()
  await expect.element(screen.getByText(m.trackers_pixels_failed())).toBeVisible()
})

test('a table of every year is brought and saved; without a server it has what is on this phone', async () => {
  const years = [0, 1].map((back) => yearStart(thisYear - back + 1))
  const full = Array.from({ length: 366 }, (_, index) =>
    stored('Mood', addDays(yearStart(thisYear), -index), 'happy'),
  )
  const asked = answerWith(({ url }) => {
    if (url.includes('/notes')) return ours({ notes: [], epoch: crypto.randomUUID() })
    if (url.includes('/pictures')) throw new Error('No file has pictures')
    return ours(url.includes('/Mood/') && url.includes(String(years[0])) ? full : [])
  })
  const db = await openPhone()
  const screen = await show(db)
  const name = `zync-trackers-${today}.csv`
  const save = async (format: string) => {
    await screen.getByRole('button', { name: m.trackers_save(), exact: true }).click()
    await screen.getByRole('button', { name: format }).click()
  }
  await save(m.trackers_save_csv())
  await expect.element(screen.getByText(m.settings_export_done({ name }))).toBeVisible()
  const days = new Set(asked.map(({ url }) => new URL(url).searchParams.get('before')))
  for (const before of years) expect(days).toContain(before)
  answerWith(noNetwork)
  await save(m.trackers_save_json())
  const json = name.replace('.csv', '.json')
  await expect
    .element(screen.getByText(m.settings_export_done_device({ name: json })))
    .toBeVisible()
})

test('a table that could not be made says so where its format was chosen', async () => {
  answerWith(noNetwork)
  const making = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('No room')
  })
  const screen = await show(await openPhone())
  await screen.getByRole('button', { name: m.trackers_save(), exact: true }).click()
  await screen.getByRole('button', { name: m.trackers_save_csv() }).click()
  const alert = screen.getByRole('dialog').getByRole('alert')
  await expect.element(alert.getByText(m.settings_export_failed())).toBeVisible()
  expect(currentToasts()).toEqual([])
  making.mockRestore()
})
