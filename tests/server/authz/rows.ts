import type { AuthzRow } from '#tests/support/authz-rows.ts'

export type Row = [AuthzRow['actor'], relation: string, status: AuthzRow['status']]

/** The rows of one call: who makes it, how they stand to its object, and what they get. */
export function rows(
  about: Pick<AuthzRow, 'call' | 'method' | 'path' | 'object'>,
  reason: string,
  given: readonly Row[],
): AuthzRow[] {
  return given.map(([actor, relation, status]) => ({
    ...about,
    actor,
    relation,
    expect: status === '2xx' ? 'allow' : 'deny',
    status,
    reason,
  }))
}
