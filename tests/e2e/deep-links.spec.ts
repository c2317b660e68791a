import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { boss, lina, mona, openSession, sofia, type Credentials } from './support/people.ts'
import { everyAddress, followLink, mayEnter, sharesOf, type MemberKind } from './support/routes.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })
test.setTimeout(300_000)

/** What the app says where it cannot show a page. */
const failures = [m.shell_part_missing_title(), m.shell_error_title(), m.shell_not_found_title()]

const people: readonly (readonly [string, MemberKind | undefined, Credentials | undefined])[] = [
  ['a visitor', undefined, undefined],
  ['a young person', 'Adolescent', lina],
  ['a parent', 'Parent', mona],
  ['a care provider', 'ServiceProvider', sofia],
]

/** What one of several may open has a cold start with one of them, and opens within the app for the others. */
const coldStarts = sharesOf([...people.map(([, kind]) => kind), 'superAdmin'])

for (const [who, kind, person] of people) {
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
        const enters = mayEnter(admitted, kind)
        // What one may not enter has nothing to load: the guards are asked from a cold start once.
        const isCold = enters ? coldStarts.get(kind)?.includes(path) : !isRefused
        await (isCold ? page.goto(path) : followLink(page, path))
        isRefused ||= !enters
        await expectOpen(page)
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
    await expectOpen(page)
    await expectVerdict(page, { path, enters: true })
  }
  // A superAdmin has the type of a parent and none of their pages.
  for (const path of ['/family-constellation', '/parenting-coaches']) {
    await followLink(page, path)
    await expectVerdict(page, { path, enters: false })
  }
})

async function expectOpen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(
    failures.map((text) => page.getByText(text)).reduce((one, other) => one.or(other)),
  ).toHaveCount(0)
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
