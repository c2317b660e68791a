import type { AuthzRow } from '#tests/support/authz-rows.ts'

type Standing = [AuthzRow['actor'], relation: string, status: AuthzRow['status']]

/** Rows for calls that the product's matrix does not know, in its form. */
export const rowsOfOurs: readonly AuthzRow[] = rows(
  { call: 'ours: practice', method: 'PATCH', path: '/user/{id}/practice' },
  'care providers say what they do, also before their review; nobody says it for them',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 403],
    ['parent', 'own', 403],
    ['provider', 'own', '2xx'],
    ['provider', 'other', 404],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'other', 403],
  ],
)

function rows(
  about: Pick<AuthzRow, 'call' | 'method' | 'path'>,
  reason: string,
  standings: readonly Standing[],
): AuthzRow[] {
  return standings.map(([actor, relation, status]) => ({
    ...about,
    object: 'a practice',
    actor,
    relation,
    expect: status === '2xx' ? 'allow' : 'deny',
    status,
    reason,
  }))
}
