import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test, vi } from 'vitest'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { importBytesMax, importSources } from '#contract/trackers/import.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { ImportPage, preloadImports } from '#src/features/trackers/pages/import-page.tsx'
import { InsightsPage, preloadInsights } from '#src/features/trackers/pages/insights-page.tsx'
import { YearPage } from '#src/features/trackers/pages/year-page.tsx'
import { preloadYear } from '#src/features/trackers/year/year-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone } from '../phone.ts'
import { renderScreen, type Screen } from '../router.tsx'
import { fillDisk, stored } from './notes.tsx'

let today: LocalDate
let yesterday: LocalDate

// In each test, since the page of many tests may live past midnight.
beforeEach(() => {
  today = clockAt(Date.now()).date
  yesterday = addDays(today, -1)
})

async function show(): Promise<{ db: UserDatabase; screen: Screen }> {
  answerWith(noNetwork)
  const db = await openPhone()
  await preloadImports(db)
  const screen = await renderScreen(<ImportPage db={db} />)
  await screen.getByLabelText(m.trackers_import_source()).selectOptions('daylio')
  return { db, screen }
}

async function pick(screen: Screen, bytes: BlobPart): Promise<void> {
  const input = screen.getByLabelText(m.trackers_import_file()).element()
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file')
  const files = new DataTransfer()
  files.items.add(new File([bytes], 'daylio.csv', { type: 'text/csv' }))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

const press = (screen: Screen, name: string) => {
  const button = screen.getByRole('button', { name }).element()
  if (button instanceof HTMLElement) button.click()
}

test.each([
  ['too large', 'a'.repeat(importBytesMax + 1), () => m.trackers_import_too_large({ size: '5' })],
  ['packed', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), m.trackers_import_no_text],
  ['empty', '', m.trackers_import_no_table],
  ['broken', 'full_date,mood\n2026-06-01,"zen', m.trackers_import_broken_quotes],
])(
  'a file that is %s is refused in words, and another one can be chosen',
  async (_, bytes, said) => {
    const { screen } = await show()
    await pick(screen, bytes)
    await expect.element(screen.getByText(said())).toBeVisible()
    await pick(screen, `full_date,mood\n${yesterday},zen`)
    await expect.element(screen.getByText(m.trackers_import_meaning())).toBeVisible()
    await expect.element(screen.getByText(said())).not.toBeInTheDocument()
  },
)

/** A thread that answers when the test says so. */
class SlowWorker extends EventTarget {
  static readonly all: SlowWorker[] = []
  postMessage = vi.fn<() => void>()
  terminate = vi.fn<() => void>()
  constructor() {
    super()
    SlowWorker.all.push(this)
  }
  answer(): void {
    const data = { status: 'opened', header: ['full_date', 'mood'], rows: 1 }
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

test('a file that is being read is shown as that, and one that is no longer wanted is not opened', async () => {
  vi.stubGlobal('Worker', SlowWorker)
  const { screen } = await show()
  await pick(screen, 'full_date,mood')
  await expect.element(screen.getByText('daylio.csv')).toBeVisible()
  await expect.element(screen.getByText(m.trackers_import_reading())).toBeVisible()
  const [first] = SlowWorker.all
  await expect.poll(() => first?.postMessage.mock.calls).toHaveLength(1)
  const another = importSources.find((source) => source !== 'daylio') ?? ''
  await screen.getByLabelText(m.trackers_import_source()).selectOptions(another)
  await expect.element(screen.getByText(m.trackers_import_reading())).not.toBeInTheDocument()
  expect(first?.terminate).toHaveBeenCalledOnce()
  first?.answer()
  await pick(screen, 'full_date,mood')
  await expect.element(screen.getByText(m.trackers_import_reading())).toBeVisible()
  expect(screen.getByText(m.trackers_import_meaning()).query()).toBeNull()
  vi.unstubAllGlobals()
})

test('nothing is supposed of columns and words with other names, and nothing goes before all of it was said', async () => {
  const { db, screen } = await show()
  await pick(screen, `Datum;Laune\n${yesterday};01\n03/04/2024;02\n`)
  await expect.element(screen.getByLabelText(m.trackers_import_role_date())).toHaveValue('')
  await screen.getByLabelText(m.trackers_import_role_date()).selectOptions('0')
  await screen.getByLabelText(m.trackers_import_role_value()).selectOptions('1')
  const attempt = screen.getByRole('button', { name: m.trackers_import_try() })
  await screen.getByLabelText(m.trackers_import_all_rows()).selectOptions('Mood')
  for (const word of ['01', '02']) {
    const label = m.trackers_import_word({ word, rows: '1' })
    await expect.element(screen.getByLabelText(label)).toHaveValue('')
    await screen.getByLabelText(label).selectOptions(word === '01' ? 'happy' : 'leave')
  }
  await screen.getByRole('radio', { name: m.trackers_import_several_lowest() }).click()
  expect(screen.getByRole('radio', { name: m.trackers_import_several_last() }).query()).toBeNull()
  await expect.element(attempt).toBeDisabled()
  await screen.getByLabelText(m.trackers_import_order()).selectOptions('month_first')
  await expect.element(attempt).toBeEnabled()
  press(screen, m.trackers_import_try())
  await expect
    .element(screen.getByText(m.trackers_import_plan_days({ count: 1 }), { exact: false }))
    .toBeVisible()
  expect(await unsentOps(db)).toEqual([])
  press(screen, m.trackers_import_start())
  await expect.element(screen.getByText(m.trackers_import_list())).toBeVisible()
  expect(await unsentOps(db)).toMatchObject([
    { kind: 'trackers.import', payload: { entries: [{ answer: 'happy', date: yesterday }] } },
  ])
  // What another answer would be is tried out anew.
  expect(screen.getByText(m.trackers_import_plan()).query()).toBeNull()
})

test('a file with ten thousand tags says how many stay behind, and is not brought with more than there is room for', async () => {
  const { db, screen } = await show()
  await db.trackerNotes.put(stored({ ownTags: ['tag 0', 'my cat'] }))
  const tags = Array.from({ length: 10_000 }, (_, index) => `tag ${index}`)
  const rows = Array.from({ length: 500 }, (_, index) => {
    const own = tags.slice(index * 20, index * 20 + 20)
    return `${addDays(yesterday, -index)},zen,${own.join(' | ')}`
  })
  await pick(screen, ['full_date,mood,activities', ...rows].join('\n'))
  await screen.getByLabelText(m.trackers_import_all_rows()).selectOptions('Mood')
  const word = m.trackers_import_word({ word: 'zen', rows: '500' })
  await screen.getByLabelText(word).selectOptions('happy')
  await screen.getByRole('radio', { name: m.trackers_import_several_lowest() }).click()
  await screen.getByRole('checkbox', { name: m.trackers_import_tags({ tags: '300' }) }).click()
  await expect
    .element(screen.getByText(m.trackers_import_tags_more({ tags: '9,700' })))
    .toBeVisible()
  // As many are ticked as there is room for beside those that the person has.
  const most = m.trackers_import_tags_most({ most: '200', tags: '198' })
  await expect.element(screen.getByText(most)).toBeVisible()
  const tagBox = (tag: string) =>
    screen.getByRole('checkbox', { name: m.trackers_import_word({ word: tag, rows: '1' }) })
  await expect.element(tagBox('tag 198')).toBeChecked()
  await expect.element(tagBox('tag 199')).not.toBeChecked()
  press(screen, m.trackers_import_try())
  const start = screen.getByRole('button', { name: m.trackers_import_start() })
  await expect.element(start).toBeEnabled()
  await tagBox('tag 199').click()
  press(screen, m.trackers_import_try())
  const room = m.trackers_import_tags_room({ most: '200', tags: '201' })
  await expect.element(screen.getByText(room)).toBeVisible()
  await expect.element(start).toBeDisabled()
  expect(await unsentOps(db)).toEqual([])
})

test('where nothing comes along, the reasons stand below the sentence that points down to them', async () => {
  const { screen } = await show()
  await pick(screen, `full_date,mood\n${addDays(today, 1)},zen\n`)
  await screen.getByLabelText(m.trackers_import_all_rows()).selectOptions('Mood')
  const word = m.trackers_import_word({ word: 'zen', rows: '1' })
  await screen.getByLabelText(word).selectOptions('happy')
  await screen.getByRole('radio', { name: m.trackers_import_several_lowest() }).click()
  press(screen, m.trackers_import_try())
  const nothing = screen.getByText(m.trackers_import_nothing())
  await expect.element(nothing).toBeVisible()
  const reason = screen.getByRole('rowheader', { name: m.trackers_import_why_future() }).element()
  const order = nothing.element().compareDocumentPosition(reason)
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a phone without room says so and changes nothing, and the same plan goes when there is room', async () => {
  const { db, screen } = await show()
  await pick(screen, `full_date,mood\n${yesterday},zen\n`)
  await screen.getByLabelText(m.trackers_import_all_rows()).selectOptions('Mood')
  const word = m.trackers_import_word({ word: 'zen', rows: '1' })
  await screen.getByLabelText(word).selectOptions('happy')
  await screen.getByRole('radio', { name: m.trackers_import_several_lowest() }).click()
  press(screen, m.trackers_import_try())
  const start = screen.getByRole('button', { name: m.trackers_import_start() })
  await expect.element(start).toBeEnabled()
  const makeRoom = fillDisk(db)
  press(screen, m.trackers_import_start())
  await expect.element(screen.getByText(m.trackers_import_full())).toBeVisible()
  makeRoom()
  expect(await unsentOps(db)).toEqual([])
  await expect.element(start).toBeEnabled()
  press(screen, m.trackers_import_start())
  await expect.element(screen.getByText(m.trackers_import_list())).toBeVisible()
  expect(await unsentOps(db)).toMatchObject([{ kind: 'trackers.import' }])
})

const brought = (ago: number) => ({
  id: uuidv7(),
  importId: '01985a3c-5b00-7a10-8c00-0000000000f0',
  trackerType: 'Mood' as const,
  answer: 'happy',
  date: addDays(today, -ago),
  day: addDays(today, -ago),
  score: 4,
})

test('a day that was brought along is marked as that, in its sheet and in the table', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerEntries.put(brought(0))
  await preloadYear(db)
  const screen = await renderScreen(<YearPage db={db} />)
  await expect.poll(() => document.querySelector(`[data-day="${today}"]`)).not.toBeNull()
  document.querySelector<HTMLElement>(`[data-day="${today}"]`)?.click()
  await expect.element(screen.getByRole('region').getByText(m.trackers_import_mark())).toBeVisible()
  await screen.getByRole('button', { name: m.ui_close() }).click()
  press(screen, m.ui_chart_show_table())
  const row = screen.getByRole('cell', { name: new RegExp(m.trackers_import_mark()) })
  await expect.element(row).toBeInTheDocument()
})

test('questions about what goes together leave imported days out until somebody brings them in', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.trackerEntries.bulkPut([1, 2, 3].map(brought))
  await preloadInsights(db)
  const screen = await renderScreen(<InsightsPage db={db} />)
  await expect.element(screen.getByText(m.insights_days({ days: 0 }))).toBeVisible()
  await screen.getByLabelText(m.insights_imported()).click()
  await expect.element(screen.getByText(m.insights_days({ days: 3 }))).toBeVisible()
})
