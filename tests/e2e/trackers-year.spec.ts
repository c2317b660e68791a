import { addDays, localTimeAt } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { expectAccessible } from './support/axe.ts'
import { expectUnsent, goOnline } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

const timezoneId = 'Africa/Cairo'

test.use({ losesNetwork: true, timezoneId, locale: 'en-GB' })

test('a missed day is filled in from the year without a network, and the server has it once, with its day', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  const day = addDays(localTimeAt(Date.now(), timezoneId).date, -3)
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  await page.getByRole('link', { name: m.trackers_pixels_title() }).tap()
  await expect(page.getByText(m.trackers_chart_empty_title())).toBeVisible()
  await context.setOffline(true)
  await page.goto('/trackers/year')
  await page.getByText(m.trackers_pixels_month(), { exact: true }).tap()
  const cell = page.locator(`[data-day="${day}"]`)
  // In the first days of a month it is in the one before.
  const previous = page.getByRole('button', { name: m.quests_previous() })
  await expect(page.locator('[data-view="month"] [aria-current="date"]')).toBeVisible()
  if ((await cell.count()) === 0) await previous.tap()
  // The line above the board moves it.
  await expect(page.getByText(m.ui_stale())).toBeVisible()
  await cell.tap()
  const sheet = page.getByRole('dialog', { name: formatDay(day) })
  await sheet
    .getByRole('region', { name: m.trackers_mood() })
    .getByRole('button', { name: m.trackers_answer_happy(), exact: true })
    .tap()
  await expect(sheet.getByText(m.trackers_saved_mood_best())).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell).toHaveAccessibleName(`${formatDay(day)}, Mood: Happy`)
  await expectUnsent(page, 1)

  await goOnline(page)
  await expect(page.getByText(m.trackers_pixels_part())).toHaveCount(0)
  await expectUnsent(page, 0)
  const stored = await serverEntries(server.origin, teen)
  expect(stored.map((entry) => [entry.trackerType, entry.answer, entry.day])).toEqual([
    ['Mood', 'happy', day],
  ])
  await cell.tap()
  await expect(sheet.getByText(m.trackers_pixels_later())).toBeVisible()
  await expectAccessible(page, 'a day of the year')
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'a month in pixels')
  await page.getByText(m.trackers_pixels_year(), { exact: true }).tap()
  // In the first days of a year it is in the one before.
  const next = page.getByRole('button', { name: m.quests_next() })
  if (addDays(day, 3).slice(0, 4) !== day.slice(0, 4)) await next.tap()
  await expect(page.locator('[data-view="year"] [aria-current="date"]')).toBeVisible()
  await expectAccessible(page, 'a year in pixels')
})

test('on the narrowest phone every day is a target of 24 pixels and the year needs no scrolling sideways', async ({
  page,
  origin,
  teen,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enterAs(page, teen, `${origin}/trackers/year`)
  const grid = page.getByRole('grid')
  // The places of a year come after its picture.
  await expect(grid.locator('[aria-current="date"]')).toBeVisible()
  const { count, smallest, beside } = await grid.evaluate((element) => {
    const boxes = [...element.querySelectorAll('[data-day]')].map((cell) =>
      cell.getBoundingClientRect(),
    )
    const around = element.parentElement?.parentElement
    return {
      count: boxes.length,
      smallest: Math.min(...boxes.flatMap(({ width, height }) => [width, height])),
      beside: around ? around.scrollWidth - around.clientWidth : 0,
    }
  })
  expect(count).toBeGreaterThan(0)
  expect(smallest).toBeGreaterThanOrEqual(24)
  expect(beside).toBe(0)
})
