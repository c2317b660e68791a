import type { AuthzRow } from '#tests/support/authz-rows.ts'
import { rows } from './rows.ts'

const ownBriefs = rows(
  { call: 'ours: own briefs', method: 'GET', path: '/me/briefs', object: 'own session briefs' },
  'whoever books sends briefs along; a read of one’s own takes no id',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['parent', 'own', '2xx'],
    ['provider', 'own', 403],
    ['providerUnverified', 'own', 403],
    ['superAdmin', 'own', 403],
  ],
)

const brief = rows(
  {
    call: 'ours: a brief',
    method: 'GET',
    path: '/briefs/{bookingId}',
    object: 'the brief of a session',
  },
  'the verified provider of that session while it stands, the brief is not taken back and they are connected; nobody learns whether there is one',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 403],
    ['adolescent', 'other', 403],
    ['parent', 'other', 403],
    ['provider', 'other', 404],
    ['provider', 'connected', '2xx'],
    ['provider', 'connectedShareRevoked', 404],
    ['provider', 'formerlyConnected', 404],
    ['provider', 'blocked', 404],
    ['provider', 'blockedByProvider', 404],
    ['provider', 'connectedMinorUnavailable', 404],
    ['providerUnverified', 'connected', 403],
    ['superAdmin', 'other', 403],
  ],
)

const briefs = rows(
  {
    call: 'ours: briefs',
    method: 'GET',
    path: '/briefs',
    object: 'which sessions have a brief for the caller',
  },
  'for verified providers, of the sessions that they give',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 403],
    ['parent', 'own', 403],
    ['provider', 'own', '2xx'],
    ['providerUnverified', 'own', 403],
    ['superAdmin', 'own', 403],
  ],
)

/** Who may read session briefs. */
export const briefRows: readonly AuthzRow[] = [...ownBriefs, ...brief, ...briefs]
