import type { UserType } from '#contract/account/model.ts'
import { expectAccessible } from './support/axe.ts'
import { lina, mona, openSession, sofia, type Credentials } from './support/people.ts'
import { everyAddress, mayEnter } from './support/routes.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.setTimeout(180_000)

/** Each screen is looked at as the first of these who may see it. */
const people: readonly { userType: UserType | undefined; person: Credentials | undefined }[] = [
  { userType: undefined, person: undefined },
  { userType: 'Adolescent', person: lina },
  { userType: 'Parent', person: mona },
  { userType: 'ServiceProvider', person: sofia },
]

for (const [index, { userType, person }] of people.entries()) {
  const earlier = people.slice(0, index).map((one) => one.userType)
  const mine = everyAddress().filter(
    ({ admitted }) =>
      mayEnter(admitted, userType) && !earlier.some((type) => mayEnter(admitted, type)),
  )

  test(`the screens of ${userType ?? 'a visitor'} can be used by everybody`, async ({
    page,
    origin,
    server,
    consoleGuard,
  }) => {
    // A person that does not exist, in the address of a sample.
    consoleGuard.expect(/status of 404 .*\/api\//)
    if (person) await enterAs(page, await openSession(server.origin, person), `${origin}/`)
    for (const path of person ? [...mine.map(pathOf), '/', '/dashboard'] : mine.map(pathOf)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectAccessible(page, path)
    }
  })
}

function pathOf({ path }: { path: string }): string {
  return path
}
