import { rows } from './rows.ts'

/** A look at oneself through the eyes of somebody one has to do with; about strangers it tells nothing. */
export const preview = rows(
  {
    call: 'ours: preview',
    method: 'GET',
    path: '/me/preview/{viewerId}',
    object: 'what somebody is answered about the caller',
  },
  'people see themselves as those see them whom they asked, are or were connected with; nobody else is there',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'notConnected', 404],
    ['adolescent', 'self', 404],
    ['adolescent', 'pending', '2xx'],
    ['adolescent', 'connected', '2xx'],
    ['adolescent', 'formerlyConnected', '2xx'],
    ['adolescent', 'blocked', 404],
    ['adolescent', 'connectedThenUnverified', '2xx'],
    ['parent', 'notConnected', 404],
    ['parent', 'connected', '2xx'],
    ['provider', 'notConnected', 404],
    ['provider', 'connected', '2xx'],
    ['superAdmin', 'notConnected', 404],
  ],
)
