import type { AuthzRow } from '#tests/support/authz-rows.ts'
import { rows } from './rows.ts'

const send = rows(
  { call: 'ours: send a pack', method: 'POST', path: '/packs', object: 'articles for a person' },
  'a verified provider, to people they are connected with at this moment',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'connected', 403],
    ['parent', 'other', 403],
    ['provider', 'notConnected', 404],
    ['provider', 'pending', 404],
    ['provider', 'connected', '2xx'],
    ['provider', 'formerlyConnected', 404],
    ['provider', 'blocked', 404],
    ['provider', 'blockedByProvider', 404],
    ['provider', 'connectedMinorUnavailable', 404],
    ['providerUnverified', 'connected', 403],
    ['superAdmin', 'other', 403],
  ],
)

const sent = rows(
  { call: 'ours: sent packs', method: 'GET', path: '/packs/sent', object: 'own sent packs' },
  'for verified providers, their own',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 403],
    ['parent', 'own', 403],
    ['provider', 'own', '2xx'],
    ['providerUnverified', 'own', 403],
    ['superAdmin', 'own', 403],
  ],
)

const takeBack = rows(
  { call: 'ours: take a pack back', method: 'DELETE', path: '/packs/{id}', object: 'a sent pack' },
  'its sender alone; to everybody else it is not there',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'other', 403],
    ['parent', 'other', 403],
    ['provider', 'own', '2xx'],
    ['provider', 'other', 404],
    ['providerUnverified', 'other', 403],
    ['superAdmin', 'other', 403],
  ],
)

/** Who may send reading packs. */
export const packRows: readonly AuthzRow[] = [...send, ...sent, ...takeBack]
