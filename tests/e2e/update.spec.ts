import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Answer } from './support/fault-proxy.ts'
import { makeNextBuild } from './support/next-build.ts'
import { answer, expectAnswered, trackerCard } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ via: 'proxy', losesNetwork: true })

/** A hundred files are fetched anew before an update is there. */
const wholeBuild = { timeout: 120_000 }

test('an update waits for the person, reloads no form, and leaves other tabs working', async ({
  page,
  context,
  origin,
  faultProxy,
  teen,
  scratchDir,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await trackerCard(page, 'Mood').locator('label').first().click()

  const next = await makeNextBuild(scratchDir)
  faultProxy.serveBuild(next)
  await lookForUpdate(other)

  await expect(page.getByText(m.shell_update_dirty())).toBeVisible(wholeBuild)
  await expect(page.getByRole('button', { name: m.shell_update_action() })).toHaveCount(0)
  await expect(other.getByText(m.shell_update_ready(), { exact: true })).toBeVisible()
  expect([await buildOf(page), await buildOf(other)]).toEqual([null, null])

  await markPage(page)
  await other.getByRole('button', { name: m.shell_update_action() }).click()
  await expect.poll(() => buildOf(other)).toBe('next')
  await expect(page.getByText(m.shell_update_elsewhere())).toBeVisible()
  await expect(page.getByRole('button', { name: m.shell_update_reload() })).toHaveCount(0)
  await expect(trackerCard(page, 'Mood').getByRole('radio').first()).toBeChecked()

  await page.getByRole('button', { name: 'Submit Mood' }).click()
  await expectAnswered(page, 'Mood', 'Happy', 'sent')
  await page.getByRole('link', { name: 'Zync', exact: true }).click()
  await page.getByRole('link', { name: m.shell_nav_dashboard() }).first().click()
  await expect(page.getByText('NOTIFICATIONS')).toBeVisible()
  await page.getByRole('button', { name: m.ui_chart_show_table() }).first().click()
  expect(await isMarked(page)).toBe(true)
  await page.getByRole('button', { name: m.shell_update_reload() }).click()
  await expect.poll(() => buildOf(page)).toBe('next')

  await context.setOffline(true)
  await other.goto('/trackers')
  await answer(other, 'Diet', 'Well')
  await expectAnswered(other, 'Diet', 'Well', 'waiting')
  expect(await buildOf(other)).toBe('next')
})

test('the tab of the very first visit moves to the new build when its person says so, whatever it asks meanwhile', async ({
  page,
  origin,
  faultProxy,
  scratchDir,
}) => {
  await page.goto(origin)
  await workerControls(page)
  const next = await makeNextBuild(scratchDir)
  faultProxy.serveBuild(next)
  await lookForUpdate(page)
  const action = page.getByRole('button', { name: m.shell_update_action() })
  await expect(action).toBeVisible(wholeBuild)
  await askAllTheTime(page)
  await action.click()
  await expect.poll(() => buildOf(page)).toBe('next')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a page that was loaded past the worker is taken by it, so that its scripts come without a network', async ({
  page,
  context,
  origin,
}) => {
  await page.goto(origin)
  await workerControls(page)
  const session = await context.newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })])
  await workerControls(page)
  await context.setOffline(true)
  await expect(page.getByText(m.ui_offline_title())).toBeVisible()
  await page.getByRole('link', { name: 'Join Now' }).first().tap()
  await expect(page).toHaveURL(/\/register/)
})

test('a build that the server takes no more goes with one press, and nothing that is being written with it', async ({
  page,
  origin,
  faultProxy,
  teen,
  scratchDir,
}) => {
  faultProxy.onApi(({ path, forward }) =>
    path === '/api/client-policy' ? forward().then(tooOld) : undefined,
  )
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  const action = page.getByRole('button', { name: m.shell_update_action() })
  await expect(page.getByText(m.shell_update_required())).toBeVisible()
  await trackerCard(page, 'Mood').locator('label').first().click()
  await expect(page.getByText(m.shell_update_required_dirty())).toBeVisible()
  await expect(action).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit Mood' }).click()

  faultProxy.serveBuild(await makeNextBuild(scratchDir))
  await action.click()
  await expect.poll(() => buildOf(page), wholeBuild).toBe('next')
  await expectAnswered(page, 'Mood', 'Happy', 'sent')
})

/** Answers as a server that takes no build as old as any. */
function tooOld(answer: Answer): Answer {
  return { ...answer, body: Buffer.from(JSON.stringify({ minContract: 9_999 })) }
}

test('a cold start with one tab takes the waiting update before anything is drawn', async ({
  page,
  context,
  origin,
  faultProxy,
  teen,
  scratchDir,
}) => {
  await enterAs(page, teen, `${origin}/dashboard`)
  await workerControls(page)
  const next = await makeNextBuild(scratchDir)
  faultProxy.serveBuild(next)
  await lookForUpdate(page)
  await expect(page.getByText(m.shell_update_ready(), { exact: true })).toBeVisible(wholeBuild)
  expect(await buildOf(page)).toBe(null)
  await page.close()

  const again = await context.newPage()
  // A start that comes while the closed tab is still on its way out leaves the update to the next one.
  await expect(async () => {
    await again.goto('/trackers')
    await expect.poll(() => buildOf(again), { timeout: 3_000 }).toBe('next')
  }).toPass()
  await expect(trackerCard(again, 'Mood')).toBeVisible()
  await expect(again.getByText(m.shell_update_ready(), { exact: true })).toHaveCount(0)
})

/** The app looks once an hour; this is that look. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
}

/** Calls that pass a worker hold up the one that is to take its place. */
async function askAllTheTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    setInterval(() => void fetch('/api/client-policy').catch(() => undefined), 15)
  })
}

async function buildOf(page: Page): Promise<string | null> {
  const mark = page.locator('meta[name=build]')
  return (await mark.count()) === 0 ? null : await mark.getAttribute('content')
}

/** A mark that a reload would wipe out. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
}

async function isMarked(page: Page): Promise<boolean> {
  return await page.evaluate(() => document.documentElement.hasAttribute('data-same-page'))
}
