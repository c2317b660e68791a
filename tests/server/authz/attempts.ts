import type { CallName } from '#contract/api.ts'
import type { Database } from '#server/db/client.ts'
import type { AuthzRow } from '#tests/support/authz-rows.ts'
import { call } from '#tests/support/call.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { answerOf, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { briefAttempts } from './brief-attempts.ts'
import {
  tryDeleteMessage,
  tryGetChatFile,
  tryGetChatSettings,
  tryGetMessages,
  tryListChats,
  tryMarkRead,
  tryPostMessage,
  tryPutChatFile,
  tryPutChatSettings,
  trySayTyping,
} from './chat-attempts.ts'
import { tryChangeEmail, tryConfirmEmail, trySendEmailCode } from './confirmation-attempts.ts'
import { tryOnConnection, tryRequest } from './connection-attempts.ts'
import { tryLogin, tryRegister } from './front-door-attempts.ts'
import { libraryAttempts } from './library-attempts.ts'
import {
  bookingAttempts,
  calendarAttempts,
  paymentAttempts,
  pricingAttempts,
} from './money-attempts.ts'
import { packAttempts } from './pack-attempts.ts'
import { payLinkAttempts } from './pay-link-attempts.ts'
import { pictureAttempts } from './picture-attempts.ts'
import { planAttempts } from './plan-attempts.ts'
import {
  tryGetImage,
  tryGetPaper,
  tryGetScore,
  tryUpdateBio,
  tryUpdateImage,
  tryUpdatePassword,
  tryUpdateLanguage,
  tryUpdateSharing,
} from './profile-attempts.ts'
import { tryListProviders, tryMinors, tryReview, tryUpdatePractice } from './provider-attempts.ts'
import { pushAttempts } from './push-attempts.ts'
import {
  tryGetSurveyScore,
  tryListShared,
  tryShare,
  trySaveShared,
  trySubmit,
  tryUnshare,
} from './quest-attempts.ts'
import { tryForgot, tryReset } from './recovery-attempts.ts'
import { relate } from './relate.ts'
import {
  tryBlock,
  tryGetReportFile,
  tryHandleReport,
  tryReport,
  tryUnblock,
} from './safety-attempts.ts'
import { secondFactorAttempts } from './second-factor-attempts.ts'
import { tryDeleteAccount, tryEndSession, tryRevoke } from './settings-attempts.ts'
import type { Attempt, Outcome, Stage } from './stage.ts'

/** How the rows of a call are tried, by the call's name in the contract: one without an entry does not compile. */
export const attempts: { readonly [K in CallName]: Attempt } = {
  login: tryLogin,
  registerAdolescent: tryRegister('Adolescent'),
  registerParent: tryRegister('Parent'),
  registerServiceProvider: tryRegister('ServiceProvider'),
  forgotPassword: tryForgot,
  resetPassword: tryReset,
  confirmEmail: tryConfirmEmail,
  sendEmailCode: trySendEmailCode,
  changeEmail: tryChangeEmail,
  updateProfileImage: tryUpdateImage,
  updateBio: tryUpdateBio,
  updatePassword: tryUpdatePassword,
  getScore: tryGetScore,
  getProfileImage: tryGetImage,
  getPaper: tryGetPaper,
  getUser: tryGetUser,
  async logout({ origin, actor }) {
    return call(origin, 'logout', {}, { token: actor?.token })
  },
  revokeSessions: tryRevoke,
  async listSessions({ origin, actor }) {
    return call(origin, 'listSessions', {}, { token: actor?.token })
  },
  endSession: tryEndSession,
  async endOtherSessions({ origin, actor }) {
    return call(origin, 'endOtherSessions', {}, { token: actor?.token })
  },
  async exportMyData({ origin, actor }) {
    return call(origin, 'exportMyData', {}, { token: actor?.token })
  },
  deleteAccount: tryDeleteAccount,
  ...secondFactorAttempts,
  ...pricingAttempts,
  ...paymentAttempts,
  ...payLinkAttempts,
  ...calendarAttempts,
  ...bookingAttempts,
  async recordTracker({ origin, actor, row }) {
    const send = () => call(origin, 'recordTracker', { body: answerOf() }, { token: actor?.token })
    const first = await send()
    return row.relation === 'secondSameDay' ? send() : first
  },
  async checkTrackers({ origin, actor }) {
    return call(origin, 'checkTrackers', { query: {} }, { token: actor?.token })
  },
  async latestTrackerEntries({ origin, actor }) {
    const params = { type: 'Mood' as const }
    return call(origin, 'latestTrackerEntries', { params, query: {} }, { token: actor?.token })
  },
  async trackerNotes({ origin, actor }) {
    return call(origin, 'trackerNotes', { query: {} }, { token: actor?.token })
  },
  ...pictureAttempts,
  async trackerImports({ origin, actor }) {
    return call(origin, 'trackerImports', {}, { token: actor?.token })
  },
  async listSurveys({ origin, actor }) {
    return call(origin, 'listSurveys', {}, { token: actor?.token })
  },
  async getSurvey({ origin, actor }) {
    return call(origin, 'getSurvey', { params: { id: '1' } }, { token: actor?.token })
  },
  async surveysByCategory({ origin, actor }) {
    const params = { category: 'Mood' }
    return call(origin, 'surveysByCategory', { params }, { token: actor?.token })
  },
  submitSurvey: trySubmit,
  getSurveyScore: tryGetSurveyScore,
  async listResults({ origin, actor }) {
    return call(origin, 'listResults', { query: {} }, { token: actor?.token })
  },
  listSharedResults: tryListShared,
  saveSharedResult: trySaveShared,
  ...packAttempts,
  ...planAttempts,
  ...briefAttempts,
  shareResult: tryShare,
  unshareResult: tryUnshare,
  async accessLog({ origin, actor }) {
    return call(origin, 'accessLog', { query: {} }, { token: actor?.token })
  },
  async getSharing({ origin, actor }) {
    return call(origin, 'getSharing', {}, { token: actor?.token })
  },
  previewAs: tryPreview,
  ...libraryAttempts,
  listProviders: tryListProviders,
  async countProviders({ origin, actor }) {
    return call(origin, 'countProviders', {}, { token: actor?.token })
  },
  async listFamilyTherapists({ origin, actor }) {
    return call(origin, 'listFamilyTherapists', { query: {} }, { token: actor?.token })
  },
  async listParentingCoaches({ origin, actor }) {
    return call(origin, 'listParentingCoaches', { query: {} }, { token: actor?.token })
  },
  updatePractice: tryUpdatePractice,
  async listReviews({ origin, actor }) {
    return call(origin, 'listReviews', { query: {} }, { token: actor?.token })
  },
  listMinorsConcerned: tryMinors,
  reviewProvider: tryReview,
  updateSharing: tryUpdateSharing,
  updateLanguage: tryUpdateLanguage,
  requestConnection: tryRequest,
  async listSentRequests({ origin, actor }) {
    return call(origin, 'listSentRequests', { query: {} }, { token: actor?.token })
  },
  async listReceivedRequests({ origin, actor }) {
    return call(origin, 'listReceivedRequests', { query: {} }, { token: actor?.token })
  },
  async listFriends({ origin, actor }) {
    return call(origin, 'listFriends', { query: {} }, { token: actor?.token })
  },
  acceptConnection: tryOnConnection('acceptConnection'),
  rejectConnection: tryOnConnection('rejectConnection'),
  removeRequest: tryOnConnection('removeRequest'),
  endConnection: tryOnConnection('endConnection'),
  blockPerson: tryBlock,
  unblockPerson: tryUnblock,
  async listBlocks({ origin, actor }) {
    return call(origin, 'listBlocks', { query: {} }, { token: actor?.token })
  },
  report: tryReport,
  async listReports({ origin, actor }) {
    return call(origin, 'listReports', { query: {} }, { token: actor?.token })
  },
  async countWaiting({ origin, actor }) {
    return call(origin, 'countWaiting', {}, { token: actor?.token })
  },
  handleReport: tryHandleReport,
  getReportFile: tryGetReportFile,
  async listNotices({ origin, actor }) {
    return call(origin, 'listNotices', { query: {} }, { token: actor?.token })
  },
  async readNotices({ origin, actor }) {
    const body = { upTo: '2026-06-15T12:00:00.000Z' }
    return call(origin, 'readNotices', { body }, { token: actor?.token })
  },
  ...pushAttempts,
  pushOps: tryPush,
  liveEvents: tryLiveEvents,
  listChats: tryListChats,
  getMessages: tryGetMessages,
  postMessage: tryPostMessage,
  putChatFile: tryPutChatFile,
  getChatFile: tryGetChatFile,
  deleteMessage: tryDeleteMessage,
  markRead: tryMarkRead,
  sayTyping: trySayTyping,
  getChatSettings: tryGetChatSettings,
  putChatSettings: tryPutChatSettings,
}

async function tryGetUser({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const own = ownObject(row) && actor
  const { id } = own ? actor : await addObject(database, row)
  if (actor && !own) await relate(database, row.relation, actor, id)
  const answer = await call(origin, 'getUser', { params: { id } }, { token: actor?.token })
  return answer.status === 200 ? { status: 200, view: answer.reply.view } : answer
}

/** The caller is who is seen; a provider is seen by a young person, everybody else by a provider. */
async function tryPreview({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const provides = row.actor === 'provider'
  const viewer = await addPerson(
    database,
    provides ? {} : { userType: 'ServiceProvider', verifiedAt: new Date(0) },
  )
  if (actor && provides) await relate(database, row.relation, actor, viewer.id)
  if (actor && !provides) await relate(database, row.relation, viewer, actor.id)
  const viewerId = row.relation === 'self' && actor ? actor.id : viewer.id
  return call(origin, 'previewAs', { params: { viewerId } }, { token: actor?.token })
}

/** An operation that is refused by its own result counts as refused. */
async function tryPush({ origin, actor, row }: Stage): Promise<Outcome> {
  const push = async () => {
    const body = { ops: [wireOp(answerOf())] }
    const answer = await call(origin, 'pushOps', { body }, { token: actor?.token })
    if (answer.status !== 200) return answer
    const [result] = answer.reply.results
    if (result?.status === 'superseded') return { status: 409 }
    return { status: result?.status === 'rejected' && result.code === 'forbidden' ? 403 : 200 }
  }
  const first = await push()
  return row.relation === 'secondSameDay' ? push() : first
}

/** Whoever gets a stream hears something at once. */
async function tryLiveEvents({ origin, actor }: Stage): Promise<Outcome> {
  const stream = await openLiveStream(origin, actor?.token)
  const { status } = stream
  if (status === 200) await stream.next()
  stream.close()
  return { status }
}

/** True where the object is the caller: an adolescent who looks at an Adolescent, as their own. */
function ownObject({ object, actor, relation }: AuthzRow): boolean {
  if (relation !== 'own') return false
  const owners: Record<string, readonly string[]> = {
    'an Adolescent': ['adolescent'],
    'a Parent': ['parent'],
    'a verified ServiceProvider': ['provider'],
    'an unverified ServiceProvider': ['provider', 'providerUnverified'],
  }
  return owners[object]?.includes(actor) ?? false
}

function addObject(database: Database, { object }: AuthzRow): Promise<SignedIn> {
  switch (object) {
    case 'an Adolescent':
      return addPerson(database)
    case 'a Parent':
      return addPerson(database, { userType: 'Parent' })
    case 'a verified ServiceProvider':
      return addPerson(database, { userType: 'ServiceProvider', verifiedAt: new Date(0) })
    case 'an unverified ServiceProvider':
      return addPerson(database, { userType: 'ServiceProvider' })
    default:
      throw new Error(`Nobody knows how to make ${object}`)
  }
}
