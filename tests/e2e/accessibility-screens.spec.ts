import type { Page } from '@playwright/test'
import type { AnyRouter } from '@tanstack/react-router'
import { expectAccessible } from './support/axe.ts'
import { boss, lina, mona, openSession, sofia, type Credentials } from './support/people.ts'
import { everyAddress, mayEnter, type MemberKind } from './support/routes.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { expectTranslatable } from './support/translatable.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })
// One test looks at dozens of screens.
test.setTimeout(600_000)

const people: readonly { kind: MemberKind | undefined; person: Credentials | undefined }[] = [
  { kind: undefined, person: undefined },
  { kind: 'Adolescent', person: lina },
  { kind: 'Parent', person: mona },
  { kind: 'ServiceProvider', person: sofia },
  { kind: 'superAdmin', person: boss },
]

/** Each screen is looked at by one of those who may see it: a visitor, or the member who has the fewest to look at. */
const shares = people.map(({ kind }) => ({ kind, paths: new Array<string>() }))
for (const { path, admitted } of everyAddress()) {
  const [least] = shares
    .filter(({ kind }) => mayEnter(admitted, kind))
    .sort((one, other) => load(one) - load(other))
  least?.paths.push(path)
}

/** Screens on which each member finds something of their role. */
const ofEachRole = [
  '/profile',
  '/edit-profile',
  '/circle-of-care',
  '/conn-dash',
  '/sessions',
  '/library/articles',
]

function load({ kind, paths }: { kind: MemberKind | undefined; paths: string[] }): number {
  return kind === undefined ? 0 : paths.length
}

for (const [index, { kind, person }] of people.entries()) {
  const mine = shares[index]?.paths ?? []

  test(`the screens of ${kind ?? 'a visitor'} can be used by everybody`, async ({
    page,
    origin,
    server,
    consoleGuard,
  }) => {
    // A person that does not exist, in the address of a sample.
    consoleGuard.expect(/status of 404 .*\/api\//)
    if (person) await enterAs(page, await openSession(server.origin, person), `${origin}/`)
    else await page.goto('/')
    for (const path of person ? new Set([...mine, '/', '/dashboard']) : mine) {
      await followLink(page, path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectAccessible(page, path)
    }
    for (const path of kind && kind !== 'superAdmin'
      ? ofEachRole.filter((each) => !mine.includes(each))
      : []) {
      await followLink(page, path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectTranslatable(page, path)
    }
  })
}

/** As a link of the app leads there: the start of the app and of axe, which is most of the work, is needed once. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
  await page.waitForFunction(() => {
    const { location, resolvedLocation, status } = globalThis.__TSR_ROUTER__.state
    const isKnown = location.pathname === globalThis.location.pathname
    return isKnown && status === 'idle' && resolvedLocation?.href === location.href
  })
}

declare global {
  /** The router's own handle for its tools. */
  var __TSR_ROUTER__: AnyRouter
}
