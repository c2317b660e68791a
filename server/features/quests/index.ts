import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { laneOf, commandVersion } from '#contract/commands.ts'
import { utcDate } from '#contract/local-date.ts'
import type { questsApi, Survey } from '#contract/quests/api.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { QuestCard } from '#contract/quests/model.ts'
import {
  questResponseSchema,
  type QuestResponse,
  questRecordSchema,
  type QuestRecord,
  type AccessEntry,
} from '#contract/quests/response.ts'
import {
  questCategory,
  invalidCategoryText,
  questsOfCategory,
  questShelf,
  questCard,
  questOfTitle,
  unknownTitleText,
} from '#contract/quests/shelf.ts'
import type { Orm, Queryable } from '#server/db/orm.ts'
import { questResponses, questShares } from '#server/db/schema/health.ts'
import { defineFeature } from '#server/feature.ts'
import { previewAccessLog } from '#server/features/sharing/index.ts'
import type { Applier, Outcome, SyncService } from '#server/features/sync/index.ts'
import { createLimiter, type Limiter, hourSeconds } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { opIdOfKey } from '#server/http/routing/read-input.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { presentCard, presentSurvey } from './present.ts'
import { accessPage, type AccessRow } from './quests.sql.ts'
import { nextAfter, type Page } from './repo.ts'
import { createResultReads, sharedResult, createResults, type ResultsDeps } from './results.ts'
import { onlyAdolescents, ownJournal, respond, type Responded } from './service.ts'

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
    // Another person's response may have the same id.
    const ofResponse = and(
      eq(questShares.userId, questResponses.userId),
      eq(questShares.responseId, questResponses.id),
    )
    const shares = orm.$count(questShares, ofResponse)
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

interface QuestsDeps extends ResultsDeps {
  readonly sync: SyncService
  /** The ids of the quests that are switched on. */
  readonly openQuests: ReadonlySet<number>
  readonly submissions: Limiter
  readonly shares: Limiter
  readonly saves: Limiter
}

/** Per person and hour: far more than anybody plays, and few enough to scare nobody with their cost. */
export const submissionsPerHourMax = 120
const sharesPerHourMax = 60
export const savesPerHourMax = 60

function questsRoutes(deps: QuestsDeps): Routes<typeof questsApi> {
  const { pool, sync, now, newId } = deps

  /** Through the ledger of operations: a repeat with the same key gets the first reply again. */
  async function submit(
    actor: Actor,
    payload: { questId: number; version: number; answers: unknown; takenOn: string },
    key: string | undefined,
  ): Promise<QuestRecord> {
    await deps.submissions.take(actor.userId)
    const opId = key === undefined ? newId() : opIdOfKey(key)
    const op = { opId, v: commandVersion, kind: 'quest.respond', payload }
    const { result } = await sync.applyOne(actor, op)
    return v.parse(questRecordSchema, result)
  }

  return {
    ...shelfRoutes(deps.openQuests),
    submitSurvey: {
      policy: onlyAdolescents,
      handle: ({ params, body, session, header }) => {
        const card = cardNamed(params.id)
        const { answers, version = card.version, takenOn = utcDate(now()) } = body
        const payload = { questId: card.id, version, answers, takenOn }
        return submit(session.actor, payload, header('idempotency-key'))
      },
    },
    ...resultRoutes(deps),
    accessLog: {
      policy: anyMember,
      handle: ({ query, session }) => accessTo(pool, session.actor, pageOf(query)),
    },
  }
}

function shelfRoutes(openQuests: ReadonlySet<number>) {
  const isOpen = (id: number) => openQuests.has(id)
  return {
    listSurveys: {
      policy: anyMember,
      handle: async () => questShelf.map((card) => presentCard(card, isOpen(card.id))),
    },
    getSurvey: {
      policy: anyMember,
      handle: ({ params }) => surveyNamed(params.id, isOpen),
    },
    surveysByCategory: {
      policy: anyMember,
      handle: async ({ params }) => {
        const category = questCategory(params.category)
        if (!category) {
          throw new ProblemError('invalid_input', { message: invalidCategoryText(params.category) })
        }
        return questsOfCategory(category).map((card) => presentCard(card, isOpen(card.id)))
      },
    },
  } satisfies Partial<Routes<typeof questsApi>>
}

function resultRoutes(deps: QuestsDeps) {
  const results = createResults(deps)
  return {
    getSurveyScore: {
      policy: anyMember,
      handle: async ({ params, session }) => {
        const card = cardNamed(params.id)
        if (params.type !== card.type) throw new ProblemError('not_found')
        return results.newest(session.actor, params.userId, card.id)
      },
    },
    listResults: {
      policy: onlyAdolescents,
      handle: ({ query, session }) => results.list(session.actor, pageOf(query)),
    },
    listSharedResults: {
      policy: anyMember,
      handle: ({ params, session }) => results.shared(session.actor, params.userId),
    },
    saveSharedResult: {
      policy: anyMember,
      handle: async ({ params, session }) => {
        await deps.saves.take(session.actor.userId)
        return results.save(session.actor, params.userId, params.id)
      },
    },
    shareResult: {
      policy: onlyAdolescents,
      handle: async ({ params, session }) => {
        await deps.shares.take(session.actor.userId)
        await results.share(session.actor, shareOf(params))
        return undefined
      },
    },
    unshareResult: {
      policy: onlyAdolescents,
      handle: async ({ params, session }) => {
        await results.unshare(session.actor, shareOf(params))
        return undefined
      },
    },
  } satisfies Partial<Routes<typeof questsApi>>
}

function shareOf(params: { id: string; providerId: string }) {
  return { responseId: params.id, providerId: params.providerId }
}

function pageOf({ after, limit }: { after?: string | undefined; limit: number }) {
  return { after, limit }
}

/** The quest of an address: by its number, or by its title. Throws `not_found` in the spec's words. */
function cardNamed(name: string): QuestCard {
  const numbered = /^\d+$/.test(name)
  const card = numbered ? questCard(Number(name)) : questOfTitle(name)
  if (card) return card
  throw new ProblemError('not_found', {
    message: numbered ? 'Quest not found.' : unknownTitleText(name),
  })
}

/** A quest as the server plays it now. */
async function surveyNamed(name: string, isOpen: (id: number) => boolean): Promise<Survey> {
  const card = cardNamed(name)
  const quest = await loadQuest(card.type, card.version)
  if (!quest) throw new Error('A quest on the shelf is not in the catalogue')
  return presentSurvey(quest, isOpen(card.id))
}

/** Who looked at something of the actor, newest first. Only care providers are named: reviewers act for us. */
async function accessTo(
  client: Queryable,
  actor: Actor,
  { after, limit }: Page,
): Promise<{ entries: AccessEntry[]; next: string | null }> {
  const rows = await accessPage.all(client, [actor.userId, after ?? null, limit])
  const entries = rows.map(presentAccess)
  return { entries, next: nextAfter(entries, limit) }
}

function presentAccess({ id, at, what, questId, who }: AccessRow): AccessEntry {
  const entry = { id, at: at.toISOString(), questId, who }
  return what === 'resultFile'
    ? { ...entry, what: 'result', savedAsFile: true }
    : { ...entry, what }
}
