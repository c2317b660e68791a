import { and, eq, gt } from 'drizzle-orm'
import type { LookedAt } from '#contract/quests/access.ts'
import type { Orm } from '#server/db/orm.ts'
import { accessLog } from '#server/db/schema/papers.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { PaperRow } from './profile/profile-repo.ts'

export type AccessLog = ReturnType<typeof createAccessLog>

/** A page that is open all day asks again and again: that is one reading an hour. */
const sameReadingMs = 3_600_000

/** Who read what of somebody else's. */
export function createAccessLog(deps: { orm: Orm; now: () => number; newId: () => string }) {
  const { orm } = deps

  async function notePaper(actor: Actor, paper: Authorized<PaperRow>): Promise<void> {
    await insert(actor, paper.userId, paper.paper)
  }

  /** A provider saw the score of a client. */
  async function noteScore(actor: Actor, subjectId: string): Promise<void> {
    const since = new Date(deps.now() - sameReadingMs)
    const lately = and(
      eq(accessLog.subjectId, subjectId),
      eq(accessLog.actorId, actor.userId),
      eq(accessLog.what, 'score'),
      gt(accessLog.at, since),
    )
    const [known] = await orm.select({ id: accessLog.id }).from(accessLog).where(lately).limit(1)
    if (!known) await insert(actor, subjectId, 'score')
  }

  async function insert(actor: Actor, subjectId: string, what: LookedAt): Promise<void> {
    const at = new Date(deps.now())
    await orm
      .insert(accessLog)
      .values({ id: deps.newId(), subjectId, actorId: actor.userId, what, at })
  }

  return { notePaper, noteScore }
}
