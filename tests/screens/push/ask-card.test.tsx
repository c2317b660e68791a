import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultPushSettings, type PushSettings } from '#contract/push/model.ts'
import { AskCard } from '#src/features/push/ask-card.tsx'
import { useDeviceState } from '#src/features/push/device.ts'
import { nextReminderOf, withReminder } from '#src/features/push/push-settings.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatHour } from '#src/lib/dates.ts'
import { readDismissed } from '#src/offline/features/hints.ts'
import { readPush, readPushSettings } from '#src/offline/features/push.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { day } from '#tests/support/day.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'
import { browserSays, typeMinutes } from './browser.ts'

const person = { birthDate: day('2011-03-01'), timeZone: 'Africa/Cairo' }
const settings: PushSettings = defaultPushSettings(person, day('2026-11-22'))
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const moodAt = (hour: number, on = true) => ({
  tracker: 'Mood' as const,
  minute: hour * 60,
  days: everyDay,
  on,
})

/** A young person's phone whose server has these settings; gives the card, and what was asked. */
async function offered(given: Partial<PushSettings> = {}) {
  const requests = serve({
    'GET /me/push/settings': says({ ...settings, ...given }),
    'PUT /me/push/settings': async (request) => says(await request.json())(request),
    'GET /push/key': says({ publicKey: 'B'.repeat(87), contentEncodings: ['aes128gcm'] }),
    'PUT /me/push/subscription': says(null, 204),
  })
  const db = await openPhone()
  const screen = await renderScreen(<AskCard db={db} />)
  const saved = () => requests.filter(({ method, url }) => method === 'PUT' && /settings/.test(url))
  return { db, screen, saved }
}

test('the offer of a reminder is there until a no, and does not come back after it', async () => {
  browserSays({ permission: 'default' })
  const { db, screen } = await offered()
  await expect.element(screen.getByText(m.push_ask_title())).toBeVisible()
  await screen.getByRole('button', { name: m.push_ask_no() }).click()
  await expect.element(screen.getByText(m.push_ask_title())).not.toBeInTheDocument()
  expect((await readDismissed(db)).has('push.ask')).toBe(true)
})

test('a yes turns on this device, and a reminder at the time that was picked', async () => {
  browserSays({ permission: 'default' })
  const { db, screen } = await offered()
  await screen.getByRole('button', { name: m.push_ask_yes() }).click()
  await screen.getByLabelText(m.push_time()).fill('18:00')
  await screen.getByRole('button', { name: m.push_turn_on() }).click()
  const time = formatHour('18:00')
  await expect.element(screen.getByText(m.push_ask_done({ time }))).toBeVisible()
  expect((await readPushSettings(db))?.reminders).toEqual([moodAt(18)])
  expect((await readPush(db)).address).toBeDefined()
})

test.each(['30', '45'])('minutes that are typed key by key are taken: %s', async (typed) => {
  browserSays({ permission: 'default' })
  const { db, screen } = await offered()
  await screen.getByRole('button', { name: m.push_ask_yes() }).click()
  const field = screen.getByLabelText(m.push_time())
  await typeMinutes(field, typed)
  await expect.element(field).toHaveValue(`19:${typed}`)
  await screen.getByRole('button', { name: m.push_turn_on() }).click()
  const minute = 19 * 60 + Number(typed)
  await expect
    .poll(async () => (await readPushSettings(db))?.reminders)
    .toEqual([{ ...moodAt(19), minute }])
})

test('a time in quiet hours is not promised', async () => {
  browserSays({ permission: 'default' })
  const { screen } = await offered()
  await screen.getByRole('button', { name: m.push_ask_yes() }).click()
  await screen.getByLabelText(m.push_time()).fill('21:30')
  const hours = { from: formatHour('21:00'), to: formatHour('07:00') }
  await expect.element(screen.getByText(m.push_in_quiet(hours))).toBeVisible()
  await expect.element(screen.getByRole('button', { name: m.push_turn_on() })).toBeDisabled()
})

test('whoever is reminded already is asked for this device alone', async () => {
  browserSays({ permission: 'default' })
  const { db, screen, saved } = await offered({ reminders: [moodAt(20), moodAt(21)] })
  const time = formatHour('20:00')
  await expect.element(screen.getByText(m.push_ask_here_text({ time }))).toBeVisible()
  await screen.getByRole('button', { name: m.push_ask_yes() }).click()
  await expect.element(screen.getByLabelText(m.push_time())).not.toBeInTheDocument()
  await screen.getByRole('button', { name: m.push_turn_on() }).click()
  await expect.element(screen.getByText(m.push_ask_done({ time }))).toBeVisible()
  expect((await readPush(db)).address).toBeDefined()
  expect(saved()).toEqual([])
})

test('a no to the browser is no success: the sheet says where to change it, and nothing is saved', async () => {
  browserSays({ permission: 'default', answer: 'denied' })
  const { db, screen, saved } = await offered()
  await screen.getByRole('button', { name: m.push_ask_yes() }).click()
  await screen.getByRole('button', { name: m.push_turn_on() }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(m.push_device_denied())
  expect([saved(), (await readPush(db)).address]).toEqual([[], undefined])
})

test('a device without a worker says after a while that it did not work, and can try again', async () => {
  browserSays({ permission: 'default', workerless: true })
  const { db, screen } = await offered()
  await screen.getByRole('button', { name: m.push_ask_yes() }).click()
  const turnOn = screen.getByRole('button', { name: m.push_turn_on() })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await turnOn.click()
  await expect.element(turnOn).toHaveAttribute('data-busy')
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.element(screen.getByRole('alert')).toHaveTextContent(m.push_turn_failed())
  await expect.element(turnOn).not.toHaveAttribute('data-busy')
  expect((await readPush(db)).address).toBeUndefined()
})

test.each([
  ['denied', { permission: 'denied' }],
  ['never to be had', {}],
] as const)('nothing is offered where notifications are %s', async (_, said) => {
  browserSays(said)
  const { db } = await offered()
  const screen = await renderScreen(<State db={db} />)
  await expect.element(screen.getByText(/^(denied|unsupported)$/)).toBeVisible()
  await expect.element(screen.getByText(m.push_ask_title())).not.toBeInTheDocument()
})

/** What the device is found to be, beside a card that goes by the same. */
function State({ db }: { db: UserDatabase }) {
  return (
    <>
      <p>{useDeviceState(db)}</p>
      <AskCard db={db} />
    </>
  )
}

test('a time more takes the place of one that is off where there are three already', () => {
  const before = [moodAt(8), moodAt(9, false), moodAt(10, false), nextReminderOf('Diet', [])]
  expect(withReminder(before, moodAt(19))).toEqual([
    moodAt(8),
    moodAt(10, false),
    nextReminderOf('Diet', []),
    moodAt(19),
  ])
  expect(withReminder([moodAt(19, false)], moodAt(19))).toEqual([moodAt(19)])
})
