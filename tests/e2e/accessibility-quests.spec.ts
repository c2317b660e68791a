import * as m from '#src/i18n/paraglide/messages.js'
import { questNumbered } from '#tests/support/calm-answers.ts'
import { expectAccessible } from './support/axe.ts'
import { answerFrom, expectDone, question, startQuest } from './support/quests.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test.setTimeout(240_000)

const kinds = [
  ['a battery', 2, '3'],
  ['a battery of seven', 22, '1'],
  ['a slider', 13, '4'],
  ['buttons for true and false, with distress', 6, '2'],
  ['buttons for two sentences', 11, '1'],
  ['buttons for a scale', 7, '2'],
] as const

for (const [what, id, key] of kinds) {
  test(`${what}, before and after the answer`, async ({ page, origin, teen }) => {
    const quest = await questNumbered(id)
    await enterAs(page, teen, `${origin}/surveys/${id}`)
    await startQuest(page, quest)
    await expectAccessible(page, `${what}, empty`)
    await question(page).focus()
    await page.keyboard.press(key)
    const radio = page.getByRole('radio', { checked: true })
    await expect(radio.or(page.getByRole('slider')).first()).toBeAttached()
    await expectAccessible(page, `${what}, answered`)
  })
}

test('the list unfolded, the start with its notes and its private question', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/surveys`)
  await page.getByText(m.quests_sensitive()).click()
  await expect(page.getByRole('link', { name: 'Mood Meter' })).toBeVisible()
  await expectAccessible(page, 'the list')
  await page.goto('/surveys/5')
  const gate = (await questNumbered(5)).gate
  await expect(page.getByRole('button', { name: gate?.yes ?? '' })).toBeVisible()
  await expectAccessible(page, 'private question')
  await page.getByRole('button', { name: gate?.no ?? '' }).click()
  await expectAccessible(page, 'another quest instead')
})

test('a quest that waits after a grave answer', async ({ page, origin, teen }) => {
  const quest = await questNumbered(1)
  await enterAs(page, teen, `${origin}/surveys/1`)
  await startQuest(page, quest)
  await answerFrom(page, quest, { last: 8 })
  await question(page).focus()
  await page.keyboard.press('2')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(m.quests_waits())).toBeVisible()
  await expectAccessible(page, 'paused')
  await page.reload()
  await page.getByRole('button', { name: m.quests_start_again() }).click()
  await expectAccessible(page, 'start again?')
})

test('a result with its history, as a chart and as a list', async ({ page, origin, teen }) => {
  const quest = await questNumbered(8)
  await enterAs(page, teen, `${origin}/surveys/8`)
  await startQuest(page, quest)
  await answerFrom(page, quest)
  await expectDone(page, quest, 60)
  await expect(page.getByText(m.quests_state_sent())).toBeVisible()
  await expectAccessible(page, 'result')
  await page.getByRole('button', { name: m.quests_share() }).first().click()
  await expect(page.getByText(m.quests_share_nobody())).toBeVisible()
  await expectAccessible(page, 'nobody to share with')
})
