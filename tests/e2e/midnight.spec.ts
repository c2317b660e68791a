import { addDays, utcDate } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { answer, expectAnswered, trackerCard } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ timezoneId: 'Africa/Cairo', serviceWorkers: 'block' })

/** Before midnight of the evening that has just been, by the server's clock. */
const evening = addDays(utcDate(Date.now()), -1)
const morning = addDays(evening, 1)

test('past midnight the trackers are open again, and Fitness still asks about the day that ended', async ({
  page,
  origin,
  server,
  teen,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('promptsDone', '1'))
  await page.clock.install({ time: `${evening}T23:58:00+02:00` })
  await enterAs(page, teen, `${origin}/trackers`)
  await answer(page, 'Mood', 'Happy')
  await expectAnswered(page, 'Mood', 'Happy', 'sent')
  await trackerCard(page, 'Diet').locator('label').first().click()

  await page.clock.runFor(3 * 60_000)
  await expect(trackerCard(page, 'Mood').getByRole('radio')).toHaveCount(4)
  await expect(trackerCard(page, 'Diet').getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByText(m.trackers_question_fitness_late())).toBeVisible()

  await answer(page, 'Mood', 'Normal')
  await answer(page, 'Fitness', 'Active')
  await expectAnswered(page, 'Mood', 'Normal', 'sent')
  await expectAnswered(page, 'Fitness', 'Active', 'sent')
  const entries = await serverEntries(server.origin, teen)
  expect(entries.map(({ trackerType, answer, day }) => [trackerType, answer, day])).toEqual([
    ['Mood', 'happy', evening],
    ['Mood', 'normal', morning],
    ['Fitness', 'active', evening],
  ])
})
