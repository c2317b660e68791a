import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { boss, lina, mona, openSession, sofia, type Credentials } from './support/people.ts'
import { everyAddress, mayEnter } from './support/routes.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })
test.setTimeout(300_000)

/** What the app says where it cannot show a page. */
const failures = [m.shell_part_missing_title(), m.shell_error_title(), m.shell_not_found_title()]

const visitors: readonly (readonly [string, Credentials | undefined])[] = [
  ['a visitor', undefined],
  ['a young person', lina],
  ['a parent', mona],
  ['a care provider', sofia],
]

for (const [who, person] of visitors) {
  test(`every route opens offline by deep link, as its guard says, for ${who}`, async ({
    page,
    context,
    origin,
    server,
  }) => {
    const member = person && (await openSession(server.origin, person))
    if (member) await enterAs(page, member, `${origin}/dashboard`)
    else await page.goto('/')
    await workerControls(page)
    await context.setOffline(true)

    let isRefused = false
    for (const { path, admitted } of everyAddress()) {
      await test.step(path, async () => {
        const enters = mayEnter(admitted, member?.user.userT)
        // What one may not enter has nothing to load: the guards are asked from a cold start once, then within the app.
        if (enters || !isRefused) await page.goto(path)
        else await followLink(page, path)
        isRefused ||= !enters
        const heading = page.getByRole('heading', { level: 1 }).first()
        await expect(heading).toBeVisible()
        for (const text of failures) await expect(page.getByText(text)).toHaveCount(0)
        await expectVerdict(page, { path, enters })
      })
    }
  })
}

test('what is a superAdmin’s alone opens offline by deep link', async ({
  page,
  context,
  origin,
  server,
}) => {
  const theirs = everyAddress().filter(
    ({ admitted }) => admitted !== 'everybody' && admitted.includes('superAdmin'),
  )
  expect(theirs.map(({ path }) => path)).toContain('/pricing')
  await enterAs(page, await openSession(server.origin, boss), `${origin}/dashboard`)
  await workerControls(page)
  await context.setOffline(true)
  for (const { path } of theirs) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    for (const text of failures) await expect(page.getByText(text)).toHaveCount(0)
    await expectVerdict(page, { path, enters: true })
  }
  // A superAdmin has the type of a parent and none of their pages.
  for (const path of ['/family-constellation', '/parenting-coaches']) {
    await followLink(page, path)
    await expectVerdict(page, { path, enters: false })
  }
})

/** As a link of the app leads there. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
  await expect(page).toHaveURL(({ pathname, searchParams }) =>
    path === '/dashboard' ? pathname === '/' : searchParams.get('redirect') === path,
  )
}

/** Somebody who may not enter stands at the login, which knows where they wanted to go. */
async function expectVerdict(
  page: Page,
  { path, enters }: { path: string; enters: boolean },
): Promise<void> {
  const { pathname, searchParams } = new URL(page.url())
  if (enters) expect(pathname).not.toBe(path === '/login' ? '' : '/login')
  // The installed app opens here: who has no login has asked for no page yet.
  else if (path === '/dashboard') expect(pathname).toBe('/')
  else {
    expect(pathname).toBe('/login')
    expect(searchParams.get('redirect')).toBe(path)
    await expect(
      page.getByRole('button', { name: m.account_login_submit(), exact: true }),
    ).toBeVisible()
  }
}
