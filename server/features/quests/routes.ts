import * as v from 'valibot'
import { commandVersion } from '#contract/commands.ts'
import { utcDate } from '#contract/local-date.ts'
import type { questsApi, Survey } from '#contract/quests/api.ts'
import { questRecordSchema, type QuestRecord, type AccessEntry } from '#contract/quests/response.ts'
import {
  questCategory,
  invalidCategoryText,
  questsOfCategory,
  questShelf,
  questCard,
  questOfTitle,
  unknownTitleText,
} from '#contract/quests/shelf.ts'
import type { SyncService } from '#server/features/sync/index.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { opIdOfKey } from '#server/http/routing/read-input.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { onlyAdolescents } from './policy.ts'
import { presentCard, presentSurvey } from './present.ts'
import { createResults, type ResultsDeps } from './results.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { QuestCard } from '#contract/quests/model.ts'
import type { Queryable } from '#server/db/orm.ts'
import { nextAfter, type Page } from './repo.ts'
import { accessPage, type AccessRow } from './quests.sql.ts'

export interface QuestsDeps extends ResultsDeps {
  readonly sync: SyncService
  /** The ids of the quests that are switched on. */
  readonly openQuests: ReadonlySet<number>
  readonly submissions: Limiter
  readonly shares: Limiter
  readonly saves: Limiter
}

/** Per person and hour: far more than anybody plays, and few enough to scare nobody with their cost. */
export const submissionsPerHourMax = 120
export const sharesPerHourMax = 60
export const savesPerHourMax = 60

export function questsRoutes(deps: QuestsDeps): Routes<typeof questsApi> {
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
