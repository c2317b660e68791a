import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { calmAnswers, questNumbered } from '#tests/support/calm-answers.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { expectAccessible } from './support/axe.ts'
import { openSession, type Member } from './support/people.ts'
import { pick } from './support/quests.ts'
import { fillAccountSteps, fillPerson, type Newcomer } from './support/register.ts'
import { serverEntries } from './support/server-entries.ts'
import { fillLogin, signIn } from './support/sign-in.ts'
import { countTaps, tapsOf } from './support/taps.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here; and with everything that opens by itself.
test.use({ serviceWorkers: 'block', prompts: 'left' })

test('a visitor’s first mood takes one tap and, with a first quest, goes along to their account once', async ({
  page,
  server,
}) => {
  await countTaps(page)
  await page.goto('/')
  await tryMood(page)
  expect(await tapsOf(page)).toBe(1)
  await expectAccessible(page, 'a first mood without an account')
  await tryQuest(page)
  await expectAccessible(page, 'the result of a first quest without an account')

  const maya = newcomer('maya')
  await register(page, maya)
  await page.getByRole('link', { name: 'Login Now' }).click()
  await fillLogin(page, maya)
  const asked = page.getByRole('dialog', { name: m.welcome_trial_title() })
  await expect(asked).toBeVisible()
  const member = await openSession(server.origin, maya)
  expect(await arrived(server.origin, member)).toEqual({ moods: [], quests: [] })
  await asked.getByRole('button', { name: m.welcome_trial_yes() }).tap()

  // The three cards of a first login; the mood of today is answered.
  await expect(page.getByRole('dialog', { name: m.welcome_who_title() })).toBeVisible()
  await expectAccessible(page, 'the first card of the welcome')
  await page.getByRole('button', { name: m.welcome_next() }).tap()
  await expect(
    page.getByRole('dialog').getByText(m.trackers_saved_mood_best(), { exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: m.welcome_next() }).tap()
  await page.getByRole('button', { name: m.welcome_not_today() }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const once = { moods: ['happy'], quests: [8] }
  await expect.poll(() => arrived(server.origin, member)).toEqual(once)
  await page.reload()
  await expect(page.getByRole('main').getByText(maya.firstname).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('trial'))).toBeNull()
  expect(await arrived(server.origin, member)).toEqual(once)
})

test('somebody else on the same phone is asked, says no, and gets nothing of it', async ({
  page,
  server,
  teen,
}) => {
  await page.goto('/')
  await tryMood(page)
  await signIn(page, teen)
  await page.getByRole('dialog').getByRole('button', { name: m.welcome_trial_no() }).tap()
  await page.getByRole('button', { name: m.welcome_skip() }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('main').getByText(teen.user.firstname).first()).toBeVisible()
  expect(await arrived(server.origin, teen)).toEqual({ moods: [], quests: [] })
})

/** One tap from the first screen to an answered mood. */
async function tryMood(page: Page): Promise<void> {
  await page.getByRole('link', { name: m.shell_try_happy(), exact: true }).tap()
  await expect(page.getByText(m.trackers_saved_mood_best(), { exact: true })).toBeVisible()
}

async function tryQuest(page: Page): Promise<void> {
  const quest = await questNumbered(8)
  await page.getByRole('button', { name: m.trial_quest_start() }).tap()
  await page.getByRole('button', { name: m.quests_start(), exact: true }).tap()
  for (const [index, { value }] of calmAnswers(quest).entries()) {
    await pick(page, value)
    const last = index === quest.questions.length - 1
    await page.getByRole('button', { name: last ? m.quests_complete() : m.quests_next() }).tap()
  }
  await expect(page.getByRole('heading', { name: m.trial_keep_title() })).toBeVisible()
}

async function register(page: Page, who: Newcomer): Promise<void> {
  await fillAccountSteps(page, who)
  await page.getByRole('button', { name: m.register_draw() }).click()
  await expect(page.getByText('avatar.png', { exact: true })).toBeVisible()
  await fillPerson(page, who)
  await page.getByRole('button', { name: m.register_submit(), exact: true }).click()
  await expect(page).toHaveURL('/welcome')
}

/** What the server has of somebody. */
async function arrived(origin: string, { token }: Pick<Member, 'token'>) {
  const entries = await serverEntries(origin, { token })
  const { reply } = await call(origin, 'listResults', { query: {} }, { token })
  return {
    moods: entries.map(({ answer }) => answer),
    quests: reply.results.map(({ questId }) => questId),
  }
}

function newcomer(username: string): Newcomer {
  const firstname = `${username[0]?.toUpperCase()}${username.slice(1)}`
  return {
    kind: m.register_type_genz(),
    birthYear: '2010',
    username,
    email: `${username}@example.org`,
    firstname,
    lastname: 'Nasser',
    password: goodPassword,
  }
}
