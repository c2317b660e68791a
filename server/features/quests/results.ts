import pg from 'pg'
import type { UserId } from '#contract/account/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { QuestRecord, SavedResult, ScoreDetails } from '#contract/quests/response.ts'
import { type Queryable, inTransaction } from '#server/db/orm.ts'
import type { ShareSource } from '#server/feature.ts'
import { lockPair, pairStatus } from '#server/features/connections/index.ts'
import { noteSharedResult, withdrawSharedResult } from '#server/features/push/index.ts'
import {
  createAccessLog,
  type AccessLog,
  type AccessLogDeps,
  type NotedRead,
} from '#server/features/sharing/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { presentDetails, presentRecord } from './present.ts'
import {
  questShare,
  questShared,
  questSharedOne,
  questSharesOf,
  questUnshare,
  type StoredResponse,
} from './quests.sql.ts'
import { newestResponse, nextAfter, pageOfResponses, type Page } from './repo.ts'
import {
  mayAskForShared,
  maySeeResult,
  type ResultOwner,
  type ShownResult,
  type Journal,
  ownJournal,
} from './service.ts'

export interface ResultsDeps extends AccessLogDeps {
  readonly pool: pg.Pool
}

/** What people see of results, and whom they show their own to. */
export function createResults(deps: ResultsDeps) {
  const accessLog = createAccessLog(deps)
  return { ...createResultReads({ ...deps, accessLog }), ...createSharing(deps) }
}

/** Results as they are read: one's own, and what was shared. */
export function createResultReads(
  deps: Pick<ResultsDeps, 'pool' | 'now'> & { accessLog: AccessLog },
) {
  const { pool, now, accessLog } = deps

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
        ? await ownNewest(pool, actor, questId)
        : (await sharedWith(actor, userId)).find((each) => each.questId === questId)
    if (!row) throw new ProblemError('not_found')
    return details(row, userId, await note(actor, userId, [row]))
  }

  /** Everything that a person shares with the actor, which may be nothing. Throws `not_found` for whom it could not be. */
  async function shared(actor: Actor, userId: UserId): Promise<ScoreDetails[]> {
    authorize(actor, await ownerStatus(actor, userId), mayAskForShared)
    const rows = await sharedResponses(pool, userId, idUnlessOwn(actor, userId))
    const noted = await note(actor, userId, rows)
    return Promise.all(rows.map((row) => details(row, userId, noted)))
  }

  /** One result that is shared with the actor, for a file of theirs. Throws `not_found` where they may not see it. */
  async function save(actor: Actor, userId: UserId, id: string): Promise<SavedResult> {
    const row = await questSharedOne.first(pool, [userId, id, actor.userId])
    const status = await ownerStatus(actor, userId)
    authorize<ShownResult, Actor>(actor, { ...status, shared: row !== undefined }, maySeeResult)
    if (!row) throw new ProblemError('not_found')
    const noted = await note(actor, userId, [row], 'resultFile')
    const { version, birthYear } = row
    const savedAt = new Date(now()).toISOString()
    return { ...(await details(row, userId, noted)), version, birthYear, savedAt }
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

  function note(
    actor: Actor,
    subjectId: UserId,
    rows: readonly StoredResponse[],
    what: 'result' | 'resultFile' = 'result',
  ) {
    return accessLog.note(
      actor,
      rows.map(({ id, questId }) => ({ subjectId, what, itemId: id, questId })),
    )
  }

  return { list, newest, shared, save }
}

/** Nobody without a journal of their own has results: for them none is there. */
async function ownNewest(pool: pg.Pool, actor: Actor, questId: number) {
  if (actor.userType !== 'Adolescent') return undefined
  return newestResponse(pool, ownJournal(actor), questId)
}

function createSharing({ pool, now, newId, events }: ResultsDeps) {
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
    events.publish([actor.userId, chosen.providerId], { type: 'sharing' })
  }

  async function unshare(actor: Actor, chosen: Share): Promise<void> {
    const outcome = await deleteShare(pool, ownJournal(actor).ownerId, chosen)
    if (outcome === 'missing') throw new ProblemError('not_found')
    events.publish([actor.userId, chosen.providerId], { type: 'sharing' })
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

async function details(
  row: StoredResponse,
  userId: UserId,
  noted: NotedRead,
): Promise<ScoreDetails> {
  const quest = await loadQuest(row.result.type, row.version)
  if (!quest) throw new Error('A result is of a version that left the catalogue')
  return presentDetails(row, userId, quest, noted)
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

/** Takes a share back, and the news of it that was not sent yet. */
async function deleteShare(
  client: Queryable,
  ownerId: Authorized<Journal>['ownerId'],
  { responseId, providerId }: Share,
): Promise<'unshared' | 'missing'> {
  const changed = await questUnshare.run(client, [ownerId, responseId, providerId])
  if (changed === 0) return 'missing'
  await withdrawSharedResult(client, { userId: ownerId, providerId })
  return 'unshared'
}

/** One result of a quest, shown to one provider. */
export const sharedResult: ShareSource<'result'> = {
  list: (client, own) => questSharesOf.all(client, [own.userId]),
  async revoke(client, own, { itemId, viewerId }) {
    const chosen = { responseId: itemId, providerId: viewerId }
    return (await deleteShare(client, own.userId, chosen)) === 'unshared' ? [viewerId] : []
  },
}

/** What a person shares, newest first: with one provider, or with anybody where none is named. */
async function sharedResponses(
  client: Queryable,
  userId: UserId,
  providerId: UserId | undefined,
): Promise<StoredResponse[]> {
  return questShared.all(client, [userId, providerId ?? null])
}
