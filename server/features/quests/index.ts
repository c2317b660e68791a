import { defineFeature } from '#server/feature.ts'
import { createLimiter } from '#server/http/limits/limits.ts'
import { questsRoutes, savesPerHourMax, sharesPerHourMax, submissionsPerHourMax } from './routes.ts'
import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { questResponses, questShares } from '#server/db/schema/health.ts'
import { previewAccessLog } from '#server/features/sharing/index.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { laneOf } from '#contract/commands.ts'
import { questResponseSchema, type QuestResponse } from '#contract/quests/response.ts'
import type { Applier, Outcome } from '#server/features/sync/index.ts'
import { onlyAdolescents } from './policy.ts'
import { createResultReads, sharedResult } from './results.ts'
import { ownJournal, respond, type Responded } from './service.ts'

const hourSeconds = 3_600

export const quests = defineFeature({
  routes: (deps) => {
    const { pool } = deps.database
    return questsRoutes({
      ...deps,
      pool,
      submissions: createLimiter(pool, 'quest', submissionsPerHourMax, hourSeconds),
      shares: createLimiter(pool, 'quest-share', sharesPerHourMax, hourSeconds),
      saves: createLimiter(pool, 'quest-save', savesPerHourMax, hourSeconds),
    })
  },
  commands: () => ({ 'quest.respond': respondToQuest }),
  shares: () => ({ result: sharedResult }),
  previews: (deps) => {
    const reads = createResultReads({
      ...deps,
      pool: deps.database.pool,
      accessLog: previewAccessLog,
    })
    return { results: reads.shared }
  },
  exportData: ({ database }) => ({ quests: questsExport(database.orm) }),
})

/** Every quest that a person played, with its answers, its result and how many may see it, oldest first. */
function questsExport(orm: Orm) {
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

/** How the server carries out the responses that a device queued. */
const respondToQuest: Applier<QuestResponse> = {
  policy: onlyAdolescents,
  lane: (response) => laneOf('quest.respond', response),
  schema: () => questResponseSchema,
  async apply({ client, actor, today }, ops) {
    const given = ops.map(({ opId, payload }) => ({ opId, response: payload }))
    return (await respond(client, ownJournal(actor), given, { today })).map(outcomeOf)
  },
}

function outcomeOf(responded: Responded): Outcome {
  switch (responded.status) {
    case 'stored':
      return { status: 'applied', result: responded.record }
    case 'refused':
      return { status: 'rejected', code: 'invalid_input', message: responded.text }
  }
}
