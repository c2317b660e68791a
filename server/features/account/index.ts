import { defineFeature } from '#server/feature.ts'
import { createAccountRoutes } from './all-routes.ts'
import { accountExport } from './export.ts'

export { fitPassword, judgePassword, type FitPassword, type PasswordOwner } from './fit-password.ts'
export { mailTo, type MailRecipient } from './mail-to.ts'
export { createPasswords, type Passwords } from './passwords.ts'
export { mayBeReviewed, operatorMayCreate, operatorMayRemove } from './policy.ts'
export { practiceColumns, practiceOf, revokeUnreviewed, updatePractice } from './practice-repo.ts'
export { presentAdmin, presentCard, presentUser } from './present.ts'
export { createRemoveAccount, type RemoveAccount } from './removal.ts'
export {
  createAccountRepo,
  personById,
  type AccountRepo,
  type Credentials,
  type NewUser,
  type UserRow,
} from './repo.ts'
export { createSecondFactorRepo, type SecondFactorRepo } from './second-factor-repo.ts'
export { createSessions, type Sessions } from './sessions.ts'
export { suspendPerson } from './suspension.ts'

export const account = defineFeature({
  routes: createAccountRoutes,
  exportData: ({ database }) => accountExport(database.orm),
})
