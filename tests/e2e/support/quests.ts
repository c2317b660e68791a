import { expect, type Locator, type Page, type Response } from '@playwright/test'
import type { Quest } from '#contract/quests/model.ts'
import type { QuestRecord } from '#contract/quests/response.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import { resultMood } from '#src/features/quests/play.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { calmAnswers, calmPlace } from '#tests/support/calm-answers.ts'
import type { Member } from './people.ts'

/** Goes past the first page of a quest, and its private question where it has one. */
export async function startQuest(page: Page, quest: Quest): Promise<void> {
  const name = quest.gate?.yes ?? m.quests_start()
  await page.getByRole('button', { name, exact: true }).click()
  await expectChallenge(page, quest, 1)
}

/** The question on show, by its number. */
export async function expectChallenge(page: Page, quest: Quest, at: number): Promise<void> {
  const count = quest.questions.length
  await expect(page.getByText(m.quests_progress({ at, count }))).toBeVisible()
  await expect(question(page)).toHaveText(quest.questions[at - 1]?.text ?? '')
}

export function question(page: Page): Locator {
  return page.locator('form').getByRole('heading', { level: 2 })
}

/** Taps an option by its words. */
export async function pick(page: Page, words: string): Promise<void> {
  const radio = page.getByRole('radio', { name: words, exact: true })
  await page.locator('label').filter({ has: radio }).click()
}

/** Answers questions by the keyboard alone, from one number to another, and leaves each with Enter. */
export async function answerFrom(
  page: Page,
  quest: Quest,
  { first = 1, last = quest.questions.length }: { first?: number; last?: number } = {},
): Promise<void> {
  const count = quest.questions.length
  await question(page).focus()
  for (let n = first; n <= last; n += 1) {
    // Each new question takes the focus: the keys go to it without a tap.
    const ready = page.locator('form:has(h2:focus)').getByText(m.quests_progress({ at: n, count }))
    await expect(ready).toBeVisible()
    await page.keyboard.press(String(calmPlace(quest, n) + 1))
    await page.keyboard.press('Enter')
  }
}

/** The page says that the quest is over, with the points of the player; it cheers where the answers are light. */
export async function expectDone(
  page: Page,
  quest: Quest,
  points: number,
  answers = calmAnswers(quest),
): Promise<void> {
  const scored = scoreQuest(quest, answers)
  if (scored.kind === 'refused') throw new Error(`The answers to ${quest.type} do not fit`)
  const cheers = resultMood(quest, scored.result) === 'cheer'
  const title = cheers ? m.quests_done() : m.quests_done_soft()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.locator('[data-cheer]')).toHaveCount(cheers ? 1 : 0)
  await expect(page.getByText(m.quests_done_points({ points }), { exact: true })).toBeVisible()
}

/** What the server keeps of a young person's quests, newest first. */
export async function serverRecords(origin: string, { token }: Member): Promise<QuestRecord[]> {
  return (await call(origin, 'listResults', { query: { limit: '100' } }, { token })).reply.results
}

/**
 * Follows what a page reads of the results that somebody shares. Gives how often that was more than nothing: once, and once
 * more for each live stream after the first, as what may have been missed between two of them is read again.
 */
export function followLooks(page: Page): () => Promise<number> {
  const reads: Promise<boolean>[] = []
  let streams = 0
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/api/events') streams += 1
    const isRead = pathname.startsWith('/api/surveys/shared/') && !pathname.endsWith('/saves')
    if (isRead && response.ok()) reads.push(hasResults(response))
  })
  return async () => {
    const looks = (await Promise.all(reads)).filter(Boolean).length
    expect(looks).toBeGreaterThan(0)
    expect(looks).toBeLessThanOrEqual(Math.max(1, streams))
    return looks
  }
}

/** False also where the page was closed meanwhile. */
async function hasResults(response: Response): Promise<boolean> {
  const text = await response.text().catch(() => '[]')
  return text !== '[]'
}
