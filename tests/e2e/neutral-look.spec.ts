import type { Page, Worker } from '@playwright/test'
import * as v from 'valibot'
import { calmNames, lookFiles, type Look } from '#contract/look.ts'
import { recipientMark } from '#contract/push/model.ts'
import { neutralWords } from '#contract/push/words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { expectAccessible } from './support/axe.ts'
import { answeredDay } from './support/local-day.ts'
import type { Member } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { controlWorkers, oneMoreShown, workerControls, workerOf } from './support/worker.ts'

const timezoneId = 'Africa/Cairo'
test.use({ losesNetwork: true, permissions: ['notifications'], timezoneId })

const settings = '/profile?tab=settings'

test('a neutral name and icon are what a phone, the tabs and notifications have from the choice on, offline too, and back again', async ({
  page,
  context,
  origin,
  teen,
}) => {
  await noteTitles(page)
  await enterAs(page, teen, `${origin}${settings}`)
  await workerControls(page)
  await expectOutside(page, 'zync', 'Zync')
  await choose(page, calmNames.en)
  await expectOutside(page, 'calm', calmNames.en)
  await expect(page).toHaveTitle(calmNames.en)
  expect(await appOf(page, origin)).toEqual({ id: '/?look=calm', name: calmNames.en })
  await expectAccessible(page, 'the choice of a name and an icon')

  await context.setOffline(true)
  for (const path of [settings, '/', '/trackers']) {
    await page.goto(path)
    await expectOutside(page, 'calm', calmNames.en)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([path, await titlesOf(page)]).toEqual([path, [calmNames.en]])
  }
  const workers = await controlWorkers(context, { page, origin })
  const worker = await workerOf(context)
  await workers.push(payload(teen))
  const { icon, badge } = lookFiles.calm
  const news = {
    title: calmNames.en,
    body: neutralWords.en,
    icon: origin + icon,
    badge: origin + badge,
  }
  await oneMoreShown(worker)
  expect(await shown(worker)).toEqual([{ ...news, actions: 0 }])
  await context.setOffline(false)
  // A browser without the worker asks the server.
  const answer = await page.request.get(`${origin}/trackers`)
  expect(await answer.text()).toContain(`<title>${calmNames.en}</title>`)

  await page.goto(settings)
  await choose(page, 'Zync')
  await expectOutside(page, 'zync', 'Zync')
  await expect(page).toHaveTitle(m.shell_title({ page: m.profile_title() }))
  expect(await appOf(page, origin)).toEqual({ id: '/', name: 'Zync' })
  // What was shown says the name of before.
  await expect.poll(() => shown(worker)).toEqual([])
  await page.goto('/trackers')
  await expect(page).toHaveTitle(m.shell_title({ page: m.trackers_title() }))
})

test('the neutral look stays when people log out, and speaks the language that is chosen', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}${settings}`)
  await workerControls(page)
  await choose(page, calmNames.en)
  await page.keyboard.press('Escape')
  await page.locator('button[lang=ar]').first().click()
  await expectOutside(page, 'calm', calmNames.ar)
  await expect(page).toHaveTitle(calmNames.ar)
  await noteTitles(page)
  await page.reload()
  await expectOutside(page, 'calm', calmNames.ar)
  expect(await titlesOf(page)).toEqual([calmNames.ar])
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await expectOutside(page, 'calm', calmNames.ar)
  expect(await titlesOf(page)).toEqual([calmNames.ar])
})

test('the installed app starts with its look where nothing else says so, and keeps it', async ({
  page,
  origin,
}) => {
  await noteTitles(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  await page.goto(`${origin}/dashboard?look=calm`)
  await expect(page).toHaveURL(`${origin}/`)
  expect(await titlesOf(page)).toEqual([calmNames.en])
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('look=calm')
  await workerControls(page)
  await page.goto(`${origin}/login`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await titlesOf(page)).toEqual([calmNames.en])
})

test('a link to the look changes nothing for the next page', async ({ page, origin }) => {
  await page.goto(`${origin}/login?look=calm`)
  await expect(page).toHaveTitle(calmNames.en)
  await workerControls(page)
  await page.goto(`${origin}/login`)
  await expect(page).toHaveTitle(m.shell_title({ page: m.account_login_page() }))
  await expectOutside(page, 'zync', 'Zync')
})

/** Opens the choice in the settings and takes the one with this name. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: m.look_choose() }).click()
  await page.getByRole('dialog').getByRole('radio', { name }).check()
}

/** What a browser or a phone reads off the page. */
async function expectOutside(page: Page, look: Look, name: string): Promise<void> {
  const { manifest, mark, favicon, touchIcon } = lookFiles[look]
  const at = (selector: string, attribute: string, value: string) =>
    expect(page.locator(`head > ${selector}`)).toHaveAttribute(attribute, value)
  await at('link[rel=manifest]', 'href', manifest)
  await at('link[rel=icon][type="image/svg+xml"]', 'href', mark)
  await at('link[rel=icon][type="image/png"]', 'href', favicon)
  await at('link[rel=apple-touch-icon]', 'href', touchIcon)
  await at('meta[name=apple-mobile-web-app-title]', 'content', name)
}

const manifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.string(), name: v.string() }),
)

/** The app that the browser would install here; it finds nothing wrong with its manifest. */
async function appOf(page: Page, origin: string): Promise<{ id: string; name: string }> {
  const session = await page.context().newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect([new URL(url).origin, errors]).toEqual([origin, []])
  return v.parse(manifestSchema, data)
}

/** Notes every title that each further page has, from its first moment on. */
async function noteTitles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const titles: string[] = []
    Object.assign(window, { titles })
    const note = () => {
      const { title } = document
      if (title && titles.at(-1) !== title) titles.push(title)
    }
    new MutationObserver(note).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
}

async function titlesOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => (window as Window & { titles?: string[] }).titles ?? [])
}

/** What the server sends for a reminder of today's mood. */
function payload({ user }: Member): string {
  const day = answeredDay('Mood', timezoneId)
  const data = { k: 'tracker.mood', id: 'one', u: recipientMark(user._id), day, of: 'Mood' }
  const words = { title: 'Zync', body: 'Time for a little check-in', lang: 'en', dir: 'ltr' }
  const navigate = 'https://zync.example/trackers'
  const notification = { ...words, navigate, tag: 'tracker.mood', silent: false, data }
  return JSON.stringify({ web_push: 8030, notification, app_badge: 0 })
}

/** What the page's types do not know of a notification. */
interface More {
  readonly badge: string
  readonly actions?: readonly unknown[]
}

/** The notifications that are on the phone. */
async function shown(worker: Worker) {
  return await worker.evaluate(async () => {
    const { registration } = globalThis as typeof globalThis & {
      readonly registration: ServiceWorkerRegistration
    }
    const found = await registration.getNotifications()
    return found.map((one) => {
      const { title, body, icon, badge, actions = [] } = one as Notification & More
      return { title, body, icon, badge, actions: actions.length }
    })
  })
}
