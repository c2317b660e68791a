import * as v from 'valibot'
import { type CommandKind, type PayloadOf, commandVersion } from '#contract/commands.ts'
import { utcDate, newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { safetyApi } from '#contract/safety/api.ts'
import { blockSchema, ownReportSchema } from '#contract/safety/model.ts'
import type { Clearance } from '#server/features/providers/index.ts'
import type { Database } from '#server/db/client.ts'
import type { SyncService } from '#server/features/sync/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import { opIdOfKey } from '#server/http/routing/idempotency.ts'
import type { Routes } from '#server/http/routing/route.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { unblock, presentBlock } from './block.ts'
import { isOwn, maySpeakUp, onlySuperAdmins } from './policy.ts'
import { createReports } from './reports.ts'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { pageOf, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { blocksList } from './safety.sql.ts'

export interface SafetyDeps {
  readonly database: Database
  readonly blobs: BlobStore
  readonly sync: SyncService
  readonly events: EventBus
  readonly clearance: Clearance
  readonly evidenceSealer: Sealer
  readonly now: () => number
  readonly newId: () => string
}

export function safetyRoutes(deps: SafetyDeps): Routes<typeof safetyApi> {
  const { database, sync, newId } = deps
  const { pool } = database

  /** Through the ledger, as an operation from the queue: with a key, a repeat gets the first reply again. */
  async function once<K extends CommandKind>(
    actor: Actor,
    key: string | undefined,
    command: { kind: K; payload: PayloadOf<K> },
  ): Promise<unknown> {
    const opId = key === undefined ? newId() : opIdOfKey(key)
    return (await sync.applyOne(actor, { opId, v: commandVersion, ...command })).result
  }

  return {
    blockPerson: {
      policy: maySpeakUp,
      handle: async ({ body, session, header }) =>
        v.parse(
          blockSchema,
          await once(session.actor, header('idempotency-key'), {
            kind: 'safety.block',
            payload: body,
          }),
        ),
    },
    unblockPerson: {
      policy: maySpeakUp,
      handle: async ({ params, session: { actor } }) => {
        const own = authorize(actor, { userId: actor.userId }, isOwn)
        await unblock(pool, own, params.userId)
        return undefined
      },
    },
    listBlocks: {
      policy: maySpeakUp,
      handle: ({ query, session: { actor } }) =>
        listBlocks(pool, authorize(actor, { userId: actor.userId }, isOwn), {
          ...query,
          today: utcDate(deps.now()),
        }),
    },
    report: {
      policy: maySpeakUp,
      handle: async ({ body, session, header }) =>
        v.parse(
          ownReportSchema,
          await once(session.actor, header('idempotency-key'), {
            kind: 'safety.report',
            payload: body,
          }),
        ),
    },
    ...reportRoutes(deps),
  }
}

function reportRoutes(deps: SafetyDeps) {
  const { pool, orm } = deps.database
  const reports = createReports({ ...deps, pool, orm })
  return {
    listReports: {
      policy: onlySuperAdmins,
      handle: ({ query, session }) => reports.list(session.actor, query),
    },
    countWaiting: {
      policy: onlySuperAdmins,
      handle: ({ session }) => reports.waiting(session.actor),
    },
    handleReport: {
      policy: onlySuperAdmins,
      handle: ({ params, body, session }) => reports.decide(session, params.id, body),
    },
    getReportFile: {
      policy: onlySuperAdmins,
      handle: ({ params, session }) => reports.file(session.actor, params.id, params.messageId),
    },
  } satisfies Partial<Routes<typeof safetyApi>>
}

/**
 * Whom a person has blocked, newest first; a provider does not find those under 18 whom they do not see, as everywhere
 * else.
 */
async function listBlocks(
  client: Queryable,
  own: Authorized<{ readonly userId: string }>,
  { limit, after, today }: QueryOf<Api['listBlocks']> & { readonly today: LocalDate },
): Promise<ReplyOf<Api['listBlocks']>> {
  const [at, id] = after === undefined ? [null, null] : cursorByTime(after)
  const rows = await blocksList.all(client, [
    own.userId,
    at,
    id,
    limit + 1,
    newestAdultBirthDate(today),
  ])
  const page = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id])
  return { blocks: page.rows.map((row) => presentBlock(row, row.createdAt)), next: page.next }
}
