import type { AuthzRow } from '#tests/support/authz-rows.ts'
import { rows } from './rows.ts'

const ownPlan = rows(
  { call: 'ours: own plan', method: 'GET', path: '/me/plan', object: 'own safety plan' },
  'young people have a safety plan; a read of one takes no id',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['parent', 'own', 403],
    ['provider', 'own', 403],
    ['providerUnverified', 'own', 403],
    ['superAdmin', 'own', 403],
  ],
)

const sharePlan = rows(
  {
    call: 'ours: share plan',
    method: 'PUT',
    path: '/me/plan/share/{providerId}',
    object: 'own safety plan',
  },
  'a plan is shown by its owner alone, to a provider they are connected with at this moment',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'notConnected', 404],
    ['adolescent', 'pending', 404],
    ['adolescent', 'formerlyConnected', 404],
    ['adolescent', 'connectedMinorUnavailable', 404],
    ['adolescent', 'connected', '2xx'],
    ['parent', 'connected', 403],
    ['provider', 'own', 403],
    ['superAdmin', 'other', 403],
  ],
)

const sharedPlan = rows(
  {
    call: 'ours: shared plan',
    method: 'GET',
    path: '/plans/{userId}',
    object: 'the safety plan of somebody',
  },
  'a verified provider while the plan is shown to them and they are connected; nobody learns whether there is one',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 403],
    ['adolescent', 'other', 403],
    ['parent', 'other', 403],
    ['provider', 'notConnected', 404],
    ['provider', 'connected', 404],
    ['provider', 'connectedPlanShared', '2xx'],
    ['provider', 'connectedShareRevoked', 404],
    ['provider', 'formerlyConnected', 404],
    ['provider', 'blocked', 404],
    ['provider', 'blockedByProvider', 404],
    ['provider', 'connectedMinorUnavailable', 404],
    ['providerUnverified', 'connectedPlanShared', 403],
    ['superAdmin', 'other', 403],
  ],
)

const sharedPlans = rows(
  {
    call: 'ours: shared plans',
    method: 'GET',
    path: '/plans',
    object: 'who shows the caller a plan',
  },
  'for verified providers, of whom they are connected with',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 403],
    ['parent', 'own', 403],
    ['provider', 'own', '2xx'],
    ['providerUnverified', 'own', 403],
    ['superAdmin', 'own', 403],
  ],
)

/** Who may read and show safety plans. */
export const planRows: readonly AuthzRow[] = [
  ...ownPlan,
  ...sharePlan,
  ...sharedPlan,
  ...sharedPlans,
]
