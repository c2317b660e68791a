import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackerCatalog } from '#contract/trackers/catalog.ts'
import { daysBackMax } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { expectAccessible } from './support/axe.ts'
import { answeredDay } from './support/local-day.ts'
import type { Member } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

const timezoneId = 'Asia/Beirut'
test.use({ losesNetwork: true, timezoneId })

test('a question about one’s own answers is asked and answered without a network, in a thread of its own', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await answerDays(server.origin, teen)
  await enterAs(page, teen, `${origin}/dashboard`)
  await workerControls(page)
  // By the keyboard: cards above it may still grow.
  await page.getByRole('link', { name: m.insights_title() }).press('Enter')
  await expect(page).toHaveURL('/insights')
  await expect(page.getByText(m.insights_days({ days: daysBackMax + 1 }))).toBeVisible()

  await context.setOffline(true)
  await page.reload()
  const thread = page.waitForEvent('worker')
  await page.getByRole('button', { name: m.insights_look() }).click()
  expect((await thread).url()).toContain('relate-worker')
  await expect(page.getByText(m.insights_together())).toBeVisible()
  const good = isGood.filter(Boolean).length
  const sentence = m.insights_side({
    days: good,
    first: m.trackers_sleep(),
    answers: '8 - 10 hours',
    second: m.trackers_mood(),
    when: m.insights_same_day(),
    good: 'Happy, Normal',
    hits: good - 1,
  })
  await expect(page.getByText(sentence)).toBeVisible()
  await expectAccessible(page, 'what goes together')

  await page.getByText(m.insights_next_day(), { exact: true }).click()
  await page.getByRole('button', { name: m.insights_look() }).click()
  await expect(page.getByText(m.insights_none())).toBeVisible()
  await page.getByLabel(m.insights_second()).selectOption(m.trackers_fitness())
  await page.getByRole('button', { name: m.insights_look() }).click()
  await expect(page.getByText(m.insights_missing({ days: 30 }))).toBeVisible()
})

/** Good days in no rhythm, counted back from today. */
const isGood = Array.from({ length: daysBackMax + 1 }, (_, ago) => (ago * ago) % 29 < 13)

/** Answers to two trackers on each day that the server still takes: they go together on all days but the last. */
async function answerDays(origin: string, { token }: Member): Promise<void> {
  const answers = { Sleep: trackerCatalog.Sleep.answers, Mood: trackerCatalog.Mood.answers }
  const today = answeredDay('Mood', timezoneId) as LocalDate
  for (const [ago, good] of isGood.entries()) {
    const date = addDays(today, -ago)
    const [sleep, mood] = [answers.Sleep[good ? 0 : 1], answers.Mood[good && ago > 0 ? 1 : 2]]
    for (const [trackerType, answer] of [
      ['Sleep', sleep],
      ['Mood', mood],
    ] as const)
      await call(origin, 'recordTracker', { body: { trackerType, answer, date } }, { token })
  }
}
