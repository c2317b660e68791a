import type { User } from '#contract/account/model.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { Asked } from '../policy.ts'
import { practiceOf } from './profile-repo.ts'
import { presentUser } from './present.ts'
import type { UserRow } from '../repo.ts'

export type People = ReturnType<typeof createPeople>

/** People together with what other features know of them. */
export function createPeople({ database, now }: { database: Database; now: () => number }) {
  return {
    /** A person and what they are to whoever asks: nobody is anything to themself. */
    async asked(actor: Actor, user: UserRow): Promise<Asked> {
      if (actor.userId === user.id) return { user, relation: 'none' }
      const { relation } = await pairStatus(database.pool, actor.userId, user.id, utcDate(now()))
      return { user, relation }
    },

    /** A person in the fields of a view; a care provider with their practice. */
    async present(view: User['view'], user: UserRow): Promise<User> {
      const isProvider = user.userType === 'ServiceProvider'
      const practice = isProvider ? await practiceOf(database.orm, user.id) : undefined
      return presentUser(view, user, utcDate(now()), practice)
    },
  }
}
