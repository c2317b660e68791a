import type { Page } from '@playwright/test'
import { appHeader } from '#contract/endpoint.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Answer } from './support/fault-proxy.ts'
import { answeredAt } from './support/faults.ts'
import { boss, newProvider, openSession, type Member } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ via: 'proxy', losesNetwork: true, serviceWorkers: 'block' })

const nobody = '01890000-0000-7000-8000-000000000000'
const why = 'The shelf fell over.'

/** A screen, the calls that fail there, and what it says where the server gives no reason of its own. */
type Read = readonly [path: string, api: RegExp, fallback: string]

/** Spec 8. What a screen keeps on the device serves the ones behind it, so those that need an empty device come first. */
const reads: Readonly<Record<string, readonly Read[]>> = {
  'a young person': [
    ['/profile', /\/auth\/user/, 'Failed to load user data.'],
    ['/chats', /\/chat\/user/, 'Failed to fetch chats'],
  ],
  'a young person who reads': [
    ['/library/articles', /\/library/, 'Failed to load articles.'],
    ['/library/articles?category=spiritual', /\/library/, 'Failed to fetch articles by category'],
    ['/library/videos', /\/library/, 'Failed to load videos.'],
    ['/library/videos?category=spiritual', /\/library/, 'Failed to fetch videos by category'],
    [`/library/articles/${nobody}`, /\/articles/, 'Failed to load article.'],
    ['/surveys', /\/surveys/, 'Failed to load quests'],
    ['/surveys/category/mood', /\/surveys/, 'Failed to load Mood surveys'],
  ],
  'a provider': [
    ['/profile', /\/service-provider-videos/, 'Failed to fetch video'],
    ['/profile', /\/articles\/user/, 'Failed to fetch user articles'],
    ['/profile', /\/videos\/user/, 'Failed to fetch user videos'],
  ],
  'a superAdmin': [['/admin/reports', /\/admin\/reports/, m.reports_admin_failed()]],
}

for (const [who, rows] of Object.entries(reads)) {
  test(`what ${who} cannot read says why, or the product’s words, and comes with a retry`, async ({
    page,
    origin,
    server,
    faultProxy,
    teen,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of (500|502|404) /)
    const member = await memberFor(who, teen, server.origin)
    await enterAs(page, member, `${origin}/about-us`)
    for (const [path, api, fallback] of rows) {
      const retry = page.getByRole('button', { name: m.ui_retry() }).first()
      faultProxy.onApi(answeredAt(api, brokenWith(why)))
      await page.goto(path)
      await expect(said(page, why)).toBeVisible()
      faultProxy.onApi(answeredAt(api))
      await page.goto(path)
      await expect(said(page, fallback)).toBeVisible()
      await page.context().setOffline(true)
      await expect(said(page, fallback)).toHaveCount(0)
      await page.context().setOffline(false)
      await expect(said(page, fallback)).toBeVisible()
      faultProxy.onApi(undefined)
      // Without the network other parts of the screen failed too, and each may have looked again by itself.
      await expect(async () => {
        await retry.click({ timeout: 1_000 }).catch(() => undefined)
        await expect(said(page, fallback)).toHaveCount(0, { timeout: 1_000 })
      }).toPass()
    }
  })
}

function said(page: Page, text: string) {
  return page.getByText(text, { exact: true }).first()
}

/** An error that nobody foresaw, with a sentence about it. */
function brokenWith(message: string): Answer {
  return {
    status: 500,
    headers: { 'content-type': 'application/json', [appHeader.name]: appHeader.value },
    body: Buffer.from(JSON.stringify({ code: 'internal', message })),
  }
}

async function memberFor(who: string, teen: Member, origin: string): Promise<Member> {
  if (who === 'a provider') return await newProvider(origin)
  return who === 'a superAdmin' ? await openSession(origin, boss) : teen
}
