import * as m from '#src/i18n/paraglide/messages.js'
import { calmAnswers, calmPlace, questNumbered } from '#tests/support/calm-answers.ts'
import { startPhone } from './support/killable-phone.ts'
import { declinePrompts, expectUnsent } from './support/phone.ts'
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
import { factoryOf } from './support/user-databases.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('three quests are opened, played and finished without a network, and reach the server once', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/surveys`)
  await expect(page.getByRole('heading', { name: m.quests_title() })).toBeVisible()
  await workerControls(page)
  await context.setOffline(true)
  for (const id of [2, 13, 7]) {
    const quest = await questNumbered(id)
    await page.goto(`/surveys/${id}`)
    await startQuest(page, quest)
    await answerFrom(page, quest)
    await expectDone(page, quest, quest.count * 10)
    await expect(page.getByText(m.quests_state_waiting())).toBeVisible()
    await expect(page.getByText('not a diagnosis')).toBeVisible()
  }
  await expectUnsent(page, 3)
  await page.goto('/not-sent')
  await expect(page.getByRole('heading', { name: 'Quest: Energy Surge' })).toBeVisible()

  await page.goto('/surveys/7')
  await expect(page.getByText(m.quests_history())).toBeVisible()
  await context.setOffline(false)
  await expectUnsent(page, 0)
  await expect(page.getByRole('button', { name: m.quests_share() })).toBeVisible()
  const records = await serverRecords(server.origin, teen)
  expect(records.map(({ questId }) => questId).sort((a, b) => a - b)).toEqual([2, 7, 13])
  const name = `zync-u-${teen.id}`
  const factory = await factoryOf(page, name)
  const read = async ({ factory, name }: { factory: Pick<IDBFactory, 'open'>; name: string }) => {
    const opening = factory.open(name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const stores = ['outbox', 'questDrafts', 'questRecords']
    const reading = stores.map((store) =>
      opening.result.transaction(store).objectStore(store).getAll(),
    )
    await Promise.all(
      reading.map((one) => new Promise((resolve) => one.addEventListener('success', resolve))),
    )
    return JSON.stringify(reading.map((one) => one.result))
  }
  const answers = await page.evaluate(read, { factory, name })
  expect(answers).toContain('"questId":7')
  expect(answers).not.toContain('questionId')
})

test('a quest whose browser was killed goes on offline at its question, and can be started again', async ({
  playwright,
  origin,
  server,
  teen,
  consoleGuard,
  scratchDir,
}) => {
  const parts = { browserType: playwright.chromium, profileDir: scratchDir, consoleGuard }
  const quest = await questNumbered(9)
  const before = await startPhone(parts)
  await declinePrompts(before.page)
  await enterAs(before.page, teen, `${origin}/surveys/9`)
  await workerControls(before.page)
  // In order once: Chromium writes local storage, and with it the login, to disk some seconds late.
  await before.close()

  const first = await startPhone(parts)
  await declinePrompts(first.page)
  await first.page.goto(`${origin}/surveys/9`)
  await startQuest(first.page, quest)
  await answerFrom(first.page, quest, { last: 4 })
  await expectChallenge(first.page, quest, 5)
  await question(first.page).focus()
  await first.page.keyboard.press('2')
  const chosen = quest.questions[4]?.options[1]?.text ?? ''
  await expect(first.page.getByRole('radio', { name: chosen })).toBeChecked()
  await expect(first.page.getByText(m.quests_kept_now())).toBeVisible()
  await first.kill()

  const second = await startPhone(parts)
  await declinePrompts(second.page)
  const { page } = second
  await second.context.setOffline(true)
  await page.goto(`${origin}/surveys/9`)
  await expectChallenge(page, quest, 5)
  await expect(page.getByRole('radio', { name: chosen })).toBeChecked()
  await expect(page.getByText(m.quests_score({ points: 40 }))).toBeVisible()
  await expect(page.getByText(m.quests_resumed())).toBeVisible()

  await page.getByRole('button', { name: m.quests_start_again() }).click()
  await page.getByRole('button', { name: m.quests_start_again_keep() }).click()
  await answerFrom(page, quest, { first: 5 })
  await expectDone(page, quest, 300)
  await second.context.setOffline(false)
  await expect(page.getByText(m.quests_state_sent())).toBeVisible()
  await second.close()

  const records = await serverRecords(server.origin, teen)
  expect(records).toHaveLength(1)
  expect(calmAnswers(quest)).toHaveLength(30)
})

test('a quest that is started again has lost its answers, and its draft', async ({
  page,
  origin,
  teen,
}) => {
  const quest = await questNumbered(8)
  await enterAs(page, teen, `${origin}/surveys/8`)
  await startQuest(page, quest)
  await answerFrom(page, quest, { last: 3 })
  await expectChallenge(page, quest, 4)
  await expect(page.getByText(m.quests_kept_now())).toBeVisible()
  await page.reload()
  await expectChallenge(page, quest, 4)
  await page.getByRole('button', { name: m.quests_start_again() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.quests_start_again() }).click()
  await expectChallenge(page, quest, 1)
  await page.reload()
  await expect(page.getByRole('button', { name: m.quests_start() })).toBeVisible()
})

test('a grave answer opens help at once, without a network, and the quest waits', async ({
  page,
  context,
  origin,
  teen,
}) => {
  const quest = await questNumbered(1)
  await enterAs(page, teen, `${origin}/surveys/1`)
  await startQuest(page, quest)
  await workerControls(page)
  await context.setOffline(true)
  await answerFrom(page, quest, { last: 8 })
  await expectChallenge(page, quest, 9)
  expect(calmPlace(quest, 9)).toBe(0)
  await pick(page, 'Some days')
  const help = page.getByRole('dialog', { name: m.safety_title() })
  await expect(help).toBeVisible()
  // The numbers of the person's own country, as their profile says it.
  await expect(help.getByRole('link').first()).toHaveAttribute('href', /^tel:/)
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(page.getByRole('button', { name: m.quests_next() })).toHaveCount(0)
  await expect(page.getByText(m.quests_waits())).toBeVisible()
  await expect(page.getByText(m.quests_kept_now())).toBeVisible()
  await page.reload()
  await expect(page.getByText(m.quests_waits())).toBeVisible()
  await page.getByRole('button', { name: m.quests_go_on() }).click()
  await page.getByRole('button', { name: m.quests_next() }).click()
  await answerFrom(page, quest, { first: 10 })
  const answers = calmAnswers(quest).with(8, { questionId: '1-9', value: 'Some days' })
  await expectDone(page, quest, 100, answers)
  await expect(page.getByText('One answer matters most')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: m.quests_help() }).click()
  await expect(help).toBeVisible()
})
