import type { Locator, Page } from '@playwright/test'
import { scoreQuest } from '#contract/quests/scoring.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { calmAnswers, questNumbered } from '#tests/support/calm-answers.ts'
import { expectAccessible } from './support/axe.ts'
import { answer, mainNavigation } from './support/phone.ts'
import {
  answerFrom,
  expectChallenge,
  expectDone,
  pick,
  question,
  serverRecords,
  startQuest,
} from './support/quests.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a quest is played to its end by the keyboard, and the server scores it as the phone does', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const quest = await questNumbered(2)
  await enterAs(page, teen, `${origin}/surveys`)
  await expect(page.getByRole('heading', { name: m.quests_title() })).toBeVisible()
  await page.goto(`/surveys/${quest.id}`)
  await startQuest(page, quest)
  await answerFrom(page, quest)
  await expectDone(page, quest, quest.count * 10)
  await expect(page.getByText(m.quests_state_sent())).toBeVisible()

  const [record, ...others] = await serverRecords(server.origin, teen)
  expect(others).toEqual([])
  expect({ kind: 'scored', result: record?.result }).toEqual(scoreQuest(quest, calmAnswers(quest)))
  const params = { userId: teen.id }
  const { score } = (await call(server.origin, 'getScore', { params }, teen)).reply
  expect(score).toBe(quest.count * 10)
})

test('Next waits for the answer, and for its distress; going back adds no points', async ({
  page,
  origin,
  teen,
}) => {
  const quest = await questNumbered(6)
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

  // To bed after two, up before five, and nine hours of sleep.
  const nights = await questNumbered(21)
  await page.goto('/surveys/21')
  await startQuest(page, nights)
  await question(page).focus()
  for (const [index, key] of ['7', '1', '1', '1'].entries()) {
    await expectChallenge(page, nights, index + 1)
    await page.keyboard.press(key)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText(nights.conflicts?.[0]?.text ?? '')).toBeVisible()
  await expect(next).toBeDisabled()
  await pick(page, 'Less than 5 hours')
  await next.click()
  await expectChallenge(page, nights, 5)

  // The slider's resting place is chosen by Enter, and left by the next one.
  const style = await questNumbered(13)
  await page.goto('/surveys/13')
  await startQuest(page, style)
  await page.getByRole('slider').focus()
  await page.keyboard.press('Enter')
  const middle = style.questions[0]?.options[2]?.text ?? ''
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', middle)
  await page.keyboard.press('Enter')
  await expectChallenge(page, style, 2)
})

test('a finger answers each kind of question', async ({ page, origin, teen }) => {
  await enterAs(page, teen, `${origin}/surveys`)
  const kinds = { battery: 2, slider: 13, distress: 6, pair: 11, scale: 7 }
  for (const [kind, id] of Object.entries(kinds)) {
    await test.step(kind, async () => {
      const quest = await questNumbered(id)
      const options = quest.questions[0]?.options.map(({ text }) => text) ?? []
      const tapOption = async (name = '') =>
        page
          .locator('label')
          .filter({ has: page.getByRole('radio', { name, exact: true }) })
          .tap()
      await page.goto(`/surveys/${id}`)
      await expect(mainNavigation(page)).toBeVisible()
      await startQuest(page, quest)
      await expect(mainNavigation(page)).toBeHidden()
      const slider = page.getByRole('slider')
      switch (kind) {
        case 'slider':
          await expect(slider).toHaveAttribute('aria-valuetext', m.quests_slide_none())
          // Where the thumb rests is an answer like any other.
          await slider.tap()
          await expect(slider).toHaveAttribute('aria-valuetext', options[2] ?? '')
          await drag(page, slider, { from: 0.5, to: 0.98 })
          await expect(slider).toHaveAttribute('aria-valuetext', options.at(-1) ?? '')
          await page.getByRole('button', { name: options[1] ?? '', exact: true }).tap()
          await expect(slider).toHaveAttribute('aria-valuetext', options[1] ?? '')
          break
        case 'distress':
          await tapOption('True')
          await expect(page.getByRole('button', { name: m.quests_next() })).toBeDisabled()
          await tapOption(quest.distress?.options[0]?.text)
          break
        default:
          await tapOption(options[1])
      }
      await page.getByRole('button', { name: m.quests_next() }).tap()
      await expectChallenge(page, quest, 2)
      await drag(page, question(page), { from: 0.2, to: 0.9 })
      await expectChallenge(page, quest, 1)
      await drag(page, question(page), { from: 0.9, to: 0.2 })
      await expectChallenge(page, quest, 2)
      // The next one has no answer yet.
      await drag(page, question(page), { from: 0.9, to: 0.2 })
      await expectChallenge(page, quest, 2)
    })
  }
})

test('a heavy result names who can help and says what it is not, and nothing cheers', async ({
  page,
  origin,
  teen,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const quest = await questNumbered(23)
  await enterAs(page, teen, `${origin}/surveys/23`)
  await startQuest(page, quest)
  for (let n = 1; n <= quest.count; n += 1) {
    await expectChallenge(page, quest, n)
    await question(page).focus()
    await page.keyboard.press('5')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('not a diagnosis')).toBeVisible()
  await expect(page.locator('[data-cheer]')).toHaveCount(0)
  await expect(page.getByRole('link', { name: m.quests_more() })).toHaveCount(0)
  const help = page.getByRole('main').getByRole('button', { name: m.quests_help() })
  await expect(help).toHaveCount(1)
  await expectAccessible(page, 'a heavy result')
  await page.getByRole('button', { name: m.quests_tell() }).click()
  await expect(page.getByText(m.quests_tell_copied())).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(m.quests_tell_words())
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

/** One finger along an element, from one share of its width to another. */
async function drag(
  page: Page,
  over: Locator,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const box = await over.boundingBox()
  if (!box) throw new Error('There is nothing to drag over')
  const at = (share: number) => [{ x: box.x + box.width * share, y: box.y + box.height / 2 }]
  const finger = await page.context().newCDPSession(page)
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: ReturnType<typeof at>,
  ) => finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', at(from))
  for (const step of [0.25, 0.5, 0.75, 1]) await send('touchMove', at(from + (to - from) * step))
  await send('touchEnd', [])
  await finger.detach()
}
