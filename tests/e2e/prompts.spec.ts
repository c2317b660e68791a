import type { Page } from '@playwright/test'
import { utcDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { promptDelayMs } from '#contract/trackers/prompts.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { mona, openSession } from './support/people.ts'
import { outboxRows, waitingCount } from './support/outbox.ts'
import { answer, expectUnsent, submitAnswer, trackerCard } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker: its clock cannot be set, and by the real one the time to take an answer back has long run out.
test.use({ prompts: 'left', timezoneId: 'UTC', serviceWorkers: 'block' })

const questions: Record<TrackerType, () => string> = {
  Mood: m.trackers_question_mood,
  Sleep: m.trackers_question_sleep,
  Fitness: m.trackers_question_fitness,
  Diet: m.trackers_question_diet,
}

/** Spec 4: who is asked about what at which hour; decisions: one dialog at a time, in this order. */
const hours: readonly (readonly [string, readonly TrackerType[]])[] = [
  ['15:00', ['Mood', 'Diet']],
  ['08:00', ['Sleep', 'Diet']],
  ['21:00', ['Mood', 'Fitness', 'Diet']],
  ['02:00', ['Fitness', 'Diet']],
]

for (const [time, asked] of hours) {
  test(`at ${time} the app asks about ${asked.join(', ')}, one after the other`, async ({
    page,
    origin,
    teen,
  }) => {
    await setClock(page, time)
    await enterAs(page, teen, `${origin}/dashboard`)
    await firstPrompt(page)
    for (const type of asked) {
      const late = type === 'Fitness' && time === '02:00'
      const question = late ? m.trackers_question_fitness_late() : questions[type]()
      await expect(page.getByRole('dialog', { name: question })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await page.getByRole('dialog').getByRole('button').nth(1).tap()
      await page.getByRole('button', { name: m.trackers_prompt_undo() }).tap()
      await expect(page.getByText(m.trackers_prompt_undone()).last()).toBeVisible()
    }
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectUnsent(page, 0)
  })
}

test("'Not now' ends the asking for this session, and a new one asks again", async ({
  page,
  context,
  origin,
  teen,
}) => {
  await setClock(page, '15:00')
  await enterAs(page, teen, `${origin}/dashboard`)
  await firstPrompt(page)
  await notNow(page).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(m.trackers_check_in_title())).toBeVisible()
  await expectNoPrompt(page)

  const newSession = await context.newPage()
  await setClock(newSession, '15:00')
  await newSession.goto('/dashboard')
  await firstPrompt(newSession)
  await expect(notNow(newSession)).toBeVisible()
})

test('an answer is kept at the tap, can be taken back for 6 s, and is sent after that', async ({
  page,
  origin,
  server,
  teen,
}) => {
  await setClock(page, '15:00')
  await enterAs(page, teen, `${origin}/dashboard`)
  await firstPrompt(page)
  await page.getByRole('dialog').getByRole('button', { name: m.trackers_answer_happy() }).tap()
  await expect.poll(() => waitingCount(page)).toBe(1)
  await page.getByRole('button', { name: m.trackers_prompt_undo() }).tap()
  await expect(page.getByText(m.trackers_prompt_undone())).toBeVisible()
  await expectUnsent(page, 0)

  await page.getByRole('dialog').getByRole('button', { name: m.trackers_answer_perfect() }).tap()
  // The clock stands still a second before the end, however long it takes to look.
  let [row] = await outboxRows(page, teen.id)
  while (!row) [row] = await outboxRows(page, teen.id)
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

test('a very low answer in a prompt leads to a quest once it can no longer be taken back, over nothing else', async ({
  page,
  origin,
  teen,
}) => {
  await setClock(page, '15:00')
  await enterAs(page, teen, `${origin}/dashboard`)
  await firstPrompt(page)
  await page.getByRole('dialog').getByRole('button', { name: m.trackers_answer_very_sad() }).tap()
  await expect(page.getByRole('button', { name: m.trackers_prompt_undo() })).toBeVisible()
  await page.getByRole('button', { name: m.safety_open() }).first().tap()
  const help = page.getByRole('dialog', { name: m.safety_title() })
  await expect(help).toBeVisible()
  await hurryAnimations(page)
  await expect(page.getByText(m.trackers_prompt_undo(), { exact: true })).toHaveCount(0)
  // One dialog at a time: what opens by itself waits for the one that the person opened.
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  const suggestion = page.getByRole('dialog', { name: m.trackers_low_mood() })
  await expect(suggestion.getByText('Highly recommend', { exact: true })).toBeVisible()
  await expect(suggestion.getByRole('link')).toHaveAttribute('href', '/surveys/3')
})

test('nobody is asked over a form that holds something', async ({ page, origin, teen }) => {
  await setClock(page, '15:00')
  await enterAs(page, teen, `${origin}/trackers`)
  await trackerCard(page, 'Sleep').locator('label').first().tap()
  await expectNoPrompt(page)
  await page.getByRole('button', { name: 'Submit Sleep' }).tap()
  await firstPrompt(page)
  await expect(notNow(page)).toBeVisible()
})

test('a parent is asked nothing', async ({ page, origin, server }) => {
  await setClock(page, '15:00')
  await enterAs(page, await openSession(server.origin, mona), `${origin}/dashboard`)
  await expect(page.getByText('NOTIFICATIONS')).toBeVisible()
  await expectNoPrompt(page)
})

/** Spec 4: what a low score suggests; a score of 3 suggests nothing. */
const suggestions: readonly (readonly [TrackerType, string, string | undefined, string[]])[] = [
  ['Mood', 'Very sad', 'Highly recommend', ['3']],
  ['Fitness', 'Not active', 'Consider', ['3', '21', '22']],
  ['Sleep', '1 - 4', 'Highly recommend', ['21']],
  ['Diet', 'Poorly', 'Consider', ['22']],
]

test('an answer on the page can be taken back, and a low one suggests its quests by its score', async ({
  page,
  origin,
  teen,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('promptsDone', '1'))
  await enterAs(page, teen, `${origin}/trackers`)
  const diet = trackerCard(page, 'Diet')
  await submitAnswer(page, 'Diet', 'Well')
  await expect(diet.getByText(m.trackers_saved_diet_best())).toBeVisible()
  // The spec's sentence waits until the answer can no longer be changed.
  await expect(diet.getByText(m.trackers_already())).toHaveCount(0)
  await diet.getByRole('button', { name: m.trackers_change() }).tap()
  await expect(page.getByText(m.trackers_prompt_undone())).toBeVisible()
  await expect(diet.getByRole('radio')).toHaveCount(4)
  for (const [type, words, strength = '', quests] of suggestions) {
    await answer(page, type, words)
    const dialog = page.getByRole('dialog').filter({ hasText: strength })
    await expect(dialog.getByRole('link')).toHaveCount(quests.length)
    for (const [index, id] of quests.entries()) {
      await expect(dialog.getByRole('link').nth(index)).toHaveAttribute('href', `/surveys/${id}`)
    }
    await dialog.getByRole('button', { name: m.trackers_suggest_later() }).tap()
  }
})

/** The page's clock shows this time of today and runs on from there. */
async function setClock(page: Page, time: string): Promise<void> {
  await page.clock.install({ time: `${utcDate(Date.now())}T${time}:00Z` })
}

/** The app asks some seconds after its start, for which the page's clock is put forward. */
async function firstPrompt(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(promptDelayMs)
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 })
  }).toPass()
}

function notNow(page: Page) {
  return page.getByRole('dialog').getByRole('button', { name: m.trackers_prompt_not_now() })
}

/** A toast's time is an animation, which no faked clock moves. */
async function hurryAnimations(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 100 })
}

/** Nothing opens by itself, also after what was read of the day behind the timer. */
async function expectNoPrompt(page: Page): Promise<void> {
  for (let look = 0; look < 2; look += 1) {
    await page.clock.runFor(30_000)
    await waitingCount(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}
