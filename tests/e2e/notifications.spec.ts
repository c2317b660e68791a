import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import type { Page, Worker } from '@playwright/test'
import pino from 'pino'
import * as v from 'valibot'
import { addDays, localMinuteAt } from '#contract/local-date.ts'
import { pushPayloadSchema, recipientMark, type Subscription } from '#contract/push/model.ts'
import { phoneWords } from '#contract/push/words.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { loadVapidPairs } from '#server/ports/push/env.ts'
import { createWebPush } from '#server/ports/push/web-push.ts'
import { createSealer } from '#server/ports/sealing.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { day } from '#tests/support/day.ts'
import { addPerson } from '#tests/support/people.ts'
import { startPushFake } from '#tests/support/push-fake.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { startTestServer } from '#tests/support/server.ts'
import { expectAccessible } from './support/axe.ts'
import { answeredDay } from './support/local-day.ts'
import { openSession, type Member } from './support/people.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { controlWorkers, oneMoreShown, workerControls, workerOf } from './support/worker.ts'

/** Where it is far from midnight: the server's clock is put on, the worker's is not, and both have to be on the same day. */
const timezoneId = new Date().getUTCHours() < 15 ? 'Africa/Cairo' : 'America/New_York'
test.use({ losesNetwork: true, permissions: ['notifications'], timezoneId })

test('a reminder goes from its time over the push service to a closed app, is answered without a network, and stored once', async ({
  page,
  context,
}) => {
  const world = await startWithClock()
  const { origin, fake, pass } = world
  const teen = await world.teen()
  const { token } = teen
  const { publicKey } = (await call(origin, 'getPushKey', {}, { token })).reply
  await subscribesWith(page, fake.subscribe(publicKey))
  const other = await context.newPage()
  await enterAs(page, teen, `${origin}/edit-profile?tab=reminders`)
  await page.bringToFront()
  await workerControls(page)
  await page.getByRole('button', { name: m.push_turn_on(), exact: true }).tap()
  await expect(page.getByText(m.push_device_on())).toBeVisible()
  const answers = page.getByRole('checkbox', { name: m.push_answers() })
  await answers.tap()
  await expect(answers).toBeChecked()
  await expectAccessible(page, 'the reminders of a device that gets them')
  await page.close()
  const settings = (await call(origin, 'getPushSettings', {}, { token })).reply
  const reminder = { tracker: 'Mood' as const, minute: nextStep(), days: everyDay, on: true }
  const chosen = { ...settings, discreet: false, quiet: null, reminders: [reminder] }
  await call(origin, 'putPushSettings', { body: chosen }, { token })

  await pass(20 * 60_000)
  // What a push service does not take at once is sent again, as time goes on.
  await expect
    .poll(async () => {
      if (fake.received.length === 0) await pass(60_000)
      return fake.received.length
    })
    .toBe(1)
  await context.setOffline(true)
  const workers = await controlWorkers(context, { page: other, origin })
  const worker = await workerOf(context)
  const text = fake.received.map((received) => received.text).join('')
  await workers.push(text)
  const body = 'Time for a little check-in'
  expect(await nextShown(worker)).toEqual([{ body, actions: ['half:high', 'half:low'] }])
  await tapOn(worker, 'half:low')
  expect(await nextShown(worker)).toEqual([
    { body: phoneWords.en.which, actions: ['mood:sad', 'mood:very sad'] },
  ])
  await tapOn(worker, 'mood:sad')
  expect(await nextShown(worker)).toEqual([{ body: phoneWords.en.saved, actions: [] }])

  // Another push for the same day asks for nothing more.
  await workers.push(text)
  expect(await nextShown(worker)).toEqual([{ body: phoneWords.en.answered.body, actions: [] }])
  expect(await serverEntries(origin, teen)).toEqual([])
  await context.setOffline(false)
  await workers.sync('outbox:notification')
  const { notification } = v.parse(v.pipe(v.string(), v.parseJson(), pushPayloadSchema), text)
  await expect
    .poll(async () => (await serverEntries(origin, teen)).map((entry) => [entry.answer, entry.day]))
    .toEqual([['sad', notification.data.day]])
  await world.end()
})

test('every push shows one notification, in neutral words where it is not for whoever is logged in', async ({
  page,
  context,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/profile`)
  await workerControls(page)
  const workers = await controlWorkers(context, { page, origin })
  const worker = await workerOf(context)
  const somebody = { ...teen, user: { ...teen.user, _id: crypto.randomUUID() } }
  for (const data of ['{', '', payload(somebody)]) {
    await workers.push(data)
    expect(await nextShown(worker)).toEqual([{ body: 'You have news', actions: [] }])
    await tapOn(worker, '')
    await expect.poll(() => shown(worker)).toEqual([])
    // The page that is open goes where the tap leads.
    await expect(page).toHaveURL('/dashboard')
  }
})

test('the question that comes before the browser’s, and why there are no notifications, are for everybody', async ({
  page,
  origin,
  teen,
}) => {
  const today = day(answeredDay('Mood', timezoneId))
  for (const days of [0, -1, -2]) {
    const body = { trackerType: 'Mood' as const, answer: 'happy', date: addDays(today, days) }
    expect((await call(origin, 'recordTracker', { body }, teen)).status).toBe(201)
  }
  // This question has a 'Not now' as well, which no other test wants to see.
  const notNow = { name: m.trackers_prompt_not_now() }
  await page.removeLocatorHandler(page.getByRole('dialog').getByRole('button', notNow))
  await enterAs(page, teen, `${origin}/dashboard`)
  await page.getByRole('button', { name: m.push_ask_yes() }).tap()
  await expect(page.getByLabel(m.push_time())).toBeVisible()
  await expectAccessible(page, 'the question that comes before the browser’s')
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.goto(`${origin}/edit-profile?tab=reminders&ask=mood`)
  await expect(page.getByText(m.push_device_denied())).toBeVisible()
  await expectAccessible(page, 'the reminders where the browser blocks notifications')
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager')
    Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })
  })
  await page.reload()
  await expect(page.getByText(m.push_device_home_screen())).toBeVisible()
  await expectAccessible(page, 'the reminders where the app has to be on the home screen first')
})

/** The real server with a clock that is put on by hand, and a push service of its own. */
async function startWithClock() {
  const open = await openTestDatabase('embedded')
  const fake = await startPushFake()
  const sealer = createSealer(Buffer.alloc(32, 5))
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const { orm } = open.database
  const push = createWebPush({
    keys: await loadVapidPairs({ orm, sealer, now }, undefined),
    subject: 'https://zync.example',
    hosts: [fake.host],
    ca: fake.ca,
    log: pino({ level: 'silent' }),
    now,
  })
  const distDir = fileURLToPath(new URL('../../dist', import.meta.url))
  const server = await startTestServer(open.database, { push, sealer, now, distDir })
  return {
    origin: server.origin,
    fake,
    teen: async () => {
      const passwordHash = await hash(goodPassword, argon2Cost)
      const { user } = await addPerson(open.database, { passwordHash })
      return await openSession(server.origin, { email: user.email, password: goodPassword })
    },
    pass: async (ms: number) => {
      aheadMs += ms
      await server.jobs.runDue()
      // The sending was noted a moment after the clock was read.
      await server.jobs.runDue()
    },
    end: async () => {
      await server.close()
      push.close()
      await fake.close()
      await open.drop()
    },
  }
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** A minute of the person's clock that a reminder can stand at, and that is not over before it is stored. */
function nextStep(): number {
  const step = Math.floor(localMinuteAt(Date.now(), timezoneId) / 5) + 2
  return (step * 5) % 1_440
}

/** The browser's part of subscribing, which no push service can be reached for from here. */
async function subscribesWith(page: Page, given: Subscription): Promise<void> {
  await page.addInitScript((json) => {
    let subscription: unknown = null
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(subscription as PushSubscription | null)
    PushManager.prototype.subscribe = () => {
      subscription = {
        endpoint: json.endpoint,
        options: { applicationServerKey: null },
        unsubscribe: () => Promise.resolve(true),
        toJSON: () => json,
      }
      return Promise.resolve(subscription as PushSubscription)
    }
  }, given)
}

/** What the server sends for a reminder of today's mood. */
function payload({ user }: Member): string {
  const day = answeredDay('Mood', timezoneId)
  const navigate = `https://zync.example/trackers?day=${day}&of=mood`
  const data = { k: 'tracker.mood', id: 'one', u: recipientMark(user._id), day, of: 'Mood' }
  const words = { title: 'Zync', body: 'Time for a little check-in', lang: 'en', dir: 'ltr' }
  const notification = { ...words, navigate, tag: 'tracker.mood', silent: false, data }
  return JSON.stringify({ web_push: 8030, notification, app_badge: 0 })
}

/** What the page's types do not know of a worker. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly NotificationEvent: new (
    type: string,
    of: { notification: Notification; action: string },
  ) => Event
  dispatchEvent(event: Event): boolean
}

/** The notifications that are on the phone. */
async function shown(worker: Worker): Promise<{ body: string; actions: string[] }[]> {
  return await worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope
    const found = await registration.getNotifications()
    return found.map((one) => {
      const { actions = [] } = one as Notification & { actions?: { action: string }[] }
      return { body: one.body, actions: actions.map(({ action }) => action) }
    })
  })
}

/** The notifications that are on the phone once the worker has shown one more. */
async function nextShown(worker: Worker) {
  await oneMoreShown(worker)
  return await shown(worker)
}

/** A tap on the one that is shown, or on one of its buttons. */
async function tapOn(worker: Worker, action: string): Promise<void> {
  await worker.evaluate(async (name) => {
    const scope = globalThis as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('No notification is shown')
    scope.dispatchEvent(
      new scope.NotificationEvent('notificationclick', { notification, action: name }),
    )
  }, action)
}
