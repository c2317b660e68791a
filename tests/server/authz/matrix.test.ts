import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type CallName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '#server/db/client.ts'
import { createPasswords } from '#server/features/account/sign-in/passwords.ts'
import { authzRows, type AuthzRow } from '#tests/support/authz-rows.ts'
import { calendarFake } from '#tests/support/calendar-fake.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { attempts } from './attempts.ts'
import { rowsOfOurs } from './rows-of-ours.ts'

/** The matrix's own names of each call; a call of the contract that has no rows does not compile or fails below. */
const rowsOf: { readonly [K in CallName]: readonly string[] } = {
  login: ['login'],
  registerAdolescent: ['registerAdolescent'],
  registerParent: ['registerParent'],
  registerServiceProvider: ['registerServiceProvider'],
  forgotPassword: ['forgotPassword'],
  resetPassword: ['resetPassword'],
  confirmEmail: ['ours: confirm email'],
  sendEmailCode: ['ours: send email code'],
  changeEmail: ['ours: change email'],
  updateProfileImage: ['patch_profileImg'],
  updateBio: ['patch_bio'],
  updatePassword: ['patch_password'],
  getScore: ['getScore'],
  getProfileImage: ['profileImage(provider)', 'profileImage(teen or parent)'],
  getPaper: ['resumeOrLicence'],
  exportMyData: ['X2 export'],
  deleteAccount: ['X3 deleteAccount'],
  // One's own sessions have no rows of their own: they are one's own data like an export.
  listSessions: ['X2 export'],
  endSession: ['X2 export'],
  endOtherSessions: ['X2 export'],
  getSecondFactor: ['ours: second factor'],
  beginSecondFactor: ['ours: second factor'],
  confirmSecondFactor: ['ours: second factor'],
  renewRecoveryCodes: ['ours: second factor'],
  endSecondFactor: ['ours: second factor'],
  proveSelf: ['ours: proof'],
  logout: ['X1 logout'],
  revokeSessions: ['ours: revoke sessions'],
  getUser: [
    'getUser(adolescent)',
    'getUser(parent)',
    'getUser(verified provider)',
    'getUser(unverified provider)',
  ],
  recordTracker: ['postTracker'],
  checkTrackers: ['checkTrackers'],
  latestTrackerEntries: ['trackerEntries'],
  // What stands beside answers is its person's as these are.
  trackerNotes: ['trackerEntries'],
  putTrackerPicture: ['trackerEntries'],
  trackerPictures: ['trackerEntries'],
  getTrackerPicture: ['ours: a picture of a day'],
  trackerImports: ['trackerEntries'],
  listSurveys: ['listSurveys'],
  getSurvey: ['getSurvey'],
  surveysByCategory: ['surveysByCategory'],
  submitSurvey: ['submitSurvey'],
  getSurveyScore: ['getSurveyScore'],
  listSharedResults: ['ours: shared results'],
  saveSharedResult: ['ours: a shared result as a file'],
  // One's own results are for those who can have any.
  listResults: ['submitSurvey'],
  shareResult: ['submitSurvey'],
  unshareResult: ['submitSurvey'],
  ownPlan: ['ours: own plan'],
  sharePlan: ['ours: share plan'],
  getSharedPlan: ['ours: shared plan'],
  listSharedPlans: ['ours: shared plans'],
  ownBriefs: ['ours: own briefs'],
  getSharedBrief: ['ours: a brief'],
  listSharedBriefs: ['ours: briefs'],
  accessLog: ['X7 accessLog'],
  // Who looked, with who may.
  getSharing: ['X7 accessLog'],
  previewAs: ['ours: preview'],
  listArticles: ['listArticles'],
  articlesByCategory: ['articlesByCategory'],
  articlesByUser: ['articlesByUser'],
  getArticle: ['getArticle'],
  sendPack: ['ours: send a pack'],
  listSentPacks: ['ours: sent packs'],
  takePackBack: ['ours: take a pack back'],
  // One's own packs take no id.
  listPacks: ['X2 export'],
  createArticle: ['createArticle'],
  updateArticle: ['updateArticle'],
  deleteArticle: ['deleteArticle'],
  listVideos: ['listVideos'],
  videosByCategory: ['videosByCategory'],
  videosByUser: ['videosByUser'],
  createVideo: ['createVideo'],
  updateVideo: ['updateVideo'],
  deleteVideo: ['deleteVideo'],
  introVideosOf: ['introVideoOf'],
  createIntroVideo: ['createIntroVideo'],
  updateIntroVideo: ['updateIntroVideo'],
  getAttachment: ['attachment'],
  getArticleFile: ['articleFile'],
  // Searching, following the changes and looking at a video's picture have no rows of their own: they are reading.
  libraryChanges: ['listArticles'],
  searchLibrary: ['listArticles'],
  getVideoThumbnail: ['listVideos'],
  listProviders: ['listProviders'],
  listFamilyTherapists: ['list_family-constellation-therapists'],
  listParentingCoaches: ['list_parenting-coaches'],
  // Numbers without a name, for whoever may see the lists.
  countProviders: ['X2 export'],
  updatePractice: ['ours: practice'],
  listReviews: ['X8 reviewProvider'],
  listMinorsConcerned: ['ours: minors concerned'],
  reviewProvider: ['X8 reviewProvider'],
  // What one shows of oneself is changed as one's bio is.
  updateSharing: ['patch_bio'],
  updateLanguage: ['ours: language'],
  requestConnection: ['requestConnection'],
  listSentRequests: ['sentRequests'],
  listReceivedRequests: ['receivedRequests'],
  listFriends: ['friends'],
  acceptConnection: ['acceptConnection'],
  rejectConnection: ['rejectConnection'],
  removeRequest: ['removeRequest'],
  endConnection: ['X4 endConnection'],
  blockPerson: ['X5 block'],
  unblockPerson: ['X5 block'],
  listBlocks: ['X5 block'],
  report: ['X6 report'],
  listReports: ['X9 handleReports'],
  countWaiting: ['X9 handleReports'],
  handleReport: ['X9 handleReports'],
  getReportFile: ['ours: report file'],
  // One's own notices take no id.
  listNotices: ['X2 export'],
  readNotices: ['X2 export'],
  // What one is notified of, and on which of one's devices, takes no id but that of a device.
  getPushKey: ['X2 export'],
  putSubscription: ['X2 export'],
  deleteSubscription: ['X2 export'],
  listPushDevices: ['X2 export'],
  stopPushDevice: ['ours: push device'],
  getPushSettings: ['X2 export'],
  getRestingReminders: ['X2 export'],
  putPushSettings: ['X2 export'],
  sendTestPush: ['X2 export'],
  remindersIcs: ['X2 export'],
  getPricing: ['getPricing'],
  savePricing: ['postPricing'],
  // Listing whom to price, and giving money back, are for those who price.
  listPricedProviders: ['postPricing'],
  refundPayment: ['postPricing'],
  createCheckoutSession: ['createCheckout'],
  getPaymentSession: ['getPaymentSession'],
  completeSandboxPayment: ['getPaymentSession'],
  askToPay: ['ours: ask to pay'],
  listPaymentRequests: ['X2 export'],
  withdrawPaymentRequest: ['ours: withdraw a pay link'],
  viewPayable: ['ours: pay link'],
  payAsGuest: ['ours: pay link'],
  endGuestSandbox: ['ours: pay link'],
  googleConnect: ['googleConnect'],
  googleFinish: ['googleConnect'],
  googleDisconnect: ['googleConnect'],
  getSchedule: ['getSchedule'],
  putSchedule: ['putSchedule'],
  // Where one's sessions take place is part of one's own calendar, too.
  getRoom: ['getSchedule'],
  putRoom: ['putSchedule'],
  getMode: ['getMode'],
  getBusy: ['getBusy'],
  postBusy: ['postBusy'],
  deleteBusy: ['deleteBusy'],
  validateAccess: ['validateAccess'],
  availableSlots: ['availableSlots'],
  listOffers: ['ours: offers'],
  book: ['book'],
  // A session that was booked is its client's like the purchase it was booked with.
  cancelBooking: ['getPaymentSession'],
  rescheduleBooking: ['getPaymentSession'],
  bookingIcs: ['getPaymentSession'],
  openSlots: ['ours: open slots'],
  proposeTime: ['ours: propose time'],
  acceptProposal: ['ours: accept proposal'],
  endProposal: ['ours: end proposal'],
  // A week takes no id: it is one's own calendar.
  providerWeek: ['getBusy'],
  // Lists that take no id: one's own purchases and sessions.
  listPayments: ['X2 export'],
  listBookings: ['X2 export'],
  // Pushing has no rows of its own: what it carries is held to the rows of the call that does the same.
  pushOps: ['postTracker'],
  // A stream takes no id and carries one's own events.
  liveEvents: ['X2 export'],
  listChats: ['chatsOf'],
  getMessages: ['getMessages', 'ours: chat read while unavailable'],
  postMessage: ['postMessage', 'ours: chat written while unavailable'],
  getChatFile: ['chatFile', 'ours: chat read while unavailable'],
  // Reading on and saying that one writes are for whoever reads the chat.
  markRead: ['getMessages', 'ours: chat read while unavailable'],
  sayTyping: ['getMessages', 'ours: chat read while unavailable'],
  // What changes a chat is for its two people, and a provider without verification is told so: as with ending it.
  putChatFile: ['X4 endConnection', 'ours: chat written while unavailable'],
  deleteMessage: ['X4 endConnection', 'ours: chat written while unavailable'],
  getChatSettings: ['X2 export'],
  putChatSettings: ['X2 export'],
}

const relationsThatExist = [
  'none',
  'own',
  'other',
  'notConnected',
  'claimsToBeGuardian',
  'connected',
  'pending',
  'formerlyConnected',
  'connectedThenUnverified',
  'connectedScoreHidden',
  'connectedWantsToEnd',
  'blocked',
  'blockedByProvider',
  'alreadyPending',
  'alreadyConnected',
  'alreadyDecided',
  'withdrawn',
  'ownAccepted',
  'self',
  'targetUnverified',
  'targetNotProvider',
  'minorToProviderNotClearedForMinors',
  'secondSameDay',
  'authorUnverified',
  'itemDeleted',
  'under13',
  'providerUnder18',
  'bodyRoleSuperAdmin',
  'pathUserTypeUnknown',
  'accountSuspended',
  'throttled',
  'noResetCookie',
  'otherBrowserCookie',
  'planOfOtherProvider',
  'providerUnverified',
  'bodyCarriesPrice',
  'noSessionsLeft',
  'slotTaken',
  'slotInPast',
  'slotOutsideWorkingHours',
  'bookForOtherUser',
  'codeExpired',
  'codeUsed',
  'sixthTry',
  'connectedResultShared',
  'connectedShareRevoked',
  'ownWrongType',
  'memberAfterBlock',
  'memberConnectionEnded',
  'memberLostVerification',
  'senderIdOfOther',
  'emptyTextNoFile',
  'reportedChat',
]

const names = Object.keys(rowsOf) as CallName[]
const tried = names.flatMap((name) =>
  [...authzRows, ...rowsOfOurs]
    .filter((row) => rowsOf[name].includes(row.call))
    .map((row) => ({ name, row, title: `${name}: ${row.call}, ${row.actor}, ${row.relation}` })),
)

describe('the authorization matrix', () => {
  test('is tried for every call of the contract', () => {
    for (const name of names) {
      expect([name, tried.some((each) => each.name === name)]).toEqual([name, true])
    }
  })

  test('has no row of an existing call that is not tried', () => {
    const known = new Set(Object.values(rowsOf).flat())
    const existing = authzRows.filter(isInContract)
    expect([...new Set(existing.map((row) => row.call))].filter((row) => !known.has(row))).toEqual(
      [],
    )
    const relations = new Set(existing.map((row) => row.relation))
    expect([...relations].toSorted()).toEqual(relationsThatExist.toSorted())
    expect(existing.length).toBeGreaterThan(70)
  })
})

describe.each(databasesUnderTest())('a row of the matrix holds, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    const passwords = await createPasswords()
    server = await startTestServer(open.database, { passwords, google: calendarFake() })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  test.each(tried)('$title', async ({ name, row }) => {
    const actor = await addActor(open.database, row)
    const stage = { origin: server.origin, server, database: open.database, row, actor }
    const { status, view } = await attempts[name](stage)
    const got = row.status === '2xx' && status >= 200 && status < 300 ? '2xx' : status
    expect({ status: got, view }).toEqual({ status: row.status, view: row.view })
  })
})

function isInContract(row: AuthzRow): boolean {
  return Object.values<Endpoint>(api).some(
    ({ method, path }) => method === row.method && shapeOf(path) === shapeOf(row.path),
  )
}

function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}')
}

async function addActor(database: Database, row: AuthzRow): Promise<SignedIn | undefined> {
  switch (row.actor) {
    case 'anonymous':
      return undefined
    case 'adolescent':
      return addPerson(database)
    case 'parent':
      return addPerson(database, { userType: 'Parent' })
    case 'provider':
      return addPerson(database, { userType: 'ServiceProvider', verifiedAt: verifiedAtOf(row) })
    case 'providerUnverified':
      return addPerson(database, { userType: 'ServiceProvider' })
    case 'superAdmin':
      return addPerson(database, { userType: 'Parent', role: 'superAdmin' })
  }
}

/** A provider looking at their own profile before the review is the object of that row. */
function verifiedAtOf({ object, relation }: AuthzRow): Date | null {
  return object === 'an unverified ServiceProvider' && relation === 'own' ? null : new Date(0)
}
