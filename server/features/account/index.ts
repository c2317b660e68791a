import { defineFeature } from '#server/feature.ts'
import type { HookDeps } from '#server/deps.ts'
import type { Previews, ShareSource } from '#server/feature.ts'
import { previewAccessLog } from '#server/features/sharing/index.ts'
import { scoreHide, scoreShown } from './account.sql.ts'
import { createAccountRoutes } from './all-routes.ts'
import { accountExport } from './export.ts'
import { createPeople, createPersonReads } from './profile/people.ts'
import { createAccountRepo } from './repo.ts'

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
  shares: () => ({ score: sharedScore }),
  previews: previewsOf,
})

/** The points are shown to every provider one is connected with, or to none. */
const sharedScore: ShareSource<'score'> = {
  async list(client, own) {
    const shown = await scoreShown.first(client, [own.userId])
    return shown ? [{ viewerId: null, itemId: null, questId: null, day: null }] : []
  },
  async revoke(client, own) {
    return (await scoreHide.all(client, [own.userId])).map(({ viewerId }) => viewerId)
  },
}

function previewsOf(deps: HookDeps): Pick<Previews, 'profile' | 'score'> {
  const reads = createPersonReads({
    repo: createAccountRepo(deps.database.orm),
    people: createPeople(deps),
    accessLog: previewAccessLog,
  })
  return { profile: reads.user, score: reads.score }
}
