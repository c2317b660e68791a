import type { AuthzRow } from '#tests/support/authz-rows.ts'

type Standing = [AuthzRow['actor'], relation: string, status: AuthzRow['status']]

const practice = rows(
  { call: 'ours: practice', method: 'PATCH', path: '/user/{id}/practice', object: 'a practice' },
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

/** As `getSurveyScore` has it for a single result, but for who could be shown some: their list may be empty. */
const sharedResults = rows(
  {
    call: 'ours: shared results',
    method: 'GET',
    path: '/surveys/shared/{userId}',
    object: 'the results that somebody shares',
  },
  'a verified provider and whom they are connected with; revocation is immediate',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'other', 404],
    ['provider', 'notConnected', 404],
    ['provider', 'pending', 404],
    ['provider', 'connected', '2xx'],
    ['provider', 'connectedResultShared', '2xx'],
    ['provider', 'connectedShareRevoked', '2xx'],
    ['providerUnverified', 'connected', 404],
    ['superAdmin', 'other', 404],
  ],
)

/** Rows for calls that the product's matrix does not know, in its form. */
export const rowsOfOurs: readonly AuthzRow[] = [...practice, ...sharedResults]

function rows(
  about: Pick<AuthzRow, 'call' | 'method' | 'path' | 'object'>,
  reason: string,
  standings: readonly Standing[],
): AuthzRow[] {
  return standings.map(([actor, relation, status]) => ({
    ...about,
    actor,
    relation,
    expect: status === '2xx' ? 'allow' : 'deny',
    status,
    reason,
  }))
}
