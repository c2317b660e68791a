import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { expectAccessible } from './support/axe.ts'
import { makeNextBuild } from './support/next-build.ts'
import { answerRows, seedOutbox } from './support/outbox.ts'
import {
  answer,
  comeBack,
  expectAnswered,
  expectUnsent,
  goOffline,
  trackerCard,
} from './support/phone.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('the login with its errors', async ({ page, consoleGuard }) => {
  consoleGuard.expect(/status of 401 .*\/api\/auth\/login/)
  await page.goto('/login')
  await fillLogin(page, { email: 'nobody', password: 'short' })
  await expectAccessible(page, 'fields refused')
  await fillLogin(page, { email: 'nobody@example.org', password: 'Wrong-Pass1!' })
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'login refused')
})

test('trackers without a choice, with a suggestion, answered and offline', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await page.getByRole('button', { name: 'Submit Mood' }).click()
  await expect(page.getByText('Please select an answer')).toBeVisible()
  await expectAccessible(page, 'no choice')
  await answer(page, 'Fitness', 'Lazy')
  await expect(
    page.getByRole('dialog').getByText('Highly recommend', { exact: true }),
  ).toBeVisible()
  await expectAccessible(page, 'suggestion')
  await page.getByRole('button', { name: m.trackers_suggest_later() }).click()
  await expectAnswered(page, 'Fitness', 'Lazy', 'sent')
  await workerControls(page)
  await goOffline(page)
  await answer(page, 'Diet', 'Well')
  await expectAnswered(page, 'Diet', 'Well', 'waiting')
  await expectAccessible(page, 'offline, one waits, one is sent')
})

test.describe('prompts', () => {
  test.use({ prompts: 'left' })

  test('a prompt and its undo', async ({ page, origin, teen }) => {
    await enterAs(page, teen, `${origin}/dashboard`)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'prompt')
    await dialog.getByRole('group').getByRole('button').first().click()
    const undo = page.getByRole('button', { name: m.trackers_prompt_undo() })
    // The focus holds the time of the toast, as it does for whoever uses a keyboard.
    await undo.focus()
    await expectAccessible(page, 'undo')
  })
})

test('what is not sent, a question before deleting, and the last look before a logout', async ({
  page,
  context,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/not-sent`)
  await expect(page.getByText(m.sync_empty_title())).toBeVisible()
  await expectAccessible(page, 'nothing waits')
  await workerControls(page)
  await context.setOffline(true)
  await seedOutbox(page, teen.id, { rows: answerRows(teen.id, 3) })
  await page.reload()
  await expectUnsent(page, 3)
  await expectAccessible(page, 'three wait')
  await page.getByRole('button', { name: m.sync_delete() }).first().click()
  await expect(page.getByRole('dialog', { name: m.sync_delete_title() })).toBeVisible()
  await expectAccessible(page, 'delete?')
  await page.getByRole('button', { name: m.sync_delete_keep() }).click()
  await page.getByRole('button', { name: m.ui_more() }).click()
  await expectAccessible(page, 'more')
  await page.getByRole('dialog').getByRole('button', { name: m.shell_nav_logout() }).click()
  await expect(page.getByRole('dialog', { name: m.shell_logout_ask_title() })).toBeVisible()
  await expectAccessible(page, 'logout with unsent items')
})

test('an item that the server refused', async ({ page, origin, teen }) => {
  await enterAs(page, teen, `${origin}/not-sent`)
  await expect(page.getByText(m.sync_empty_title())).toBeVisible()
  const [row] = answerRows(teen.id, 1)
  const payload = { trackerType: 'Mood', answer: 'happy', date: '2020-01-01' }
  if (row) await seedOutbox(page, teen.id, { rows: [{ ...row, payload }] })
  await comeBack(page)
  await expect(page.getByText(m.sync_state_refused())).toBeVisible()
  await expectAccessible(page, 'refused')
  await page.getByRole('button', { name: m.sync_edit() }).click()
  await expectAccessible(page, 'edit')
})

test('a login that ran out', async ({ page, origin, server, teen, consoleGuard }) => {
  consoleGuard.expect(/status of 401 .*\/api\//)
  await enterAs(page, teen, `${origin}/trackers`)
  await expect(trackerCard(page, 'Mood')).toBeVisible()
  await call(server.origin, 'logout', {}, { token: teen.token })
  // The stream hears of it, and the line that says so moves the cards.
  await expect(page.getByText(m.shell_needs_auth_none())).toBeVisible()
  await answer(page, 'Mood', 'Happy')
  await expect(page.getByText(m.shell_needs_auth({ count: 1 }))).toBeVisible()
  await expectAccessible(page, 'log in again')
})

test('charts as pictures and as tables, the look of the app, and a page that does not exist', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await answer(page, 'Mood', 'Happy')
  await expectAnswered(page, 'Mood', 'Happy', 'sent')
  await page.goto('/dashboard')
  // A chart is drawn once it is near the screen.
  await page.getByRole('heading', { name: m.trackers_charts_title() }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('img', { name: /^Mood/ })).toBeVisible()
  for (const fold of await page.getByRole('group').locator('summary').all()) {
    if (!(await fold.evaluate((element) => element.parentElement?.hasAttribute('open')))) {
      // By the keyboard: a card above may still grow, and a press would miss.
      await fold.press('Enter')
      await expect(fold.locator('..')).toHaveAttribute('open')
    }
  }
  await expectAccessible(page, 'charts')
  await page.getByRole('button', { name: m.ui_chart_show_table() }).first().click()
  await expectAccessible(page, 'table')
  await page.getByRole('button', { name: m.ui_more() }).click()
  await page.getByRole('button', { name: m.shell_nav_appearance() }).last().click()
  await expect(page.getByRole('dialog', { name: m.shell_appearance_title() })).toBeVisible()
  await expectAccessible(page, 'appearance')
  await page.goto('/no-such-page')
  await expectAccessible(page, 'no such page')
})

test.describe('a new version', () => {
  test.use({ via: 'proxy' })

  test('that is ready', async ({ page, faultProxy, scratchDir }) => {
    await page.goto('/')
    await workerControls(page)
    const next = await makeNextBuild(scratchDir)
    faultProxy.serveBuild(next)
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    // A hundred files are fetched anew before.
    const ready = page.getByText(m.shell_update_ready(), { exact: true })
    await expect(ready).toBeVisible({ timeout: 120_000 })
    await expectAccessible(page, 'update')
  })
})
