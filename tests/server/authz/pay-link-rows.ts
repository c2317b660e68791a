import { rows } from './rows.ts'

const askToPay = rows(
  { call: 'ours: ask to pay', method: 'POST', path: '/payment/requests', object: 'a plan' },
  'whoever may buy a plan may ask somebody else to pay for it',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['parent', 'own', '2xx'],
    ['provider', 'own', 403],
    ['providerUnverified', 'own', 403],
    ['superAdmin', 'own', 403],
  ],
)

const withdrawLink = rows(
  {
    call: 'ours: withdraw a pay link',
    method: 'DELETE',
    path: '/payment/requests/{id}',
    object: 'a link to pay with',
  },
  'a link is taken back by whoever made it; to others it is not there',
  [
    ['anonymous', 'other', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'own', '2xx'],
    ['parent', 'other', 404],
    ['provider', 'other', 404],
    ['providerUnverified', 'other', 404],
    ['superAdmin', 'other', 404],
  ],
)

const payLink = rows(
  { call: 'ours: pay link', method: 'POST', path: '/pay/view', object: 'a link to pay with' },
  'whoever has a link that works may pay with it, signed in or not; any other is not there',
  [
    ['anonymous', 'own', '2xx'],
    ['anonymous', 'other', 404],
    ['anonymous', 'withdrawn', 404],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'own', '2xx'],
    ['provider', 'own', '2xx'],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'own', '2xx'],
    ['superAdmin', 'other', 404],
  ],
)

/** Links with which somebody else pays. */
export const payLinkRows = [...askToPay, ...withdrawLink, ...payLink]
