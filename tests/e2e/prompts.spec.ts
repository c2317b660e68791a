import type { Page } from '@playwright/test'
import { utcDate } from '#contract/local-date.ts'
import { promptDelayMs } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { outboxRows, waitingCount } from './support/outbox.ts'
import { expectUnsent } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker: its clock cannot be set, and by the real one the time to take an answer back has long run out.
test.use({ prompts: 'left', timezoneId: 'UTC', serviceWorkers: 'block' })

test('an answer is kept at the tap, can be taken back for 6 s, and is sent after that', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const today = utcDate(Date.now())
  await page.clock.install({ time: `${today}T15:00:00Z` })
  await enterAs(page, teen, `${origin}/dashboard`)
  await firstPrompt(page)
  // From here on the clock stands, however long it takes to look.
  await page.clock.pauseAt(`${today}T15:30:00Z`)
  await page.getByRole('dialog').getByRole('button', { name: m.trackers_answer_happy() }).tap()
  await expect.poll(() => waitingCount(page)).toBe(1)
  await page.getByRole('button', { name: m.trackers_prompt_undo() }).tap()
  await expect(page.getByText(m.trackers_prompt_undone())).toBeVisible()
  await expectUnsent(page, 0)
  // The next question comes a moment after the press.
  await page.clock.runFor(1_000)

  await page.getByRole('dialog').getByRole('button', { name: m.trackers_answer_perfect() }).tap()
  let [row] = await outboxRows(page, teen.id)
  while (!row) [row] = await outboxRows(page, teen.id)
  // A second before the end.
  await page.clock.pauseAt(row.nextAttemptAt - 1_000)
  expect(await waitingCount(page)).toBe(1)
  // What can be taken back is nothing that waits for the network.
  await expect(page.getByRole('banner').locator('a[href="/not-sent"]')).toHaveCount(0)
  await expect(page.getByText(m.sync_notifications_unsent({ count: 1 }))).toHaveCount(0)
  expect(await serverEntries(server.origin, teen)).toEqual([])
  await page.clock.resume()
  await page.clock.fastForward(2_000)
  await expectUnsent(page, 0)
  expect(await serverEntries(server.origin, teen)).toMatchObject([
    { trackerType: 'Diet', answer: 'perfect', score: 4 },
  ])
})

/** The app asks some seconds after its start, for which the page's clock is put forward. */
async function firstPrompt(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(promptDelayMs)
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 })
  }).toPass()
}
