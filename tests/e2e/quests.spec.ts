import type { Page } from '@playwright/test'
import { scoreQuest } from '#contract/quests/scoring.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { answer } from './support/phone.ts'
import {
  answerFrom,
  calmAnswers,
  everyQuest,
  expectChallenge,
  expectDone,
  pick,
  question,
  questOf,
  serverRecords,
  startQuest,
} from './support/quests.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('all 23 quests are played to their end by the keyboard, and the server scores them as the phone does', async ({
  page,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/surveys`)
  await expect(page.getByRole('heading', { name: m.quests_title() })).toBeVisible()
  const quests = await everyQuest()
  for (const quest of quests) {
    await test.step(quest.title, async () => {
      await page.goto(`/surveys/${quest.id}`)
      await startQuest(page, quest)
      await answerFrom(page, quest)
      await expectDone(page, quest, quest.count * 10)
    })
  }
  await expect(page.getByText(m.quests_state_sent())).toBeVisible()

  const records = await serverRecords(server.origin, teen)
  for (const quest of quests) {
    const scored = scoreQuest(quest, calmAnswers(quest))
    const record = records.find(({ questId }) => questId === quest.id)
    expect([quest.id, { kind: 'scored', result: record?.result }]).toEqual([quest.id, scored])
  }
  expect(records).toHaveLength(quests.length)
  const params = { userId: teen.id }
  const { score } = (await call(server.origin, 'getScore', { params }, teen)).reply
  expect(score).toBe(quests.reduce((sum, { count }) => sum + count * 10, 0))
})

test('Next waits for the answer, and for its distress; going back adds no points', async ({
  page,
  origin,
  teen,
}) => {
  const quest = await questOf(6)
  await enterAs(page, teen, `${origin}/surveys/6`)
  await startQuest(page, quest)
  const next = page.getByRole('button', { name: m.quests_next() })
  const previous = page.getByRole('button', { name: m.quests_previous() })
  await expect(next).toBeDisabled()
  await expect(previous).toBeDisabled()
  await pick(page, 'True')
  await expect(next).toBeDisabled()
  await pick(page, 'Quite bothered')
  await next.click()
  await expect(page.getByText(m.quests_score({ points: 20 }))).toBeVisible()
  await previous.click()
  await expect(page.getByRole('radio', { name: 'Quite bothered' })).toBeChecked()
  await pick(page, 'False')
  await next.click()
  await expect(page.getByText(m.quests_score({ points: 10 }))).toBeVisible()
})

test('a finger answers by swiping, dragging and tapping', async ({ page, origin, teen }) => {
  const quest = await questOf(13)
  await enterAs(page, teen, `${origin}/surveys/13`)
  await startQuest(page, quest)
  const slider = page.getByRole('slider')
  await expect(slider).toHaveAttribute('aria-valuetext', m.quests_slide_none())
  await slider.click()
  await expect(slider).toHaveAttribute('aria-valuetext', quest.questions[0]?.options[2]?.text ?? '')
  await swipe(page, -180)
  await expectChallenge(page, quest, 2)
  await swipe(page, -180)
  await expectChallenge(page, quest, 2)
  await swipe(page, 180)
  await expectChallenge(page, quest, 1)
})

test('the result names who can help, and says what it is not', async ({ page, origin, teen }) => {
  const quest = await questOf(23)
  await enterAs(page, teen, `${origin}/surveys/23`)
  await startQuest(page, quest)
  for (let n = 1; n <= quest.count; n += 1) {
    await expectChallenge(page, quest, n)
    await question(page).focus()
    await page.keyboard.press('3')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('not a diagnosis')).toBeVisible()
  const connect = page.getByRole('link', { name: /^Connect With/ })
  await expect(connect).toHaveAttribute('href', /^\/service-providers\/specialty\/[a-z%0-9]+$/)
})

test('a quest that is switched off has no challenges, and an unknown one is not found', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const { reply } = await call(server.origin, 'listSurveys', {}, teen)
  const surveys = reply.map((card) => ({ ...card, open: card._id !== 4 }))
  await page.route('**/api/surveys', (route) =>
    route.fulfill({ json: surveys, headers: { 'x-zync': '1' } }),
  )
  await enterAs(page, teen, `${origin}/surveys`)
  await expect(page.getByText(m.quests_state_closed())).toHaveCount(1)
  await page.goto('/surveys/4')
  await expect(
    page.getByText('This quest is under construction. No challenges available yet.'),
  ).toBeVisible()
  await page.goto('/surveys/24')
  await expect(page.getByText('Quest not found.')).toBeVisible()
  await page.goto('/surveys/category/luck')
  await expect(
    page.getByText('Invalid category: luck. Please choose Personality, Mood, or Behavior.'),
  ).toBeVisible()
})

test('another name of the quests leads to them, and a low answer to the right one', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/app-surveys`)
  await expect(page).toHaveURL('/surveys')
  await page.goto('/trackers')
  await answer(page, 'Sleep', '1 - 4')
  await page.getByRole('dialog').getByRole('link').first().click()
  await expect(page).toHaveURL('/surveys/21')
  await expect(page.getByRole('heading', { name: 'Sleep Quest' })).toBeVisible()
})

/** One finger along the line of reading, over the question. */
async function swipe(page: Page, byPx: number): Promise<void> {
  await question(page).evaluate((element, px) => {
    const at = { bubbles: true, pointerType: 'touch', isPrimary: true, clientY: 200 }
    element.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: 180 }))
    element.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: 180 + px }))
  }, byPx)
}
