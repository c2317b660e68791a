import { isSuperAdmin } from '#contract/account/model.ts'
import { laneOf } from '#contract/commands.ts'
import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import type { sharingApi } from '#contract/sharing/api.ts'
import {
  previewParts,
  type AccessRead,
  type Preview,
  type PreviewPartName,
  type Sharing,
  shareRevocationSchema,
  type ShareReceipt,
  type ShareRevocation,
} from '#contract/sharing/model.ts'
import type { Queryable } from '#server/db/orm.ts'
import {
  type Deps,
  defineFeature,
  type AllHooks,
  type Previews,
  type ShareSources,
} from '#server/feature.ts'
import type { Applier } from '#server/features/sync/index.ts'
import { createLimiter, hourSeconds } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { authorize, type Authorized, type Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import {
  readsLast,
  readsNewest,
  sharingActor,
  sharingViewers,
  type ReadRow,
} from './sharing.sql.ts'

export {
  createAccessLog,
  previewAccessLog,
  type AccessLog,
  type AccessLogDeps,
  type NotedRead,
  type Seen,
} from './access-log.ts'

/** The id of no account. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** More people than anybody has to do with. */
const viewersMax = 200
const lastReadsMax = 300
const logMax = 50
export const previewsPerHourMax = 240

/** Who sees what of a person, a look at it as another one has it, and taking back what was shown. */
export const sharing = defineFeature({
  routes: sharingRoutes,
  commands: (hooks) => ({ 'share.revoke': revokeWith(hooks) }),
})

function sharingRoutes(deps: Deps): Routes<typeof sharingApi> {
  const { pool } = deps.database
  const { shares, previews } = deps.hooks
  const perHour = createLimiter(pool, 'preview', previewsPerHourMax, hourSeconds)
  return {
    getSharing: {
      policy: anyMember,
      handle: ({ session }) => sharingOf(pool, ownOf(session.actor), { shares, nowMs: deps.now() }),
    },
    previewAs: {
      policy: anyMember,
      handle: async ({ params, session }) => {
        await perHour.take(session.actor.userId)
        return previewOf(pool, previews, ownOf(session.actor), params.viewerId)
      },
    },
  }
}

type Own = Authorized<{ readonly userId: string }>

async function sharingOf(
  client: Queryable,
  own: Own,
  { shares, nowMs }: { readonly shares: ShareSources; readonly nowMs: number },
): Promise<Sharing> {
  const sources = Object.entries(shares)
  const lists = await Promise.all(
    sources.map(async ([kind, source]) =>
      (await source.list(client, own)).map((share) => ({ kind, ...share })),
    ),
  )
  const [viewers, lastReads, log] = await Promise.all([
    viewersOf(client, own, nowMs),
    readsLast.all(client, [own.userId, lastReadsMax]),
    readsNewest.all(client, [own.userId, logMax]),
  ])
  return {
    viewers,
    shares: lists.flat(),
    lastReads: lastReads.map(presentRead),
    log: log.map(presentRead),
  }
}

function viewersOf(client: Queryable, own: Own, nowMs: number) {
  return sharingViewers.all(client, [own.userId, newestAdultBirthDate(utcDate(nowMs)), viewersMax])
}

function presentRead({
  id,
  at,
  what,
  itemId,
  questId,
  viewerId,
  who,
  reason,
}: ReadRow): AccessRead {
  return { id, at: at.toISOString(), what, itemId, questId, viewerId, who, reason }
}

/**
 * What a viewer's own calls answer about a person, part by part. Throws `not_found` for whom the person never had to do
 * with; somebody whose account is closed sees nothing. Whoever blocks the person sees what anybody with an ended connection
 * does: a preview does not tell that there is a block.
 */
async function previewOf(
  client: Queryable,
  previews: Previews,
  own: Own,
  viewerId: string,
): Promise<Preview> {
  const row = await sharingActor.first(client, [own.userId, viewerId])
  if (!row) throw new ProblemError('not_found')
  const { userId, userType, verifiedAt, suspendedAt, blocks } = row
  const verifiedProvider = userType === 'ServiceProvider' && verifiedAt !== null
  const viewer: Actor = { userId, userType, superAdmin: isSuperAdmin(row), verifiedProvider }
  const asking = (name: PreviewPartName) =>
    name === 'profile' && blocks ? { ...viewer, userId: nobody } : viewer
  const names = Object.keys(previewParts) as PreviewPartName[]
  const parts = await Promise.all(
    names.map(async (name) => [
      name,
      suspendedAt === null ? await previews[name](asking(name), own.userId).catch(asNothing) : null,
    ]),
  )
  // Each part has the type of its name in `Previews`.
  return Object.fromEntries(parts) as Preview
}

/** What the viewer's call refuses they do not see. */
function asNothing(error: unknown): null {
  const refused = error instanceof ProblemError ? error.body.code : undefined
  if (refused === 'not_found' || refused === 'forbidden') return null
  throw error
}

/** How the server carries out what a device queued to be shown no more. What is shown to nobody already is no error. */
function revokeWith({ shares }: Pick<AllHooks, 'shares'>): Applier<ShareRevocation> {
  return {
    policy: anyMember,
    lane: (revocation) => laneOf('share.revoke', revocation),
    schema: () => shareRevocationSchema,
    replay: ({ payload }) => receiptOf(payload),
    async apply({ client, actor, publish }, ops) {
      const own = ownOf(actor)
      const concerned = new Set<string>([actor.userId])
      for (const { payload } of ops) {
        for (const id of await revoke(shares, client, own, payload)) concerned.add(id)
      }
      publish([...concerned], { type: 'sharing' })
      return ops.map(({ payload }) => ({ status: 'applied', result: receiptOf(payload) }))
    },
    /** Who could see what is gone is known no more: whoever is shown anything looks again. */
    async notifyAgain({ client, actor, nowMs, publish }) {
      const viewers = await viewersOf(client, ownOf(actor), nowMs)
      publish([actor.userId, ...viewers.map(({ id }) => id)], { type: 'sharing' })
    },
  }
}

/** Kind and payload belong together. */
function revoke<K extends ShareRevocation['kind']>(
  shares: ShareSources,
  client: Queryable,
  own: Own,
  revocation: Extract<ShareRevocation, { kind: K }>,
): Promise<readonly string[]> {
  return shares[revocation.kind].revoke(client, own, revocation)
}

function receiptOf(revocation: ShareRevocation): ShareReceipt {
  const { kind } = revocation
  return {
    kind,
    itemId: 'itemId' in revocation ? revocation.itemId : null,
    viewerId: 'viewerId' in revocation ? revocation.viewerId : null,
  }
}

function ownOf(actor: Actor): Own {
  return authorize<{ readonly userId: string }, Actor>(actor, { userId: actor.userId }, isOwn)
}

function isOwn(actor: Actor, record: { readonly userId: string }): Verdict {
  return record.userId === actor.userId ? 'allow' : 'not_found'
}
