import type { BrowserContext, Page } from '@playwright/test'
import { hashToken } from '#server/http/session/caller.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { expectNothingLeft } from './support/left-behind.ts'
import { newTeen, openSession, type Member } from './support/people.ts'
import { answer, expectAnswered, expectUnsent, goOffline } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a logout with unsent items asks, and staying keeps everything', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  await goOffline(page)
  await answer(page, 'Mood', 'Happy')
  await expectUnsent(page, 1)
  await logOut(page)
  const dialog = page.getByRole('dialog', { name: m.shell_logout_ask_title() })
  await expect(dialog).toContainText(m.shell_logout_ask_text({ count: 1 }))
  await dialog.getByRole('button', { name: m.shell_logout_stay() }).click()
  await expectAnswered(page, 'Mood', 'Happy', 'waiting')

  await context.setOffline(false)
  await expectUnsent(page, 0)
  expect(await serverEntries(server.origin, teen)).toHaveLength(1)
})

test('a confirmed logout leaves nothing private, and a second tab cannot bring it back', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  const second = await context.newPage()
  await second.goto('/trackers')
  // A tab in the background paints once a second, and a click waits for what is painted.
  await page.bringToFront()
  await goOffline(page)
  await answer(page, 'Mood', 'Happy')
  await answer(page, 'Diet', 'Well')
  await expectUnsent(second, 2)

  await logOut(page)
  await page.getByRole('button', { name: m.shell_logout_delete({ count: 2 }) }).click()
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL('/')
    await expect(tab.getByRole('link', { name: 'Join Now' })).toBeVisible()
  }
  await expectNothingLeft(page)

  await second.goBack()
  await expect(second).toHaveURL(/\/login/)
  await second.evaluate(() => window.dispatchEvent(new Event('focus')))
  await context.setOffline(false)
  // The address of the installed app shows the first page to who has no login.
  await second.goto('/dashboard')
  await expect(second).toHaveURL('/')
  await expectNothingLeft(second)
  expect(await serverEntries(server.origin, await openSession(server.origin, teen))).toEqual([])
})

test('with everything sent, a logout ends the session at the server too', async ({
  page,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await answer(page, 'Mood', 'Happy')
  await expectAnswered(page, 'Mood', 'Happy', 'sent')
  await logOut(page)
  await expect(page).toHaveURL('/')
  await expectNothingLeft(page)
  await expect.poll(() => statusOf(server.origin, teen.token)).toBe(401)
})

test('a logout without a network keeps a hash alone, and ends the session once there is one', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  await leaveOffline(page, context)
  const hash = hashToken(teen.token)
  await expect.poll(() => sessionStore(page)).toEqual([`revoke:${hash}`])
  expect(await statusOf(server.origin, teen.token)).toBe(200)

  await context.setOffline(false)
  await expect.poll(() => statusOf(server.origin, teen.token)).toBe(401)
  await expect.poll(() => sessionStore(page)).toEqual([])
})

test('the sessions of two people who left one phone without a network end at its next start', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  await leaveOffline(page, context)
  const next = await newTeen(server.origin)
  // The network stays away from this device: the next person's session is there from before.
  await putSession(page, next)
  await page.goto('/trackers')
  await expect(page.getByRole('heading', { name: 'Mood', exact: true })).toBeVisible()
  await leaveOffline(page, context)
  await expect.poll(() => sessionStore(page)).toHaveLength(2)
  await page.close()

  await context.setOffline(false)
  const started = await context.newPage()
  await started.goto('/')
  for (const { token } of [teen, next]) {
    await expect.poll(() => statusOf(server.origin, token)).toBe(401)
  }
  await expect.poll(() => sessionStore(started)).toEqual([])
})

test.describe('with a server that answers nothing any more', () => {
  test.use({ via: 'proxy' })

  test('a logout waits for no request that hangs', async ({ page, origin, faultProxy, teen }) => {
    await enterAs(page, teen, `${origin}/trackers`)
    await workerControls(page)
    faultProxy.onApi(() => new Promise<never>(() => undefined))
    await answer(page, 'Mood', 'Happy')
    await expect.poll(() => faultProxy.sentOps.length).toBe(1)
    await page.clock.install()
    await logOut(page)
    await page.clock.runFor(6_000)
    await page.getByRole('button', { name: m.shell_logout_delete({ count: 1 }) }).click()
    await page.clock.runFor(6_000)
    await expect(page).toHaveURL('/')
    await expectNothingLeft(page)
  })
})

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: m.ui_more() }).click()
  await page.getByRole('button', { name: m.shell_nav_logout() }).click()
}

async function leaveOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await logOut(page)
  await expect(page).toHaveURL('/')
  await expectNothingLeft(page)
}

async function putSession(page: Page, { token, user }: Member): Promise<void> {
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
    },
    { token, isLoggedIn: 'true', userPayload: JSON.stringify(user) },
  )
}

/** The keys of the store beside everybody's database, where the session and what is left of it are. */
async function sessionStore(page: Page): Promise<unknown[]> {
  return await page.evaluate(async () => {
    const opening = indexedDB.open('zync-session')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('session').objectStore('session').getAllKeys()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    return reading.result
  })
}

async function statusOf(origin: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${origin}/api/trackers/check`, { headers })).status
}
