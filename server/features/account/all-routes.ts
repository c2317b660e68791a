import type { Deps } from '#server/feature.ts'
import { createAccessLog } from '#server/features/sharing/index.ts'
import { createLimiter, hourSeconds } from '#server/http/limits/limits.ts'
import { createPeople } from './profile/people.ts'
import { createPapersRepo, createProfileRepo } from './profile/profile-repo.ts'
import {
  createProfile,
  imageChangesPerHourMax,
  passwordChangesPerHourMax,
  createSettings,
  exportsPerHourMax,
} from './profile/profile.ts'
import {
  codesPerDayMax,
  codesPerHourMax,
  confirmationsPerAddressMax,
  createConfirmation,
  createEmailCodes,
  newMailedCode,
} from './recovery/email-codes.ts'
import { createRecoveryLimits, createRecovery, createRecoveryRepo } from './recovery/recovery.ts'
import { registerRoutes, registrationsPerHourMax, createRegister } from './register/register.ts'
import { createAccountRepo } from './repo.ts'
import {
  confirmationRoutes,
  recoveryRoutes,
  profileRoutes,
  settingsRoutes,
  accountRoutes,
  revocationsPerHourMax,
} from './routes.ts'
import { createAccountService } from './service.ts'
import { createLoginLimits } from './sign-in/login-limits.ts'
import { createOwnSessions, withSessionEvents } from './sign-in/own-sessions.ts'
import {
  createReauthenticate,
  ownPasswordTriesMax,
  ownPasswordWindowSeconds,
} from './sign-in/passwords.ts'
import { createProfileImages } from './stored-files.ts'
import { createSecondFactorRepo } from './two-step/second-factor-repo.ts'
import {
  secondFactorRoutes,
  codeFailuresMax,
  codeWindowSeconds,
  createSecondFactors,
} from './two-step/second-factors.ts'

/** Everything about people and their accounts, put together. */
export function createAccountRoutes(deps: Deps) {
  const account = accountDepsOf(deps)
  const routes = {
    ...frontDoor(account),
    ...registration(account),
    ...ownProfile(account),
    ...ownSettings(account),
    ...secondFactorRoutes(account.secondFactors),
  }
  return withSessionEvents(routes, deps.events)
}

type AccountDeps = ReturnType<typeof accountDepsOf>

/** What several of them are made of. */
function accountDepsOf(deps: Deps) {
  const { pool, orm } = deps.database
  const limiter = (name: string, pointsMax: number, windowSeconds = hourSeconds) =>
    createLimiter(pool, name, pointsMax, windowSeconds)
  const accounts = createAccountRepo(orm)
  const tries = limiter('own-password', ownPasswordTriesMax, ownPasswordWindowSeconds)
  const reauthenticate = createReauthenticate({ repo: accounts, passwords: deps.passwords, tries })
  const secondFactors = createSecondFactors({
    ...deps,
    repo: createSecondFactorRepo(orm),
    reauthenticate,
    tries: createLimiter(pool, 'second-factor', codeFailuresMax, codeWindowSeconds, deps.now),
  })
  return {
    ...deps,
    pool,
    orm,
    limiter,
    accounts,
    reauthenticate,
    secondFactors,
    recoveryRepo: createRecoveryRepo(orm),
    loginLimits: createLoginLimits(pool, deps.now),
    images: createProfileImages(deps.pictures),
    people: createPeople(deps),
    accessLog: createAccessLog({ ...deps, pool }),
    codes: createEmailCodes({ ...deps, orm }),
  }
}

/** Login, logout and the way back in. */
function frontDoor(deps: AccountDeps) {
  const { pool, accounts, loginLimits, limiter } = deps
  const service = createAccountService({ ...deps, repo: accounts })
  const recovery = createRecovery({
    ...deps,
    repo: deps.recoveryRepo,
    limits: createRecoveryLimits(pool, loginLimits),
    newCode: newMailedCode,
  })
  const revocations = limiter('revoke', revocationsPerHourMax)
  return {
    ...accountRoutes(service, { ...deps, revocations }),
    ...recoveryRoutes(recovery, deps),
  }
}

/** A new account, and the confirmation of its e-mail. */
function registration(deps: AccountDeps) {
  const { accounts, limiter } = deps
  const confirmation = createConfirmation({
    ...deps,
    limits: {
      hours: limiter('email-code-hour', codesPerHourMax),
      days: limiter('email-code-day', codesPerDayMax, 24 * hourSeconds),
      sends: limiter('email-code-address', confirmationsPerAddressMax),
      tries: limiter('email-try-address', confirmationsPerAddressMax),
    },
  })
  const register = createRegister({ ...deps, repo: accounts })
  return {
    ...registerRoutes(register, limiter('register', registrationsPerHourMax)),
    ...confirmationRoutes(confirmation),
  }
}

function ownProfile(deps: AccountDeps) {
  const profile = createProfile({
    ...deps,
    repo: createProfileRepo(deps.orm),
    papers: createPapersRepo(deps.orm),
    imageChanges: deps.limiter('image', imageChangesPerHourMax),
    passwordChanges: deps.limiter('password-change', passwordChangesPerHourMax),
  })
  return profileRoutes(profile)
}

function ownSettings(deps: AccountDeps) {
  const settings = createSettings({
    ...deps,
    ownSessions: createOwnSessions(deps.orm, deps.now),
    exports: deps.limiter('export', exportsPerHourMax),
  })
  return settingsRoutes(settings)
}
