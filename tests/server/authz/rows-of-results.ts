import { rows } from './rows.ts'

/** As `getSurveyScore` has it for a single result, but for who could be shown some: their list may be empty. */
export const sharedResults = rows(
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

export const savedResult = rows(
  {
    call: 'ours: a shared result as a file',
    method: 'POST',
    path: '/surveys/shared/{userId}/{id}/saves',
    object: 'a result that somebody shares',
  },
  'the provider it is shared with; nothing is shared with oneself, and revocation is immediate',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 404],
    ['adolescent', 'other', 404],
    ['parent', 'other', 404],
    ['provider', 'notConnected', 404],
    ['provider', 'pending', 404],
    ['provider', 'connected', 404],
    ['provider', 'connectedResultShared', '2xx'],
    ['provider', 'connectedShareRevoked', 404],
    ['provider', 'connectedMinorUnavailable', 404],
    ['providerUnverified', 'connected', 404],
    ['superAdmin', 'other', 404],
  ],
)

export const dayPicture = rows(
  {
    call: 'ours: a picture of a day',
    method: 'GET',
    path: '/trackers/pictures/{id}',
    object: 'a picture that an account keeps',
  },
  'its own person alone: no share and no connection shows it',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'other', 403],
    ['provider', 'connected', 403],
    ['providerUnverified', 'notConnected', 403],
    ['superAdmin', 'other', 403],
  ],
)
