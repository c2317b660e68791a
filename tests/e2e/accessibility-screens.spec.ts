import { expectAccessible } from './support/axe.ts'
import { boss, lina, mona, openSession, sofia, type Credentials } from './support/people.ts'
import { everyAddress, mayEnter, type MemberKind } from './support/routes.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test.setTimeout(180_000)

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
    for (const path of person ? new Set([...mine, '/', '/dashboard']) : mine) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectAccessible(page, path)
    }
  })
}
