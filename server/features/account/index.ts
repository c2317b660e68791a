import { defineFeature } from '#server/feature.ts'
import { createAccountRoutes } from './all-routes.ts'
import { accountExport } from './export.ts'

export {
  fitPassword,
  judgePassword,
  type FitPassword,
  type PasswordOwner,
} from './sign-in/fit-password.ts'
export { mailTo, type MailRecipient } from './recovery/mail-to.ts'
export { createPasswords, type Passwords } from './sign-in/passwords.ts'
export { mayBeReviewed, operatorMayCreate, operatorMayRemove } from './policy.ts'
export {
  practiceColumns,
  practiceOf,
  revokeUnreviewed,
  updatePractice,
} from './profile/practice-repo.ts'
export { presentUser } from './profile/present.ts'
export { createRemoveAccount, type RemoveAccount } from './removal.ts'
export {
  createAccountRepo,
  personById,
  type AccountRepo,
  type Credentials,
  type NewUser,
  type UserRow,
} from './repo.ts'
export { createSecondFactorRepo, type SecondFactorRepo } from './two-step/second-factor-repo.ts'
export { createSessions, type Sessions } from './sign-in/sessions.ts'
export { suspendPerson } from './suspension.ts'

export const account = defineFeature({
  routes: createAccountRoutes,
  exportData: ({ database }) => accountExport(database.orm),
})
