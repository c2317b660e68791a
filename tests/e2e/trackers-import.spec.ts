import { truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays, localTimeAt } from '#contract/local-date.ts'
import { importBytesMax } from '#contract/trackers/import.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { call } from '#tests/support/call.ts'
import { expectAccessible } from './support/axe.ts'
import { zoneInItsDay } from './support/local-day.ts'
import { expectUnsent, goOnline } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { noteOwnWords } from './support/translatable.ts'
import { workerControls } from './support/worker.ts'

const timezoneId = zoneInItsDay
test.use({ losesNetwork: true, timezoneId, locale: 'en-GB' })

const dayCount = 450
const today = localTimeAt(Date.now(), timezoneId).date
const yesterday = addDays(today, -1)
const head = 'full_date,date,weekday,time,mood,activities,note_title,note'

/** A file of Daylio with its owner's own words: a day a row, the newest first, twice on yesterday, and three that cannot come. */
function daylio(): string {
  const rows = Array.from({ length: dayCount }, (_, index) => {
    const day = addDays(yesterday, -index)
    return `${day},June 1,Monday,21:00,${index % 3 === 0 ? 'zen' : 'meh'},school | my cat,"","يوم ${index}"`
  })
  const broken = ['2024-02-31', today, 'soon'].map((day) => `${day},,,20:00,zen,"","",""`)
  const again = `${yesterday},June 1,Monday,08:00,meh,"","","A ""second"" one,\r\non two lines"`
  return [head, ...rows, again, ...broken].join('\r\n')
}

test('a file of another app is read, asked about and tried out, imported without a network, sent once, and undone', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  const stored = () => importsOf(server.origin, teen)
  noteOwnWords(context, [...head.split(','), 'zen', 'meh', 'school', 'my', 'cat', 'daylio.csv'])
  await enterAs(page, teen, `${origin}/trackers/year`)
  await workerControls(page)
  await page.getByRole('link', { name: m.trackers_import_link() }).tap()
  await expect(page).toHaveURL('/trackers/import')
  await page.getByLabel(m.trackers_import_source()).selectOption('daylio')
  await expectAccessible(page, 'choosing a file')

  const huge = test.info().outputPath('huge.csv')
  await writeFile(huge, '')
  await truncate(huge, 10 * importBytesMax)
  await page.getByLabel(m.trackers_import_file()).setInputFiles(huge)
  await expect(page.getByText(m.trackers_import_too_large({ size: '5' }))).toBeVisible()
  await context.setOffline(true)
  const thread = page.waitForEvent('worker')
  await pick(page, Buffer.from(`\uFEFF${daylio()}`, 'utf16le'))
  expect((await thread).url()).toContain('import-worker')
  await page.getByLabel(m.trackers_import_all_rows()).selectOption('Mood')
  for (const [word, rows, answer] of [
    ['meh', 301, 'normal'],
    ['zen', 153, 'happy'],
  ] as const) {
    await page.getByLabel(m.trackers_import_word({ word, rows: String(rows) })).selectOption(answer)
  }
  await expect(page.getByRole('button', { name: m.trackers_import_try() })).toBeDisabled()
  await page.getByText(m.trackers_import_several_last(), { exact: true }).tap()
  await page.getByLabel(m.trackers_import_notes({ rows: String(dayCount + 1) })).check()
  await page.getByLabel(m.trackers_import_tags({ tags: '2' })).check()
  await expectAccessible(page, 'what the words mean')
  await page.getByRole('button', { name: m.trackers_import_try() }).tap()
  await expect(page.getByText(m.trackers_import_plan_days({ count: dayCount }))).toBeVisible()
  await expect(page.getByText(m.trackers_import_plan_skipped({ count: 3 }))).toBeVisible()
  for (const why of [
    m.trackers_import_why_impossible_date(),
    m.trackers_import_why_future(),
    m.trackers_import_why_no_date(),
  ]) {
    await expect(page.getByRole('row', { name: new RegExp(`^${why} 1 `) })).toBeVisible()
  }
  await expectAccessible(page, 'a dry run')
  expect(await stored()).toEqual([])

  await page.getByRole('button', { name: m.trackers_import_start() }).tap()
  const progress = page.getByRole('progressbar', { name: m.trackers_import_sending() })
  await expect(progress).toHaveAttribute('aria-valuetext', `0 of ${dayCount}`)
  await expectUnsent(page, 3)
  await page.goto('/trackers/year')
  const cell = page.locator(`[data-day="${yesterday}"]`)
  await showYesterday(page)
  await expect(cell).toHaveAccessibleName(`${formatDay(yesterday)}, Mood: Happy`)

  await goOnline(page)
  await expectUnsent(page, 0)
  expect(await stored()).toMatchObject([{ source: 'daylio', entries: dayCount }])
  await page.reload()
  await showYesterday(page)
  // Once it is all there, nothing above the board moves it any more.
  await expect(cell).toHaveAccessibleName(`${formatDay(yesterday)}, Mood: Happy`)
  for (const words of [m.trackers_pixels_part(), m.ui_stale()]) {
    await expect(page.getByText(words)).toHaveCount(0)
  }
  await cell.tap()
  const sheet = page.getByRole('dialog', { name: formatDay(yesterday) })
  await expect(sheet.getByText(m.trackers_import_mark())).toBeVisible()
  await expect(sheet.getByText('A "second" one,')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: m.trackers_import_link() }).tap()
  await expect(
    page.getByText(m.trackers_import_stored({ answers: String(dayCount) })),
  ).toBeVisible()
  await expectAccessible(page, 'an import that arrived')
  await page.getByRole('button', { name: /^Undo the import from Daylio/ }).tap()
  const asked = page.getByRole('dialog', { name: m.trackers_import_undo_title() })
  await asked.getByRole('button', { name: m.trackers_import_undo_confirm() }).tap()
  await expect(page.getByText(m.trackers_import_list())).toBeHidden()
  expect(await stored()).toEqual([])
  await page.goto('/trackers/year')
  await showYesterday(page)
  await expect(cell).toHaveAccessibleName(`${formatDay(yesterday)}, ${m.ui_chart_no_entry()}`)
})

/** On the first day of a year it is in the one before. */
async function showYesterday(page: Page): Promise<void> {
  if (yesterday.slice(0, 4) !== today.slice(0, 4))
    await page.getByRole('button', { name: m.quests_previous() }).tap()
}

async function pick(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: 'daylio.csv', mimeType: 'text/csv', buffer }
  await page.getByLabel(m.trackers_import_file()).setInputFiles(file)
}

async function importsOf(origin: string, { token }: { token: string }) {
  return (await call(origin, 'trackerImports', {}, { token })).reply.imports
}
