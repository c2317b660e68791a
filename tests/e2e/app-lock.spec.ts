import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { storageMs } from '#src/lib/within.ts'
import { call } from '#tests/support/call.ts'
import {
  addAuthenticator,
  answerLate,
  everythingStored,
  expectLocked,
  leaveByEsc,
  noteTries,
  openLock,
  pin,
  putAway,
  refuseOnce,
  tryPin,
  turnOn,
} from './support/app-lock.ts'
import { expectAccessible } from './support/axe.ts'
import { startPhone } from './support/killable-phone.ts'
import { expectNothingLeft } from './support/left-behind.ts'
import { answerRows, seedOutbox } from './support/outbox.ts'
import {
  declinePrompts,
  expectAnswered,
  expectUnsent,
  goOffline,
  mainNavigation,
  submitAnswer,
  trackerCard,
} from './support/phone.ts'
import { filesWith } from './support/profile-on-disk.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { controlWorkers, workerControls } from './support/worker.ts'

test.use({ via: 'proxy', losesNetwork: true })

test('a lock opens without a network, holds up everything meanwhile, and what waited is sent once', async ({
  page,
  context,
  origin,
  server,
  faultProxy,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  await turnOn(page)
  expect(await everythingStored(page)).not.toContain(teen.token)
  await page.goto('/trackers')
  await expectLocked(page)
  await openLock(page)
  await goOffline(page)
  await submitAnswer(page, 'Mood', 'Happy')
  await expectAnswered(page, 'Mood', 'Happy', 'waiting')
  await page.reload()
  await expectLocked(page)
  await expect(page.getByText(m.lock_waiting({ count: 1 }))).toBeVisible()
  expect(await everythingStored(page)).not.toContain(teen.token)

  const asked: string[] = []
  faultProxy.onApi(({ method, path }) => void asked.push(`${method} ${path}`))
  await context.setOffline(false)
  const workers = await controlWorkers(context, { page, origin })
  await workers.sync('outbox:1')
  for (const event of ['focus', 'online', 'pageshow'])
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), event)
  await tryPin(page, '111000')
  await expect(page.getByText(m.lock_wrong({ count: 9 }))).toBeVisible()
  expect(asked).toEqual([])
  expect(await serverEntries(server.origin, teen)).toEqual([])

  await context.setOffline(true)
  await openLock(page)
  await expectAnswered(page, 'Mood', 'Happy', 'waiting')
  await context.setOffline(false)
  await expectAnswered(page, 'Mood', 'Happy', 'sent')
  expect(faultProxy.sentOps).toHaveLength(1)
  expect(await serverEntries(server.origin, teen)).toHaveLength(1)
  expect(await everythingStored(page)).not.toContain(teen.token)
})

test('one tab locks all, and what somebody was writing is still there', async ({
  page,
  context,
  origin,
  faultProxy,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/edit-profile`)
  await turnOn(page)
  const other = await context.newPage()
  await other.goto('/edit-profile')
  await openLock(other)
  await other.getByRole('tab', { name: m.profile_tab_bio() }).click()
  const bio = other.getByRole('textbox', { name: m.profile_tab_bio() })
  await bio.fill('Half a sentence')
  await page.getByRole('button', { name: m.lock_now() }).click()
  await expectLocked(page)
  await expectLocked(other)
  await expect(bio).toBeHidden()

  const asked: string[] = []
  faultProxy.onApi(({ method, path }) => void asked.push(`${method} ${path}`))
  for (const tab of [page, other])
    await tab.evaluate(() => window.dispatchEvent(new Event('focus')))
  await tryPin(other, '111000')
  await expect(other.getByText(m.lock_wrong({ count: 9 }))).toBeVisible()
  expect(asked).toEqual([])
  await openLock(other)
  await expect(bio).toHaveValue('Half a sentence')
  await expectLocked(page)
})

test('a login in one tab asks for the PIN in the other, and neither asks for a login again', async ({
  page,
  context,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  consoleGuard.expect(/status of 401/)
  await enterAs(page, teen, `${origin}/profile?tab=settings`)
  await turnOn(page)
  const other = await context.newPage()
  await other.goto('/trackers')
  await openLock(other)
  await call(server.origin, 'logout', {}, { token: teen.token })
  await page.goto('/profile?tab=settings')
  await openLock(page)
  await page.getByRole('link', { name: m.shell_needs_auth_action() }).click()
  await fillLogin(page, teen)
  await expect(page).not.toHaveURL(/login/)
  await expectLocked(other)
  await openLock(other)
  await submitAnswer(other, 'Mood', 'Happy')
  await expectAnswered(other, 'Mood', 'Happy', 'sent')
  for (const tab of [page, other])
    await expect(tab.getByRole('link', { name: m.shell_needs_auth_action() })).toHaveCount(0)
})

test('the screen is blank as soon as the app is put away, and locked after the time that was chosen', async ({
  page,
  origin,
  teen,
}) => {
  await page.clock.install()
  await enterAs(page, teen, `${origin}/profile?tab=settings`)
  await turnOn(page)
  const shown = () => page.evaluate(() => document.documentElement.hidden)
  await putAway(page, true)
  expect(await shown()).toBe(true)
  await putAway(page, false)
  expect(await shown()).toBe(false)
  await expect(page.getByRole('button', { name: m.lock_now() })).toBeVisible()
  await putAway(page, true)
  await page.clock.fastForward(61_000)
  await putAway(page, false)
  await expectLocked(page)
  await openLock(page)
  await page.getByLabel(m.lock_after()).selectOption('0')
  await putAway(page, true)
  await putAway(page, false)
  await expectLocked(page)
})

test('a lock that the storage speaks of late covers what is shown by then', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await turnOn(page)
  // As a page leaves it that is killed while the lock is turned on.
  await page.evaluate((token) => localStorage.setItem('token', token), teen.token)
  await answerLate(page, 'zync-session')
  await page.clock.install()
  await page.goto('/trackers')
  await expect(async () => {
    await page.clock.fastForward(storageMs)
    await expect(mainNavigation(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: m.lock_title() })).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('answer')))
  await expectLocked(page)
  await openLock(page)
  await expect(trackerCard(page, 'Mood')).toBeVisible()
})

test('help and the way out are there while the app is locked', async ({ page, origin, teen }) => {
  await enterAs(page, teen, `${origin}/profile?tab=settings`)
  await turnOn(page)
  await page.reload()
  await expectLocked(page)
  await expectAccessible(page, 'the lock')
  await page.getByRole('button', { name: m.safety_open() }).click()
  const help = page.getByRole('dialog', { name: m.safety_title() })
  await expect(help.getByRole('button', { name: m.safety_breathe_start() })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'Elsewhere' }))
  await page.getByRole('button', { name: m.safety_leave() }).click()
  await expect(page).toHaveURL('https://www.wikipedia.org/')
})

test('Esc twice leaves from any page and from the lock, and Back does not lead here again', async ({
  page,
  origin,
  teen,
}) => {
  await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'Elsewhere' }))
  await enterAs(page, teen, `${origin}/profile?tab=settings`)
  await turnOn(page)
  await page.getByLabel(m.safety_exit_button()).check()
  await page.goto('/trackers')
  await openLock(page)
  await expect(page.getByRole('button', { name: m.safety_leave() })).toBeVisible()
  await leaveByEsc(page)
  await page.goBack()
  await expect(page).not.toHaveURL(/trackers/)
  await page.goto('/trackers')
  await expectLocked(page)
  await leaveByEsc(page)
})

test('too many wrong tries end the session and lose nothing that was not sent', async ({
  page,
  context,
  origin,
  server,
  faultProxy,
  teen,
}) => {
  await noteSyncs(page)
  await enterAs(page, teen, `${origin}/profile?tab=settings`)
  await workerControls(page)
  await turnOn(page)
  await page.reload()
  await expectLocked(page)
  for (let left = 9; left >= 5; left -= 1) {
    await tryPin(page, '111000')
    await expect(page.getByText(m.lock_wrong({ count: left }))).toBeVisible()
  }
  await expect(page.getByText(/^Wait \d+ seconds?, then try again\.$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Wait \d+ seconds?, then try again\.$/)).toBeVisible()
  await noteTries(page, 9)
  await seedOutbox(page, teen.id, { rows: answerRows(teen.id, 3), batchMax: 20 })
  await page.reload()
  await tryPin(page, '111000')
  await expect(page.getByRole('heading', { name: m.lock_over_title() })).toBeVisible()
  // Before anybody taps anything: the page is locked and calls nobody, the worker does.
  await expect.poll(() => syncsOf(page)).toContain('revoke')
  const workers = await controlWorkers(context, { page, origin })
  await workers.sync('revoke')
  await expect.poll(() => sessionIsOpen(server.origin, teen.token)).toBe(false)
  await page.reload()
  await expect(page.getByRole('heading', { name: m.lock_over_title() })).toBeVisible()
  await page.getByRole('button', { name: m.lock_log_in() }).click()
  const dialog = page.getByRole('dialog', { name: m.lock_over_title() })
  await expect(dialog.getByText(m.lock_unsent({ count: 3 }))).toBeVisible()
  await dialog.getByRole('button', { name: m.lock_log_in() }).click()
  await expect(page).toHaveURL(/\/login/)
  await fillLogin(page, teen)
  await expect(page).toHaveURL('/dashboard')
  await expectUnsent(page, 0)
  expect(faultProxy.sentOps).toHaveLength(3)
})

test('a forgotten PIN logs out after naming what is unsent', async ({
  page,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/profile?tab=settings`)
  await turnOn(page)
  await page.reload()
  await expectLocked(page)
  await seedOutbox(page, teen.id, { rows: answerRows(teen.id, 2), batchMax: 20 })
  await page.reload()
  await page.getByRole('button', { name: m.lock_forgot() }).click()
  const dialog = page.getByRole('dialog', { name: m.lock_forgot_title() })
  await expect(dialog.getByText(m.lock_unsent({ count: 2 }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: m.lock_forgot() }).click()
  await dialog.getByRole('button', { name: m.shell_logout_delete({ count: 2 }) }).click()
  await expect(page.getByRole('link', { name: 'Join Now' })).toBeVisible()
  await expectNothingLeft(page)
  await expect.poll(() => sessionIsOpen(server.origin, teen.token)).toBe(false)
})

test('a change of the PIN and its end hold after a kill of the browser', async ({
  playwright,
  origin,
  teen,
  consoleGuard,
  scratchDir,
}) => {
  const parts = { browserType: playwright.chromium, profileDir: scratchDir, consoleGuard }
  const first = await startPhone(parts)
  await declinePrompts(first.page)
  await enterAs(first.page, teen, `${origin}/profile?tab=settings`)
  await turnOn(first.page)
  // Chromium writes local storage to the disk seconds later, and a kill is not what loses a login here.
  await expect
    .poll(() => filesWith(scratchDir, teen.id))
    .toContainEqual(expect.stringMatching(/Local Storage/))
  await first.kill()

  const second = await startPhone(parts)
  await declinePrompts(second.page)
  await second.page.goto(`${origin}/profile?tab=settings`)
  await expectLocked(second.page)
  await openLock(second.page)
  await second.page.getByRole('button', { name: m.lock_turn_off() }).click()
  const dialog = second.page.getByRole('dialog', { name: m.lock_off_title() })
  await dialog.getByLabel(m.lock_current()).fill(pin)
  await dialog.getByRole('button', { name: m.lock_turn_off() }).click()
  await expect(second.page.getByText(m.lock_removed())).toBeVisible()
  await second.kill()

  const third = await startPhone(parts)
  await declinePrompts(third.page)
  await third.page.goto(`${origin}/profile?tab=settings`)
  await expect(third.page.getByRole('button', { name: m.lock_turn_on() })).toBeVisible()
  await third.close()
})

test.describe('with an authenticator of the device', () => {
  test('the lock opens with it too, and with the PIN alone once it is taken away', async ({
    page,
    origin,
    teen,
  }) => {
    // A credential belongs to a name, and an address of numbers is none.
    const settings = `${origin.replace('127.0.0.1', 'localhost')}/profile?tab=settings`
    await addAuthenticator(page)
    await enterAs(page, teen, settings)
    await turnOn(page, settings)
    await page.getByRole('button', { name: m.lock_device_on() }).click()
    const dialog = page.getByRole('dialog', { name: m.lock_device_on() })
    await dialog.getByLabel(m.lock_current()).fill(pin)
    await dialog.getByRole('button', { name: m.lock_save() }).click()
    await expect(page.getByText(m.lock_device_added())).toBeVisible()
    await page.reload()
    await expectLocked(page)
    await refuseOnce(page)
    await page.getByRole('button', { name: m.lock_device() }).click()
    await expect(page.getByText(m.lock_device_failed())).toBeVisible()
    await page.getByRole('button', { name: m.lock_device() }).click()
    await expect(page.getByRole('heading', { name: m.lock_title() })).toBeHidden()
    expect(await everythingStored(page)).not.toContain(teen.token)
    await page.getByRole('button', { name: m.lock_device_off() }).click()
    await expect(page.getByText(m.lock_device_removed())).toBeVisible()
    await page.reload()
    await expectLocked(page)
    await expect(page.getByRole('button', { name: m.lock_device() })).toHaveCount(0)
    await openLock(page)
  })

  test('a device without one is not asked for one', async ({ page, origin, teen }) => {
    await enterAs(page, teen, `${origin}/profile?tab=settings`)
    await turnOn(page)
    await expect(page.getByRole('button', { name: m.lock_turn_off() })).toBeVisible()
    await expect(page.getByRole('button', { name: m.lock_device_on() })).toHaveCount(0)
  })
})

async function sessionIsOpen(origin: string, token: string): Promise<boolean> {
  const { ok } = await fetch(`${origin}/api/me/sessions`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ok
}

/** Notes what the page asks the browser to wake the worker for: this browser has no such hand of its own. */
async function noteSyncs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tags: string[] = []
    Object.assign(globalThis, { syncTags: tags })
    Object.assign(Reflect.get(globalThis, 'SyncManager').prototype, {
      register: async (tag: string) => void tags.push(tag),
    })
  })
}

async function syncsOf(page: Page): Promise<unknown> {
  return await page.evaluate(() => Reflect.get(globalThis, 'syncTags') as unknown)
}
