import type { accountApi } from '#contract/account/api.ts'
import type { confirmationApi } from '#contract/account/confirmation.ts'
import type { recoveryApi } from '#contract/account/recovery.ts'
import type { registrationApi } from '#contract/account/registration-api.ts'
import type { secondFactorApi } from '#contract/account/second-factor.ts'
import type { profileApi, settingsApi } from '#contract/account/settings.ts'
import { createAccountRemoval } from './account-removal.ts'
import type { Database } from './db/client.ts'
import { createAccessNotes } from './features/account/access-notes.ts'
import { bookingsExport } from './features/booking/export.ts'
import type { LeaveSessions } from './features/booking/leave.ts'
import { calendarExport } from './features/calendar/export.ts'
import { creditsExport, paymentsExport } from './features/payments/export.ts'
import { pricingExport } from './features/pricing/export.ts'
import { accountExport } from './features/account/export.ts'
import { confirmationRoutes } from './features/account/confirmation-routes.ts'
import {
  codesPerDayMax,
  codesPerHourMax,
  confirmationsPerAddressMax,
  createConfirmation,
} from './features/account/confirmation.ts'
import { createEmailCodes } from './features/account/email-codes.ts'
import { createLoginLimits } from './features/account/login-limits.ts'
import { newMailedCode } from './features/account/mailed-code.ts'
import {
  createProveSelf,
  ownPasswordTriesMax,
  ownPasswordWindowSeconds,
} from './features/account/own-password.ts'
import { createOwnSessions } from './features/account/own-sessions.ts'
import { createPapersRepo } from './features/account/papers-repo.ts'
import type { Passwords } from './features/account/passwords.ts'
import { createPeople } from './features/account/people.ts'
import { createProfileImages } from './features/account/profile-image.ts'
import { createProfileRepo } from './features/account/profile-repo.ts'
import { profileRoutes } from './features/account/profile-routes.ts'
import { createProfile, imageChangesPerHourMax } from './features/account/profile.ts'
import { createRecoveryLimits } from './features/account/recovery-limits.ts'
import { createRecoveryRepo } from './features/account/recovery-repo.ts'
import { recoveryRoutes } from './features/account/recovery-routes.ts'
import { createRecovery } from './features/account/recovery.ts'
import { registerRoutes, registrationsPerHourMax } from './features/account/register-routes.ts'
import { createRegister } from './features/account/register.ts'
import { createAccountRepo } from './features/account/repo.ts'
import { accountRoutes, revocationsPerHourMax } from './features/account/routes.ts'
import { createSecondFactorRepo } from './features/account/second-factor-repo.ts'
import { secondFactorRoutes } from './features/account/second-factor-routes.ts'
import {
  codeFailuresMax,
  codeWindowSeconds,
  createSecondFactors,
} from './features/account/second-factors.ts'
import { createAccountService } from './features/account/service.ts'
import type { Sessions } from './features/account/sessions.ts'
import { settingsRoutes } from './features/account/settings-routes.ts'
import { createSettings, exportsPerHourMax } from './features/account/settings.ts'
import { chatExport } from './features/chat/export.ts'
import { connectionsExport } from './features/connections/export.ts'
import { libraryExport } from './features/library/export.ts'
import { noticesExport } from './features/notices/export.ts'
import { practiceExport } from './features/providers/export.ts'
import { safetyExport } from './features/safety/export.ts'
import { questsExport } from './features/quests/export.ts'
import { operationsExport } from './features/sync/export.ts'
import { trackersExport } from './features/trackers/export.ts'
import { createLimiter } from './http/limiter.ts'
import type { Pictures } from './http/pictures.ts'
import type { Routes } from './http/route.ts'
import type { BlobStore } from './ports/blobs/store.ts'
import type { EventBus } from './ports/events/port.ts'
import type { MailQueue } from './ports/mail/queue.ts'
import type { Sealer } from './ports/sealing.ts'

const hourSeconds = 3_600

export interface AccountRoutesParts {
  readonly database: Database
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly blobs: BlobStore
  readonly mails: MailQueue
  readonly events: Pick<EventBus, 'publish'>
  readonly sealer: Sealer
  readonly pictures: Pictures
  readonly leaveSessions: LeaveSessions
  readonly evidenceSealer: Sealer
  readonly reviewProviders: boolean
  readonly confirmEmails: boolean
  readonly production: boolean
  readonly now: () => number
  readonly newId: () => string
}

/** Everything about people and their accounts, put together. */
export function createAccountRoutes(
  parts: AccountRoutesParts,
): Routes<
  typeof accountApi &
    typeof registrationApi &
    typeof recoveryApi &
    typeof confirmationApi &
    typeof profileApi &
    typeof settingsApi &
    typeof secondFactorApi
> {
  const { pool, orm } = parts.database
  const accounts = createAccountRepo(orm)
  const repo = createProfileRepo(orm)
  const recoveryRepo = createRecoveryRepo(orm)
  const loginLimits = createLoginLimits(pool, parts.now)
  const images = createProfileImages(parts.pictures)
  const tries = createLimiter(pool, 'own-password', ownPasswordTriesMax, ownPasswordWindowSeconds)
  const proveSelf = createProveSelf({ repo: accounts, passwords: parts.passwords, tries })
  const secondFactors = createSecondFactors({
    ...parts,
    repo: createSecondFactorRepo(orm),
    proveSelf,
    tries: createLimiter(pool, 'second-factor', codeFailuresMax, codeWindowSeconds, parts.now),
  })

  const people = createPeople(parts)
  const accessNotes = createAccessNotes({ ...parts, orm })
  const codes = createEmailCodes({ ...parts, orm })
  const register = createRegister({ ...parts, repo: accounts, images, codes })
  const limit = (name: string, pointsMax: number, seconds = hourSeconds) =>
    createLimiter(pool, name, pointsMax, seconds)
  const confirmation = createConfirmation({
    ...parts,
    orm,
    accounts,
    codes,
    people,
    limits: {
      hours: limit('email-code-hour', codesPerHourMax),
      days: limit('email-code-day', codesPerDayMax, 24 * hourSeconds),
      sends: limit('email-code-address', confirmationsPerAddressMax),
      tries: limit('email-try-address', confirmationsPerAddressMax),
    },
  })
  const recovery = createRecovery({
    ...parts,
    accounts,
    repo: recoveryRepo,
    limits: createRecoveryLimits(pool, loginLimits),
    loginLimits,
    newCode: newMailedCode,
  })
  const profile = createProfile({
    ...parts,
    accounts,
    repo,
    people,
    accessNotes,
    papers: createPapersRepo(orm),
    recoveryRepo,
    proveSelf,
    images,
    imageChanges: createLimiter(pool, 'image', imageChangesPerHourMax, hourSeconds),
  })
  const settings = createSettings({
    ...parts,
    ownSessions: createOwnSessions(orm, parts.now),
    proveSelf,
    removeAccount: createAccountRemoval({ ...parts, orm }),
    exports: createLimiter(pool, 'export', exportsPerHourMax, hourSeconds),
    exportParts: {
      ...accountExport(orm),
      practice: practiceExport(orm),
      connections: connectionsExport(pool, parts.now),
      ...safetyExport(orm, parts.evidenceSealer),
      ...chatExport(orm),
      notices: noticesExport(orm),
      trackers: trackersExport(orm),
      quests: questsExport(orm),
      library: libraryExport(orm),
      pricing: pricingExport(orm),
      payments: paymentsExport(orm),
      credits: creditsExport(orm),
      bookings: bookingsExport(orm),
      calendar: calendarExport(orm),
      operations: operationsExport(orm),
    },
  })
  const registrations = createLimiter(pool, 'register', registrationsPerHourMax, hourSeconds)
  return {
    ...accountRoutes(
      createAccountService({
        ...parts,
        repo: accounts,
        loginLimits,
        secondFactors,
        people,
        accessNotes,
      }),
      { ...parts, revocations: createLimiter(pool, 'revoke', revocationsPerHourMax, hourSeconds) },
    ),
    ...registerRoutes(register, registrations),
    ...recoveryRoutes(recovery, parts),
    ...confirmationRoutes(confirmation),
    ...profileRoutes(profile),
    ...settingsRoutes(settings),
    ...secondFactorRoutes(secondFactors),
  }
}
