import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defaultPushSettings, type PushSettings } from '#contract/push/model.ts'
import { deviceStateOf } from '#src/features/push/device.ts'
import { changePushSettings, pushSettingsResource } from '#src/features/push/push-settings.ts'
import { RemindersTab } from '#src/features/push/reminders-tab.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatHour, zoneLabel } from '#src/lib/dates.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import { changePush, readPush, readPushSettings } from '#src/offline/features/push.ts'
import { forgetMember } from '#src/session/log-out.ts'
import { oursRaw } from '#tests/offline/network.ts'
import { day } from '#tests/support/day.ts'
import { badGateway, refuses, says, serve, type Answers } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'
import { browserSays, typeMinutes } from './browser.ts'

const today = day('2026-11-22')
const person = { birthDate: day('2011-03-01'), timeZone: 'Africa/Cairo' }
const settings: PushSettings = defaultPushSettings(person, today)
const readSettings = 'GET /me/push/settings'
const saveSettings = 'PUT /me/push/settings'
const noDevices = { 'GET /me/push/devices': says({ devices: [] }) }

/** The server stores what it gets, and says it back. */
const stores = async (request: Request) => says(await request.json())(request)

test('a reminder is added, changed and saved, and the phone has a copy of it', async () => {
  const requests = serve({
    ...noDevices,
    [readSettings]: says(settings),
    [saveSettings]: stores,
  })
  const db = await openPhone()
  const screen = await renderScreen(<RemindersTab db={db} userType="Adolescent" shown />)
  await screen.getByRole('button', { name: m.push_add_label({ tracker: 'Mood' }) }).click()
  await screen.getByRole('checkbox', { name: 'Sunday' }).click()
  await screen.getByRole('button', { name: m.profile_save() }).click()
  await expect
    .poll(async () => (await readPushSettings(db))?.reminders)
    .toEqual([{ tracker: 'Mood', minute: 19 * 60, days: [1, 2, 3, 4, 5, 6], on: true }])
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test('a look that was on its way while the settings were changed does not undo that', async () => {
  const db = await openPhone()
  let stored = settings
  const { promise: changed, resolve: goOn } = Promise.withResolvers<void>()
  const asked = serve({
    [readSettings]: async (request) => {
      const now = stored
      if (asked.length === 1) await changed
      return says(now)(request)
    },
    [saveSettings]: async (request) => {
      stored = await request.json()
      return says(stored)(request)
    },
  })
  const look = pushSettingsResource.refresh(db, 'secret')
  await changePushSettings(db, (now) => ({ ...now, discreet: !now.discreet }))
  goOn()
  await look
  expect(await readPushSettings(db)).toEqual(stored)
  expect(stored).not.toEqual(settings)
})

test('a reminder without a day is not sent, and says so', async () => {
  const requests = serve({ ...noDevices, [readSettings]: says(settings), [saveSettings]: stores })
  const db = await openPhone()
  const one = { tracker: 'Mood' as const, minute: 600, days: [1], on: true }
  await changePush(db, { settings: { ...settings, reminders: [one] } })
  serve({
    ...noDevices,
    [readSettings]: says({ ...settings, reminders: [one] }),
    [saveSettings]: stores,
  })
  const screen = await renderScreen(<RemindersTab db={db} userType="Adolescent" shown />)
  await screen.getByRole('checkbox', { name: 'Monday' }).click()
  await screen.getByRole('button', { name: m.profile_save() }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(m.push_pick_a_day())
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(0)
})

test('what was entered outlives a refusal, in the server’s words', async () => {
  serve({
    ...noDevices,
    [readSettings]: says(settings),
    [saveSettings]: refuses('rate_limited', 'Please wait a minute.'),
  })
  const screen = await renderScreen(
    <RemindersTab db={await openPhone()} userType="Adolescent" shown />,
  )
  await screen.getByRole('button', { name: m.push_add_label({ tracker: 'Diet' }) }).click()
  await screen.getByRole('button', { name: m.profile_save() }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please wait a minute.')
  await expect
    .element(
      screen.getByRole('group', { name: m.push_reminder_legend({ tracker: 'Diet', number: 1 }) }),
    )
    .toBeVisible()
})

test('a care provider has no trackers to be reminded of, and kinds of their own', async () => {
  serve({ ...noDevices, [readSettings]: says(settings) })
  const db = await openPhone('ServiceProvider')
  const screen = await renderScreen(<RemindersTab db={db} userType="ServiceProvider" shown />)
  await expect.element(screen.getByLabelText(m.push_kind_request_received())).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.push_check_ins())
  expect(screen.container.textContent).not.toContain(m.push_kind_request_accepted())
})

test('a device is stopped, and the list says it at once', async () => {
  const device = {
    id: crypto.randomUUID(),
    current: false,
    userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0.0.0 Mobile Safari/537.36',
    createdAt: '2026-11-01T10:00:00.000Z',
    seenAt: '2026-11-21T10:00:00.000Z',
  }
  serve({
    [readSettings]: says(settings),
    'GET /me/push/devices': says({ devices: [device] }),
    [`DELETE /me/push/devices/${device.id}`]: says(null, 204),
  })
  const screen = await renderScreen(
    <RemindersTab db={await openPhone()} userType="Adolescent" shown />,
  )
  await screen
    .getByRole('button', { name: m.push_devices_stop_label({ device: 'Chrome on Android' }) })
    .click()
  await expect.element(screen.getByText(m.push_devices_none())).toBeVisible()
})

test('without a network the settings of before can be read', async () => {
  serve({})
  setOnline(false)
  const db = await openPhone()
  const one = { tracker: 'Sleep' as const, minute: 480, days: [1], on: true }
  await changePush(db, { settings: { ...settings, reminders: [one] } })
  const screen = await renderScreen(<RemindersTab db={db} userType="Adolescent" shown />)
  await expect.element(screen.getByLabelText(m.push_time())).toHaveValue('08:00')
})

test.each([
  [{ permission: undefined, needsHomeScreen: true, subscribed: false }, 'home_screen_first'],
  [{ permission: undefined, needsHomeScreen: false, subscribed: false }, 'unsupported'],
  [{ permission: 'denied', needsHomeScreen: false, subscribed: true }, 'denied'],
  [{ permission: 'default', needsHomeScreen: false, subscribed: true }, 'off'],
  [{ permission: 'granted', needsHomeScreen: false, subscribed: false }, 'off'],
  [{ permission: 'granted', needsHomeScreen: false, subscribed: true }, 'on'],
] as const)('a device with %o is %s', (facts, state) => {
  expect(deviceStateOf(facts)).toBe(state)
})

const ownDevice = {
  id: crypto.randomUUID(),
  current: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0.0.0 Mobile Safari/537.36',
  createdAt: '2026-11-01T10:00:00.000Z',
  seenAt: '2026-11-21T10:00:00.000Z',
}
const ownAddress = { endpoint: 'https://fcm.googleapis.com/fcm/send/of-this-browser' }
const moodAt = (hour: number) => ({
  tracker: 'Mood' as const,
  minute: hour * 60,
  days: [0, 1, 2, 3, 4, 5, 6],
  on: true,
})

/** The tab of a young person; by default on a device that gets notifications. */
async function openTab(answers: Answers = {}, more: { asked?: 'Mood'; off?: true } = {}) {
  browserSays({ permission: 'granted' })
  const requests = serve({
    'GET /me/push/devices': says({ devices: [ownDevice] }),
    'GET /me/push/resting': says({ trackers: [] }),
    [readSettings]: says(settings),
    [saveSettings]: stores,
    ...answers,
  })
  const db = await openPhone()
  if (!more.off) await changePush(db, { address: { ...ownAddress, atMs: Date.now() } })
  const screen = await renderScreen(
    <RemindersTab db={db} userType="Adolescent" shown asked={more.asked} />,
  )
  /** What was sent with the last call of a kind. */
  const lastOf = async (method: string) =>
    requests
      .findLast((request) => request.method === method)
      ?.clone()
      .json()
  return { db, screen, requests, lastOf }
}

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1'
test.each([
  ['blocked', { permission: 'denied' }, 'Adolescent', m.push_device_denied],
  ['unknown to the browser', {}, 'Adolescent', m.push_device_unsupported],
  ['unknown to a parent’s browser', {}, 'Parent', m.push_device_mail],
  ['for the home screen first', { userAgent: iPhone }, 'Adolescent', m.push_device_home_screen],
] as const)('where notifications are %s, the tab says why', async (_, said, userType, words) => {
  browserSays(said)
  serve({ ...noDevices, [readSettings]: says(settings) })
  const db = await openPhone(userType)
  const screen = await renderScreen(<RemindersTab db={db} userType={userType} shown />)
  await expect.element(screen.getByText(words())).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: m.push_turn_on(), exact: true }))
    .not.toBeInTheDocument()
})

test('a no to the browser changes the card at once, and is told as no success', async () => {
  const { screen } = await openTab({}, { off: true })
  browserSays({ permission: 'default', answer: 'denied' })
  await screen.getByRole('button', { name: m.push_turn_on(), exact: true }).click()
  await expect.element(screen.getByText(m.push_device_denied())).toBeVisible()
  await expect.element(screen.getByText(m.push_not_asked())).toBeVisible()
})

test('a device that is turned off tells the server, and says that it is off', async () => {
  const { db, screen, lastOf } = await openTab({ 'DELETE /me/push/subscription': says(null, 204) })
  await screen.getByRole('button', { name: m.push_turn_off(), exact: true }).click()
  await expect.element(screen.getByText(m.push_device_off())).toBeVisible()
  expect(await lastOf('DELETE')).toEqual(ownAddress)
  expect((await readPush(db)).address).toBeUndefined()
})

test('a device that was stopped from another one says so as soon as its person looks', async () => {
  const { db, screen, lastOf } = await openTab({
    ...noDevices,
    'GET /push/key': says({ publicKey: 'B'.repeat(87), contentEncodings: ['aes128gcm'] }),
    'PUT /me/push/subscription': refuses('wrong_state'),
  })
  await expect.element(screen.getByText(m.push_device_off())).toBeVisible()
  expect(await lastOf('PUT')).toMatchObject({ renewal: true })
  expect((await readPush(db)).address).toBeUndefined()
})

test('a test says that it is on its way, or why not', async () => {
  const { screen } = await openTab({ 'POST /me/push/test': says(null, 204) })
  await screen.getByRole('button', { name: m.push_test() }).click()
  await expect.element(screen.getByText(m.push_test_sent())).toBeVisible()
  serve({ 'POST /me/push/test': refuses('not_found', 'This device gets none yet.') })
  await screen.getByRole('button', { name: m.push_test() }).click()
  await expect.element(screen.getByText('This device gets none yet.')).toBeVisible()
})

test('the calendar file is saved under its name', async () => {
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  const { screen } = await openTab({
    [readSettings]: says({ ...settings, reminders: [moodAt(19)] }),
    'GET /me/push/calendar': () => oursRaw('BEGIN:VCALENDAR'),
  })
  await screen.getByRole('button', { name: m.push_file() }).click()
  await expect.element(screen.getByText(m.push_file_done())).toBeVisible()
  click.mockRestore()
  expect(names).toEqual(['zync-reminders.ics'])
})

test('a time in quiet hours says that nothing comes, until these are off', async () => {
  const { screen, lastOf } = await openTab({
    [readSettings]: says({ ...settings, reminders: [moodAt(22)] }),
  })
  const hours = { from: formatHour('21:00'), to: formatHour('07:00') }
  const words = screen.getByText(m.push_in_quiet(hours))
  await expect.element(words).toBeVisible()
  await screen.getByRole('checkbox', { name: m.push_quiet() }).click()
  await expect.element(words).not.toBeInTheDocument()
  await screen.getByRole('button', { name: m.profile_save() }).click()
  await expect.poll(() => lastOf('PUT')).toMatchObject({ quiet: null })
})

test('times that are typed key by key are saved, at the step before of a time between two', async () => {
  const { screen, lastOf } = await openTab({
    [readSettings]: says({ ...settings, reminders: [moodAt(19)] }),
  })
  await typeMinutes(screen.getByLabelText(m.push_quiet_from()), '30')
  await typeMinutes(screen.getByLabelText(m.push_quiet_to()), '15')
  const field = screen.getByLabelText(m.push_time())
  await typeMinutes(field, '48')
  await screen.getByRole('button', { name: m.profile_save() }).click()
  await expect.element(field).toHaveValue('19:45')
  await expect
    .poll(() => lastOf('PUT'))
    .toMatchObject({
      reminders: [{ ...moodAt(19), minute: 19 * 60 + 45 }],
      quiet: { from: 21 * 60 + 30, to: 7 * 60 + 15 },
    })
})

test('a time that is saved by Enter reads as it was saved', async () => {
  const { screen, lastOf } = await openTab({
    [readSettings]: says({ ...settings, reminders: [moodAt(19)] }),
  })
  const field = screen.getByLabelText(m.push_time())
  await typeMinutes(field, '48')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('19:45')
  await expect.poll(() => lastOf('PUT')).toMatchObject({ reminders: [{ minute: 19 * 60 + 45 }] })
})

test('times follow the zone of this phone, or stay in it once the person says so', async () => {
  const { screen, lastOf } = await openTab()
  const zone = deviceZone()
  await expect.element(screen.getByText(m.push_zone_line({ zone: zoneLabel(zone) }))).toBeVisible()
  await screen.getByRole('checkbox', { name: m.push_zone_follows() }).click()
  await screen.getByRole('button', { name: m.profile_save() }).click()
  await expect.poll(() => lastOf('PUT')).toMatchObject({ zone: { follows: false, name: zone } })
})

test.each([
  ['go on', m.push_pause_go_on(), true],
  ['stop', m.push_pause_stop_label({ tracker: 'Mood' }), false],
])('reminders that rest say so, and %s with one tap', async (_, name, on) => {
  const { screen, lastOf } = await openTab({
    [readSettings]: says({ ...settings, reminders: [moodAt(19)] }),
    'GET /me/push/resting': says({ trackers: ['Mood'] }),
  })
  await expect.element(screen.getByText(m.push_pause_text({ tracker: 'Mood' }))).toBeVisible()
  await screen.getByRole('button', { name }).click()
  await expect.element(screen.getByText(m.push_pause_title())).not.toBeInTheDocument()
  expect(await lastOf('PUT')).toMatchObject({ reminders: [{ ...moodAt(19), on }] })
})

test('a stop with a form that is not saved stays a stop when the form is saved', async () => {
  const sleep = { ...moodAt(8), tracker: 'Sleep' as const }
  const { screen, lastOf } = await openTab({
    [readSettings]: says({ ...settings, reminders: [moodAt(19), sleep] }),
    'GET /me/push/resting': says({ trackers: ['Mood'] }),
  })
  const group = { name: m.push_reminder_legend({ tracker: 'Sleep', number: 1 }) }
  await screen.getByRole('group', group).getByRole('checkbox', { name: 'Sunday' }).click()
  await screen.getByRole('checkbox', { name: m.push_discreet() }).click()
  await screen.getByRole('button', { name: m.push_pause_stop_label({ tracker: 'Mood' }) }).click()
  await expect.element(screen.getByText(m.push_pause_title())).not.toBeInTheDocument()
  await screen.getByRole('button', { name: m.profile_save() }).click()
  const changed = { ...sleep, days: [1, 2, 3, 4, 5, 6] }
  await expect
    .poll(() => lastOf('PUT'))
    .toMatchObject({
      discreet: false,
      reminders: [{ ...moodAt(19), on: false }, changed],
    })
})

test('two reminders that are stopped one right after the other are both stopped', async () => {
  const sleep = { ...moodAt(8), tracker: 'Sleep' as const }
  let stored = { ...settings, reminders: [moodAt(19), sleep] }
  const gate = Promise.withResolvers<void>()
  const { screen, requests } = await openTab({
    [readSettings]: async (request) => says(stored)(request),
    [saveSettings]: async (request) => {
      const sent = await request.json()
      await gate.promise
      stored = sent
      return says(stored)(request)
    },
    'GET /me/push/resting': says({ trackers: ['Mood', 'Sleep'] }),
  })
  for (const tracker of ['Mood', 'Sleep'])
    await screen.getByRole('button', { name: m.push_pause_stop_label({ tracker }) }).click()
  gate.resolve()
  await expect.element(screen.getByText(m.push_pause_title()).first()).not.toBeInTheDocument()
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  expect(stored.reminders.map(({ on }) => on)).toEqual([false, false])
})

test('what another device changed meanwhile is not undone by a save here', async () => {
  const { screen } = await openTab()
  await expect.element(screen.getByRole('checkbox', { name: m.push_discreet() })).toBeVisible()
  const elsewhere = { quiet: null, reminders: [moodAt(7)] }
  const requests = serve({
    [readSettings]: says({ ...settings, ...elsewhere }),
    [saveSettings]: stores,
  })
  await screen.getByRole('checkbox', { name: m.push_discreet() }).click()
  await screen.getByRole('button', { name: m.profile_save() }).click()
  const put = () => requests.findLast(({ method }) => method === 'PUT')
  await expect.poll(() => put()?.clone().json()).toMatchObject({ ...elsewhere, discreet: false })
})

test('the question of a notification stands where its tap leads, also before the server has said so', async () => {
  const { screen } = await openTab({ 'GET /me/push/resting': badGateway }, { asked: 'Mood' })
  await expect.element(screen.getByText(m.push_pause_title())).toBeVisible()
})

test('who logs out takes along what was shown, and gets nothing here any more', async () => {
  const { shown, subscription } = browserSays({ permission: 'granted' })
  shown.push('tracker.mood', 'message')
  await forgetMember(await openPhone())
  await expect.poll(() => [shown, subscription.ended]).toEqual([[], true])
})
