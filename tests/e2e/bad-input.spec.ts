import * as m from '#src/i18n/paraglide/messages.js'
import { storageMs } from '#src/lib/within.ts'
import { answerRows, outboxRows, seedOutbox } from './support/outbox.ts'
import { comeBack, expectUnsent, trackerCard } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a row that lost its shape is shown, never sent, and holds up nobody', async ({
  page,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/not-sent`)
  await expect(page.getByText(m.sync_empty_title())).toBeVisible()
  const [broken, ...whole] = answerRows(teen.id, 5)
  if (!broken) throw new Error('No row')
  const rows = [{ ...broken, payload: { trackerType: 'Mood', answer: 42 } }, ...whole]
  await seedOutbox(page, teen.id, { rows })
  await comeBack(page)

  await expectUnsent(page, 1)
  expect(await serverEntries(server.origin, teen)).toHaveLength(4)
  expect((await outboxRows(page, teen.id)).map((row) => row.opId)).toEqual([broken.opId])
  await expect(page.getByRole('button', { name: m.sync_delete() })).toBeVisible()
  await page.goto('/trackers')
  await expect(trackerCard(page, 'Mood')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText(m.sync_notifications_refused({ count: 1 }))).toBeVisible()
})

test('what a browser holds that is no login breaks nothing', async ({ page, context, origin }) => {
  const half = { token: 'something', isLoggedIn: 'true', userPayload: '{}' }
  const localStorage = Object.entries(half).map(([name, value]) => ({ name, value }))
  await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto('/trackers')
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Join Now' })).toBeVisible()
})

test('a storage that never answers keeps nobody from the first page, and from Help now', async ({
  page,
}) => {
  await page.clock.install()
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  // The clock stands: the start waits for the storage, and for so long alone.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/')
  const join = page.getByRole('link', { name: 'Join Now' })
  await page.clock.runFor(storageMs - 500)
  // A start that did not wait would have fetched its page by then, and drawn it.
  await page.waitForLoadState('networkidle')
  await expect(join).toHaveCount(0)
  await page.clock.runFor(500)
  await expect(async () => {
    await page.clock.runFor(500)
    await expect(join).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: m.safety_open(), exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: m.safety_title() })).toBeVisible()
})

test('a token that the server never gave asks for a login and keeps what was answered', async ({
  page,
  origin,
  server,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 401 .*\/api\//)
  await enterAs(page, { ...teen, token: 'x'.repeat(43) }, `${origin}/trackers`)
  await expect(page.getByText(m.shell_needs_auth_none())).toBeVisible()
  await trackerCard(page, 'Mood').locator('label').first().click()
  await page.getByRole('button', { name: 'Submit Mood' }).click()
  await expect(page.getByText(m.shell_needs_auth({ count: 1 }))).toBeVisible()
  await page.getByRole('link', { name: m.shell_needs_auth_action() }).click()
  await fillLogin(page, teen)
  await expectUnsent(page, 0)
  expect(await serverEntries(server.origin, teen)).toHaveLength(1)
})

test('a login without a network says so and keeps what was typed', async ({
  page,
  context,
  teen,
}) => {
  await page.goto('/login')
  await workerControls(page)
  await context.setOffline(true)
  await page.goto('/login')
  await fillLogin(page, teen)
  // The alert is the answer to this try; the same words stood there as a notice before it.
  await expect(page.getByRole('alert')).toHaveText(m.account_login_offline())
  await expect(page.getByRole('textbox', { name: m.account_login_email() })).toHaveValue(teen.email)
  await expect(page.getByLabel(m.account_login_password(), { exact: true })).toHaveValue(
    teen.password,
  )
  await context.setOffline(false)
  // Its line at the top goes, and moves the button.
  await expect(page.getByText(m.ui_offline_title())).toHaveCount(0)
  await page.getByRole('button', { name: m.account_login_submit(), exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})
