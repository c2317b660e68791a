import pg from 'pg'
import type { UserId } from '#contract/account/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { QuestRecord, ScoreDetails } from '#contract/quests/response.ts'
import type { LookedAt } from '#contract/quests/access.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockPair, pairStatus } from '#server/features/connections/index.ts'
import { noteSharedResult, withdrawSharedResult } from '#server/features/push/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import {
  accessLogInsert,
  questShare,
  questShared,
  questUnshare,
  type StoredResponse,
} from './quests.sql.ts'
import {
  mayAskForShared,
  maySeeResult,
  type ResultOwner,
  type ShownResult,
  type Journal,
} from './policy.ts'
import { presentDetails, presentRecord } from './present.ts'
import { newestResponse, nextAfter, pageOfResponses, type Page } from './repo.ts'
import { ownJournal } from './service.ts'

export interface ResultsDeps {
  readonly pool: pg.Pool
  readonly now: () => number
  readonly newId: () => string
}

/** What people see of results: their own, and what was shared with them. */
export function createResults(deps: ResultsDeps) {
  const { pool, now, newId } = deps

  async function list(
    actor: Actor,
    page: Page,
  ): Promise<{ results: QuestRecord[]; next: string | null }> {
    const rows = await pageOfResponses(pool, ownJournal(actor), page)
    const results = rows.map((row) => presentRecord(row, row.sharedWith))
    return { results, next: nextAfter(rows, page.limit) }
  }

  /** The newest result of a quest. Throws `not_found` where there is none that the actor may see. */
  async function newest(actor: Actor, userId: UserId, questId: number): Promise<ScoreDetails> {
    const row =
      actor.userId === userId
        ? await ownNewest(actor, questId)
        : (await sharedWith(actor, userId)).find((each) => each.questId === questId)
    if (!row) throw new ProblemError('not_found')
    await note(actor, userId, [row])
    return details(row, userId)
  }

  /** Everything that a person shares with the actor, which may be nothing. Throws `not_found` for whom it could not be. */
  async function shared(actor: Actor, userId: UserId): Promise<ScoreDetails[]> {
    authorize(actor, await ownerStatus(actor, userId), mayAskForShared)
    const rows = await sharedResponses(pool, userId, idUnlessOwn(actor, userId))
    await note(actor, userId, rows)
    return Promise.all(rows.map((row) => details(row, userId)))
  }

  /** Nobody without a journal of their own has results: for them none is there. */
  async function ownNewest(actor: Actor, questId: number) {
    if (actor.userType !== 'Adolescent') return undefined
    return newestResponse(pool, ownJournal(actor), questId)
  }

  async function sharedWith(actor: Actor, userId: UserId): Promise<StoredResponse[]> {
    const rows = await sharedResponses(pool, userId, idUnlessOwn(actor, userId))
    const status = await ownerStatus(actor, userId)
    authorize<ShownResult, Actor>(actor, { ...status, shared: rows.length > 0 }, maySeeResult)
    return rows
  }

  async function ownerStatus(actor: Actor, userId: UserId): Promise<ResultOwner> {
    const own = actor.userId === userId
    return { userId, connected: !own && (await areConnected(pool, actor, userId, now())) }
  }

  async function note(actor: Actor, subjectId: UserId, rows: readonly StoredResponse[]) {
    if (actor.userId === subjectId) return
    const reads = rows.map(({ questId }) => ({
      id: newId(),
      subjectId,
      actorId: actor.userId,
      what: 'result' as const,
      questId,
    }))
    await logReads(pool, reads, new Date(now()))
  }

  return { list, newest, shared, ...createSharing(deps) }
}

function createSharing({ pool, now, newId }: ResultsDeps) {
  /** Shows one result to a provider. Throws `not_found` for no result of one's own, and nobody one is connected with. */
  async function share(actor: Actor, chosen: Share): Promise<void> {
    const journal = ownJournal(actor)
    // Under the lock of the pair: whoever ends the connection takes its shares along, and misses none.
    const outcome = await inTransaction(pool, 'begin', async (client) => {
      await lockPair(client, actor.userId, chosen.providerId)
      if (!(await areConnected(client, actor, chosen.providerId, now()))) return 'missing'
      const at = new Date(now())
      const shared = await insertShare(client, journal, chosen, at)
      const { userId } = actor
      const { providerId } = chosen
      if (shared === 'shared')
        await noteSharedResult(client, { id: newId(), userId, providerId, at })
      return shared
    })
    if (outcome === 'missing') throw new ProblemError('not_found')
  }

  async function unshare(actor: Actor, chosen: Share): Promise<void> {
    const outcome = await deleteShare(pool, ownJournal(actor), chosen)
    if (outcome === 'missing') throw new ProblemError('not_found')
    const { providerId } = chosen
    await withdrawSharedResult(pool, { userId: actor.userId, providerId })
  }

  return { share, unshare }
}

async function areConnected(
  client: Queryable,
  actor: Actor,
  otherId: UserId,
  nowMs: number,
): Promise<boolean> {
  const { relation } = await pairStatus(client, actor.userId, otherId, utcDate(nowMs))
  return relation === 'connected'
}

function idUnlessOwn(actor: Actor, userId: UserId): UserId | undefined {
  return actor.userId === userId ? undefined : actor.userId
}

async function details(row: StoredResponse, userId: UserId): Promise<ScoreDetails> {
  const quest = await loadQuest(row.result.type, row.version)
  if (!quest) throw new Error('A result is of a version that left the catalogue')
  return presentDetails(row, userId, quest)
}

/** One result and whom it is shown to. */
interface Share {
  readonly responseId: string
  readonly providerId: UserId
}

/** Shares a result of the person's own; `missing` where they have none of that id. */
async function insertShare(
  client: Queryable,
  journal: Authorized<Journal>,
  { responseId, providerId }: Share,
  at: Date,
): Promise<'shared' | 'missing'> {
  const changed = await questShare.run(client, [journal.ownerId, responseId, providerId, at])
  return changed === 1 ? 'shared' : 'missing'
}

async function deleteShare(
  client: Queryable,
  journal: Authorized<Journal>,
  { responseId, providerId }: Share,
): Promise<'unshared' | 'missing'> {
  const changed = await questUnshare.run(client, [journal.ownerId, responseId, providerId])
  return changed === 1 ? 'unshared' : 'missing'
}

/** What a person shares, newest first: with one provider, or with anybody where none is named. */
async function sharedResponses(
  client: Queryable,
  userId: UserId,
  providerId: UserId | undefined,
): Promise<StoredResponse[]> {
  return questShared.all(client, [userId, providerId ?? null])
}

/** Somebody looked at something of somebody else. */
export interface AccessRead {
  readonly id: string
  readonly subjectId: string
  readonly actorId: string
  readonly what: LookedAt
  readonly questId: number | null
}

/** Notes reads; before what was looked at leaves, so that none goes unnoted. */
async function logReads(client: Queryable, reads: readonly AccessRead[], at: Date): Promise<void> {
  await accessLogInsert.run(client, [
    reads.map(({ id }) => id),
    reads.map(({ subjectId }) => subjectId),
    reads.map(({ actorId }) => actorId),
    reads.map(({ what }) => what),
    reads.map(({ questId }) => questId),
    at,
  ])
}
