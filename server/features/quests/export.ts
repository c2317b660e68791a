import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { questResponses, questShares } from '#server/db/schema/quests.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/** Every quest that a person played, with its answers, its result and how many may see it, oldest first. */
export function questsExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const shares = orm.$count(questShares, eq(questShares.responseId, questResponses.id))
    return orm
      .select({
        id: questResponses.id,
        questId: questResponses.questId,
        version: questResponses.version,
        takenOn: questResponses.takenOn,
        answers: questResponses.answers,
        result: questResponses.result,
        playPoints: questResponses.playPoints,
        points: questResponses.points,
        createdAt: questResponses.createdAt,
        sharedWithProviders: shares,
      })
      .from(questResponses)
      .where(eq(questResponses.userId, userId))
      .orderBy(asc(questResponses.takenOn), asc(questResponses.id))
  }
}
