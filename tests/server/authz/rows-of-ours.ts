import type { AuthzRow } from '#tests/support/authz-rows.ts'
import { briefRows } from './brief-rows.ts'
import { packRows } from './pack-rows.ts'
import { payLinkRows } from './pay-link-rows.ts'
import { planRows } from './plan-rows.ts'
import { preview } from './preview-rows.ts'
import { dayPicture, savedResult, sharedResults } from './rows-of-results.ts'
import { rows } from './rows.ts'

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

const language = rows(
  { call: 'ours: language', method: 'PATCH', path: '/user/{id}/language', object: 'own account' },
  'self only, as with the bio: nobody chooses in what another person reads their mails',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'own', '2xx'],
    ['parent', 'other', 404],
    ['provider', 'own', '2xx'],
    ['provider', 'connected', 404],
    ['provider', 'notConnected', 404],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'other', 404],
  ],
)

const revoked = rows(
  {
    call: 'ours: revoke sessions',
    method: 'POST',
    path: '/auth/sessions/revoke',
    object: 'sessions by the hashes of their tokens',
  },
  'whoever had the token may end its session, also without being signed in; nobody learns whether there was one',
  [
    ['anonymous', 'none', '2xx'],
    ['anonymous', 'other', '2xx'],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', '2xx'],
    ['provider', 'other', '2xx'],
    ['superAdmin', 'none', '2xx'],
  ],
)

const confirmEmail = rows(
  {
    call: 'ours: confirm email',
    method: 'POST',
    path: '/auth/email/confirm',
    object: 'an e-mail',
  },
  'people confirm their own e-mail, with its own code',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 400],
    ['parent', 'own', '2xx'],
    ['provider', 'own', '2xx'],
    ['provider', 'other', 400],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'own', '2xx'],
    ['superAdmin', 'other', 400],
  ],
)

const sendEmailCode = rows(
  {
    call: 'ours: send email code',
    method: 'POST',
    path: '/auth/email/send-code',
    object: 'an e-mail',
  },
  'people ask for a code for their own e-mail alone',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['parent', 'own', '2xx'],
    ['provider', 'own', '2xx'],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'own', '2xx'],
  ],
)

const changeEmail = rows(
  { call: 'ours: change email', method: 'PATCH', path: '/user/{id}/email', object: 'an e-mail' },
  'people put another address in the place of their own one that was never confirmed, and of nobody else’s',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'own', '2xx'],
    ['parent', 'other', 404],
    ['provider', 'own', '2xx'],
    ['provider', 'connected', 404],
    ['provider', 'notConnected', 404],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'own', '2xx'],
    ['superAdmin', 'other', 404],
  ],
)

const pushDevice = rows(
  {
    call: 'ours: push device',
    method: 'DELETE',
    path: '/me/push/devices/{id}',
    object: 'a device that gets notifications',
  },
  'everybody stops notifications on their own devices; those of others are not there',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'own', '2xx'],
    ['parent', 'other', 404],
    ['provider', 'own', '2xx'],
    ['provider', 'other', 404],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'own', '2xx'],
    ['superAdmin', 'other', 404],
  ],
)

const secondFactor = rows(
  {
    call: 'ours: second factor',
    method: 'POST',
    path: '/me/second-factor',
    object: "one's second factor",
  },
  'for those who see or decide about others; nobody reaches that of somebody else',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 403],
    ['parent', 'own', 403],
    ['provider', 'own', '2xx'],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'own', '2xx'],
  ],
)

const proof = rows(
  { call: 'ours: proof', method: 'POST', path: '/auth/prove', object: 'that it is oneself' },
  'everybody who is signed in has a password to prove it with',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['parent', 'own', '2xx'],
    ['provider', 'own', '2xx'],
    ['providerUnverified', 'own', '2xx'],
    ['superAdmin', 'own', '2xx'],
  ],
)

const minorsConcerned = rows(
  {
    call: 'ours: minors concerned',
    method: 'GET',
    path: '/admin/providers/{id}/minors',
    object: 'the minors whom a review concerns',
  },
  'names of young people are for whoever decides, and for nobody else',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'other', 403],
    ['parent', 'other', 403],
    ['provider', 'other', 403],
    ['providerUnverified', 'other', 403],
    ['superAdmin', 'other', '2xx'],
  ],
)

const proposes = [
  { call: 'ours: open slots', method: 'GET', path: '/booking/{id}/open-slots' },
  { call: 'ours: propose time', method: 'POST', path: '/booking/{id}/proposal' },
].flatMap((about) =>
  rows(
    { ...about, object: 'a session' },
    'another time is proposed by the verified provider of the session; to others it is not there',
    [
      ['anonymous', 'none', 401],
      ['adolescent', 'own', 403],
      ['adolescent', 'other', 404],
      ['parent', 'own', 403],
      ['parent', 'other', 404],
      ['provider', 'own', '2xx'],
      ['provider', 'other', 404],
      ['providerUnverified', 'own', 403],
      ['superAdmin', 'other', 404],
    ],
  ),
)

const acceptProposal = rows(
  {
    call: 'ours: accept proposal',
    method: 'POST',
    path: '/booking/{id}/proposal/accept',
    object: 'a session with a proposal',
  },
  'only its client agrees to another time',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'own', '2xx'],
    ['parent', 'other', 404],
    ['provider', 'own', 403],
    ['provider', 'other', 404],
    ['superAdmin', 'other', 404],
  ],
)

const endProposal = rows(
  {
    call: 'ours: end proposal',
    method: 'DELETE',
    path: '/booking/{id}/proposal',
    object: 'a session with a proposal',
  },
  'its client declines, its provider takes back; to others it is not there',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['adolescent', 'other', 404],
    ['parent', 'own', '2xx'],
    ['provider', 'own', '2xx'],
    ['provider', 'other', 404],
    ['superAdmin', 'other', 404],
  ],
)

const separated =
  'whoever does not see people under 18 gets nothing of one they were connected with'

/** Clearance counts at every moment: what a connected provider gets of a minor, once they do not see minors. */
const unavailable = [
  ...rows(
    {
      call: 'getUser(adolescent)',
      method: 'GET',
      path: '/auth/user/{id}',
      object: 'an Adolescent',
    },
    separated,
    [['provider', 'connectedMinorUnavailable', 404]],
  ),
  ...rows(
    { call: 'getScore', method: 'GET', path: '/scores/{userId}', object: "a teen's score" },
    separated,
    [['provider', 'connectedMinorUnavailable', 404]],
  ),
  ...rows(
    {
      call: 'profileImage(teen or parent)',
      method: 'GET',
      path: '/profile-images/{file}',
      object: 'image of a teen/parent',
    },
    separated,
    [['provider', 'connectedMinorUnavailable', 404]],
  ),
  ...rows(
    {
      call: 'getSurveyScore',
      method: 'GET',
      path: '/surveys/{id}/{type}-score/{userId}',
      object: 'a result',
    },
    separated,
    [['provider', 'connectedMinorUnavailable', 404]],
  ),
  ...rows(
    {
      call: 'ours: shared results',
      method: 'GET',
      path: '/surveys/shared/{userId}',
      object: 'the results that somebody shares',
    },
    separated,
    [['provider', 'connectedMinorUnavailable', 404]],
  ),
  ...rows(
    {
      call: 'ours: chat read while unavailable',
      method: 'GET',
      path: '/chat/{chatId}/messages',
      object: 'a chat',
    },
    `${separated}; the minor goes on reading`,
    [
      ['provider', 'memberMinorUnavailable', 404],
      ['adolescent', 'memberMinorUnavailable', '2xx'],
    ],
  ),
  ...rows(
    {
      call: 'ours: chat written while unavailable',
      method: 'POST',
      path: '/chat/{chatId}/messages',
      object: 'a chat',
    },
    `${separated}; to the minor the chat is read-only`,
    [
      ['provider', 'memberMinorUnavailable', 404],
      ['adolescent', 'memberMinorUnavailable', 403],
    ],
  ),
]

const reportFile = rows(
  {
    call: 'ours: report file',
    method: 'GET',
    path: '/admin/reports/{id}/files/{messageId}',
    object: 'the file of a reported message',
  },
  'superAdmins handle reports; neither the reporter nor whom it is about sees one again',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', 403],
    ['adolescent', 'other', 403],
    ['parent', 'other', 403],
    ['provider', 'own', 403],
    ['providerUnverified', 'own', 403],
    ['superAdmin', 'other', '2xx'],
    ['superAdmin', 'none', 404],
  ],
)

const offers = rows(
  {
    call: 'ours: offers',
    method: 'GET',
    path: '/booking/offers',
    object: 'what care providers offer',
  },
  'as free slots: for whoever may book; of a provider who does not see the reader nothing is said',
  [
    ['anonymous', 'none', 401],
    ['adolescent', 'own', '2xx'],
    ['parent', 'own', '2xx'],
    ['provider', 'own', 403],
    ['providerUnverified', 'own', 403],
    ['superAdmin', 'own', 403],
  ],
)

/** Rows for calls and relations that the product's matrix does not know, in its form. */
export const rowsOfOurs: readonly AuthzRow[] = [
  ...practice,
  ...language,
  ...sharedResults,
  ...savedResult,
  ...dayPicture,
  ...preview,
  ...revoked,
  ...confirmEmail,
  ...sendEmailCode,
  ...changeEmail,
  ...secondFactor,
  ...pushDevice,
  ...proof,
  ...minorsConcerned,
  ...unavailable,
  ...reportFile,
  ...offers,
  ...packRows,
  ...planRows,
  ...briefRows,
  ...proposes,
  ...acceptProposal,
  ...endProposal,
  ...payLinkRows,
]
