import { auditEvents } from './schema/audit.ts'
import { knownDevices, sessions, users } from './schema/account.ts'
import { blobRemovals } from './schema/blobs.ts'
import { bookings } from './schema/booking.ts'
import { busySlots, googleCalendars, workingSchedules } from './schema/calendar.ts'
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
import { jobs } from './schema/jobs.ts'
import { notices } from './schema/notices.ts'
import { accessLog, providerPapers } from './schema/papers.ts'
import { creditEntries, paymentEvents, payments } from './schema/payments.ts'
import { pricingPlans } from './schema/pricing.ts'
import { providers } from './schema/providers.ts'
import { questResponses, questShares } from './schema/quests.ts'
import { rateLimits } from './schema/rate-limit.ts'
import { emailCodes, passwordResets } from './schema/recovery.ts'
import { reports } from './schema/safety.ts'
import { recoveryCodes, secondFactors } from './schema/second-factor.ts'
import { syncOps } from './schema/sync.ts'
import { trackerEntries } from './schema/trackers.ts'

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
  pricingPlans,
  payments,
  paymentEvents,
  creditEntries,
  workingSchedules,
  busySlots,
  googleCalendars,
  bookings,
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
  syncOps,
  trackerEntries,
  questResponses,
  questShares,
  libraryItems,
  libraryHead,
  libraryRemovals,
  introVideos,
  videoThumbnails,
  rateLimits,
  auditEvents,
}
