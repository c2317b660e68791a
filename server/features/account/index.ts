import { defineFeature } from '#server/feature.ts'
import { createAccountRoutes } from './all-routes.ts'
import { accountExport } from './export.ts'

export {
  fitPassword,
  judgePassword,
  type FitPassword,
  type PasswordOwner,
} from './sign-in/passwords.ts'
export { languageOf, mailTo, type MailRecipient } from './recovery/email-codes.ts'
export { createPasswords, type Passwords } from './sign-in/passwords.ts'
export { mayBeReviewed, operatorMayCreate, operatorMayRemove } from './policy.ts'
export {
  practiceColumns,
  practiceOf,
  revokeUnreviewed,
  updatePractice,
} from './profile/profile-repo.ts'
export { presentUser } from './profile/present.ts'
export { createRemoveAccount, type RemoveAccount } from './stored-files.ts'
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
export { suspendPerson } from './stored-files.ts'

export const account = defineFeature({
  routes: createAccountRoutes,
  exportData: ({ database }) => accountExport(database.orm),
})
