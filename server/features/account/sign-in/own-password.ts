import { problemCatalogue } from '#contract/problem.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { Passwords } from './passwords.ts'
import type { AccountRepo, UserRow } from '../repo.ts'

/** Wrong passwords of somebody who is signed in, in a quarter of an hour: a found phone gives no way to guess. */
export const ownPasswordTriesMax = 10
export const ownPasswordWindowSeconds = 15 * 60

/** Proves that it is really them: gives their row, or throws `wrong_password` for `field`, `rate_limited` or `busy`. */
export type Reauthenticate = (userId: string, password: string, field: string) => Promise<UserRow>

export function createReauthenticate(deps: {
  repo: AccountRepo
  passwords: Passwords
  tries: Limiter
}): Reauthenticate {
  const { repo, passwords, tries } = deps
  return async function reauthenticate(userId, password, field) {
    await tries.take(userId)
    const user = await repo.userById(userId)
    const matches = await passwords.matches(password, user?.passwordHash).catch(async (error) => {
      await tries.giveBack(userId)
      throw error
    })
    if (!user || !matches) {
      const { message } = problemCatalogue.wrong_password
      throw new ProblemError('wrong_password', { fields: { [field]: message } })
    }
    await tries.giveBack(userId)
    return user
  }
}
