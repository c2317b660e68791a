import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, which is not what their size says: they start and kill processes. The first two end some in
 * peace, which leave their compiled code to all that follow.
 */
const longest = [
  'server/db/backup.test.ts',
  'server/http/process.test.ts',
  'server/http/kill.test.ts',
  'server/db/crash.test.ts',
  'server/db/backup-kills.test.ts',
  'server/db/migrate-faults.test.ts',
  'server/features/web-push.test.ts',
  'server/features/ledger-faults.test.ts',
  'server/authz/matrix.test.ts',
  'server/ports/jobs-given-up.test.ts',
  'server/features/admin.test.ts',
]

/**
 * On a clean clone vitest knows of no file how long it takes and begins with the largest. Long ones that begin last leave the
 * other cores idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...projects.values()].flatMap((ofOne) =>
      ofOne.toSorted((one, other) => turnOf(one) - turnOf(other)),
    )
  }
}

function turnOf({ moduleId }: TestSpecification): number {
  const turn = longest.findIndex((path) => moduleId.endsWith(`/tests/${path}`))
  return turn === -1 ? longest.length : turn
}
