import { expect, test } from 'vitest'
import { defaultPushSettings, type PushSettings, type Reminder } from '#contract/push/model.ts'
import { RemindersTab } from '#src/features/push/reminders-tab.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { day } from '#tests/support/day.ts'
import { badGateway, refuses, says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'
import { browserSays } from './browser.ts'

const person = { birthDate: day('2011-03-01'), timeZone: 'Africa/Cairo' }
const at = (tracker: Reminder['tracker'], hour: number): Reminder => {
  return { tracker, minute: hour * 60, days: [0, 1, 2, 3, 4, 5, 6], on: true }
}
const atFirst: PushSettings = {
  ...defaultPushSettings(person, day('2026-11-22')),
  reminders: [at('Mood', 19), at('Diet', 12)],
}

/** The tab as it was opened with `atFirst`; by now the server has what another device has chosen. */
async function openTab(elsewhere: Partial<PushSettings>) {
  browserSays({ permission: 'granted' })
  let stored = atFirst
  let answersAreLost = false
  const requests = serve({
    'GET /me/push/devices': says({ devices: [] }),
    'GET /me/push/resting': says({ trackers: [] }),
    'GET /me/push/settings': (request) => says(stored)(request),
    'PUT /me/push/settings': async (request) => {
      const { reminders } = await request.clone().json()
      const moods = reminders.filter(({ tracker }: Reminder) => tracker === 'Mood')
      if (moods.length > 3) return refuses('invalid_input')(request)
      stored = await request.clone().json()
      return answersAreLost ? badGateway(request) : says(stored)(request)
    },
  })
  const screen = await renderScreen(
    <RemindersTab db={await openPhone()} userType="Adolescent" shown />,
  )
  await expect.element(screen.getByRole('checkbox', { name: m.push_discreet() })).toBeVisible()
  stored = { ...atFirst, ...elsewhere }
  const saved = async (): Promise<PushSettings | undefined> =>
    requests
      .findLast(({ method }) => method === 'PUT')
      ?.clone()
      .json()
  const save = () => screen.getByRole('button', { name: m.profile_save() }).click()
  const loseAnswers = (lost: boolean) => (answersAreLost = lost)
  return { screen, save, saved, loseAnswers }
}

test('a switch that is turned here leaves the others as another device has them by now', async () => {
  const kinds = { ...atFirst.kinds, message: false }
  const { screen, save, saved } = await openTab({ kinds })
  await screen.getByRole('checkbox', { name: m.push_kind_article() }).click()
  await save()
  await expect.poll(saved).toMatchObject({ kinds: { ...kinds, 'article.published': true } })
})

test('a reminder that is changed here leaves the others as another device has them by now', async () => {
  const sleep = at('Sleep', 22)
  const diet = { ...at('Diet', 12), on: false }
  const { screen, save, saved } = await openTab({ reminders: [at('Mood', 19), diet, sleep] })
  const group = { name: m.push_reminder_legend({ tracker: 'Mood', number: 1 }) }
  await screen.getByRole('group', group).getByRole('checkbox', { name: 'Sunday' }).click()
  await save()
  const mood = { ...at('Mood', 19), days: [1, 2, 3, 4, 5, 6] }
  await expect.poll(saved).toMatchObject({ reminders: [mood, diet, sleep] })
})

test('a reminder that was removed on one of two devices is not there again', async () => {
  const { screen, save, saved } = await openTab({ reminders: [at('Mood', 19)] })
  const time = m.push_remove({ tracker: 'Mood', time: '7:00 PM' })
  await screen.getByRole('button', { name: time }).click()
  await save()
  await expect.poll(saved).toMatchObject({ reminders: [] })
})

test('more reminders of two devices than there can be are shown, and nothing is dropped', async () => {
  const moods = [at('Mood', 19), at('Mood', 8), at('Mood', 9)]
  const { screen, save, saved } = await openTab({ reminders: [...moods, at('Diet', 12)] })
  await screen.getByRole('button', { name: m.push_add_label({ tracker: 'Mood' }) }).click()
  await save()
  const legend = (number: number) => ({ name: m.push_reminder_legend({ tracker: 'Mood', number }) })
  await expect.element(screen.getByRole('group', legend(4))).toBeVisible()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('group', legend(3)).getByRole('button').click()
  await save()
  await expect.poll(async () => (await saved())?.reminders.length).toBe(4)
  await expect.element(screen.getByText(m.push_saved())).toBeVisible()
})

test.each([
  ['moved', [at('Mood', 21), at('Diet', 12)]],
  ['removed', [at('Diet', 12)]],
])(
  'a reminder whose saving got no answer is %s, and is not there a second time',
  async (how, left) => {
    const { screen, save, saved, loseAnswers } = await openTab({})
    const mood = screen.getByRole('group', {
      name: m.push_reminder_legend({ tracker: 'Mood', number: 1 }),
    })
    const time = mood.getByLabelText(m.push_time())
    loseAnswers(true)
    await time.fill('20:00')
    await save()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    loseAnswers(false)
    if (how === 'moved') await time.fill('21:00')
    else await mood.getByRole('button').click()
    await save()
    await expect.element(screen.getByText(m.push_saved())).toBeVisible()
    expect((await saved())?.reminders).toEqual(left)
  },
)
