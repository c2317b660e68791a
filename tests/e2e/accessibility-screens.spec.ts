import { expectAccessible } from './support/axe.ts'
import { boss, lina, mona, openSession, sofia, type Credentials } from './support/people.ts'
import { followLink, sharesOf, type MemberKind } from './support/routes.ts'
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

const shares = sharesOf(people.map(({ kind }) => kind))

/** Screens on which each member finds something of their role. */
const ofEachRole = [
  '/profile',
  '/edit-profile',
  '/circle-of-care',
  '/conn-dash',
  '/sessions',
  '/library/articles',
]

for (const { kind, person } of people) {
  const mine = shares.get(kind) ?? []

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
