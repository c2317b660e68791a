import { auditEvents, jobs, rateLimits, blobRemovals } from './schema/upkeep.ts'
import {
  knownDevices,
  sessions,
  users,
  emailCodes,
  passwordResets,
  recoveryCodes,
  secondFactors,
} from './schema/account.ts'
import { bookings, slotHolds } from './schema/booking.ts'
import { sessionBriefs } from './schema/brief.ts'
import { busySlots, googleCalendars, sessionRooms, workingSchedules } from './schema/calendar.ts'
import { chatFiles, chats, chatSettings, messageReactions, messages } from './schema/chat.ts'
import { blocks, connections } from './schema/connections.ts'
import { messageEvidence, reportFiles, sealedFiles } from './schema/evidence.ts'
import {
  introVideos,
  libraryHead,
  libraryItems,
  libraryRemovals,
  videoThumbnails,
} from './schema/library.ts'
import { notices } from './schema/notices.ts'
import { packItems, packReceivers, packs } from './schema/packs.ts'
import { accessLog, providerPapers } from './schema/papers.ts'
import { guestCheckouts, paymentRequests } from './schema/payment-requests.ts'
import { creditEntries, paymentEvents, payments } from './schema/payments.ts'
import { planHistory, planItems, planProposals, plans, planShares } from './schema/plan.ts'
import { pricingPlans } from './schema/pricing.ts'
import { providers } from './schema/providers.ts'
import {
  pushKeys,
  pushReminders,
  pushSends,
  pushSettings,
  pushStops,
  pushSubscriptions,
} from './schema/push.ts'
import { questResponses, questShares } from './schema/quests.ts'
import { reports } from './schema/safety.ts'
import { ledgerOps, serverEpoch } from './schema/sync.ts'
import { trackerEntries, trackerImports, trackerNotes, trackerPictures } from './schema/trackers.ts'

/**
 * Every table in one object: drizzle takes the schema as a single value and names the relational queries
 * (`orm.query.users`) after its keys. Queries import their tables from `schema/<feature>.ts` all the same.
 */
export const schema = {
  users,
  sessions,
  knownDevices,
  passwordResets,
  emailCodes,
  secondFactors,
  recoveryCodes,
  providerPapers,
  accessLog,
  providers,
  connections,
  blocks,
  reports,
  notices,
  pushKeys,
  pushSubscriptions,
  pushSettings,
  pushStops,
  pushReminders,
  pushSends,
  pricingPlans,
  payments,
  paymentEvents,
  creditEntries,
  paymentRequests,
  guestCheckouts,
  workingSchedules,
  sessionRooms,
  busySlots,
  googleCalendars,
  bookings,
  slotHolds,
  jobs,
  chats,
  messages,
  messageReactions,
  chatFiles,
  chatSettings,
  sealedFiles,
  messageEvidence,
  reportFiles,
  blobRemovals,
  ledgerOps,
  serverEpoch,
  trackerEntries,
  trackerNotes,
  trackerImports,
  trackerPictures,
  questResponses,
  questShares,
  plans,
  planItems,
  planHistory,
  planShares,
  planProposals,
  sessionBriefs,
  libraryItems,
  libraryHead,
  libraryRemovals,
  introVideos,
  videoThumbnails,
  packs,
  packItems,
  packReceivers,
  rateLimits,
  auditEvents,
}
