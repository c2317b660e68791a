import type { ProfileView, User } from '#contract/account/profile.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import type { AccessLog, NotedRead, Seen } from '#server/features/sharing/index.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { maySeeScore, viewFor, type Asked } from '../policy.ts'
import type { AccountRepo, UserRow } from '../repo.ts'
import { practiceOf } from './profile-repo.ts'
import { presentScore, presentUser } from './present.ts'

export type People = ReturnType<typeof createPeople>

/** People together with what other features know of them. */
export function createPeople({ database, now }: { database: Database; now: () => number }) {
  async function practiceFor(user: UserRow) {
    return user.userType === 'ServiceProvider' ? practiceOf(database.orm, user.id) : undefined
  }

  return {
    /** A person and what they are to whoever asks: nobody is anything to themself. */
    async asked(actor: Actor, user: UserRow): Promise<Asked> {
      if (actor.userId === user.id) return { user, relation: 'none' }
      const { relation } = await pairStatus(database.pool, actor.userId, user.id, utcDate(now()))
      return { user, relation }
    },

    /** A person as they see themself. */
    async presentOwn(user: UserRow): Promise<User> {
      return presentUser('full', user, utcDate(now()), await practiceFor(user))
    },

    /** A person in the fields of a view; a care provider with their practice. */
    async present(view: ProfileView, user: UserRow, noted: NotedRead): Promise<User> {
      return presentUser(view, user, utcDate(now()), await practiceFor(user), noted)
    },
  }
}

/** What the look at each view is noted as. What every member sees, and one's own, is no look. */
const seenInView: Readonly<Record<ProfileView, (user: UserRow) => readonly Seen[]>> = {
  full: () => [],
  card: () => [],
  admin: ({ id }) => [{ subjectId: id, what: 'profile' }],
  client: ({ id, shareScore }) => [
    { subjectId: id, what: 'profile' },
    ...(shareScore ? [{ subjectId: id, what: 'score' as const }] : []),
  ],
}

/** How people read one another, and themselves. */
export function createPersonReads(deps: {
  readonly repo: Pick<AccountRepo, 'userById'>
  readonly people: People
  readonly accessLog: AccessLog
}) {
  const { repo, people, accessLog } = deps

  /** A person in the fields that the viewer may see; throws `not_found` when there are none. */
  async function user(actor: Actor, id: string): Promise<User> {
    const row = await repo.userById(id)
    const asked = row && (await people.asked(actor, row))
    const view = asked && viewFor(actor, asked)
    if (!row || !view) throw new ProblemError('not_found')
    const reason = view === 'admin' ? 'review' : undefined
    return people.present(view, row, await accessLog.note(actor, seenInView[view](row), reason))
  }

  /** A young person's points. Throws `not_found` for whoever may not see them. */
  async function score(actor: Actor, userId: string): Promise<{ score: number }> {
    const row = await repo.userById(userId)
    if (!row) throw new ProblemError('not_found')
    const asked = authorize(actor, await people.asked(actor, row), maySeeScore)
    const seen = [{ subjectId: userId, what: 'score' as const }]
    return presentScore(asked.user, await accessLog.note(actor, seen))
  }

  return { user, score }
}
