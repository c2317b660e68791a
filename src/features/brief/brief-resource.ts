import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import { briefApi } from '#contract/brief/api.ts'
import { briefSendSchema, type BriefContent, type SharedBrief } from '#contract/brief/model.ts'
import { refreshBriefs } from '#src/data/own-briefs.ts'
import { defineLocal, defineRemote, defineResource, notFound } from '#src/data/resource.ts'
import { queueRevocation } from '#src/data/share-switch.ts'
import { callApi } from '#src/offline/api/api.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { readBriefDraft, type BriefDraft } from '#src/offline/features/brief-drafts.ts'
import { dropWaitingBriefs, readBrief, type KnownBrief } from '#src/offline/features/brief.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** The brief of one session: what this device has, at once, and what the server has besides. */
export const briefResource = defineResource<KnownBrief, [bookingId: string]>({
  key: 'brief',
  read: readBrief,
  refresh: (db, token) => refreshBriefs(db, token),
})

/** What is being written for a session; null before anything was. */
export const draftResource = defineLocal<BriefDraft | null, [bookingId: string]>({
  key: 'brief.draft',
  read: async (db, bookingId) => (await readBriefDraft(db, bookingId)) ?? null,
})

/** A brief of somebody else: no device but their own stores it. */
export const sharedBriefRemote = defineRemote<SharedBrief, [bookingId: string, news: number]>({
  isLook: true,
  async fetch(token, bookingId) {
    if (!v.is(v.pipe(v.string(), v.uuid()), bookingId)) throw notFound()
    return await callApi(briefApi.getSharedBrief, { params: { bookingId } }, { token })
  },
})

/**
 * Queues a brief with what is switched on, and nothing else: it is durable when the promise resolves. One that was sent before
 * is replaced once it has arrived. Throws as `enqueue` does, and for what no server takes.
 */
export async function sendBrief(
  db: UserDatabase,
  bookingId: string,
  content: BriefContent,
  tap = tapNow(),
): Promise<void> {
  await together(db, async () => {
    const { withdrawals } = await readBrief(db, bookingId)
    const payload = v.parse(briefSendSchema, { bookingId, withdrawals, content })
    await enqueue(db, { kind: 'brief.send', payload }, tap)
  })
}

/** Takes a brief back, also without a network. What has not left this device just leaves the line. */
export async function takeBack(
  db: UserDatabase,
  { bookingId, providerId }: { readonly bookingId: string; readonly providerId: string },
  tap = tapNow(),
): Promise<void> {
  const revocation = { kind: 'brief', itemId: bookingId, viewerId: providerId } as const
  await together(db, async () => {
    const { isOut } = await readBrief(db, bookingId)
    // Before anything leaves the line: whether an end that waits already is enough depends on what it stands behind.
    if (isOut) await queueRevocation(db, revocation, tap)
    if ((await dropWaitingBriefs(db, bookingId)) === 'sending') {
      await queueRevocation(db, revocation, tap)
    }
  })
}

/** What is read of a brief and what is queued for it, in one transaction: no batch leaves between the two. */
async function together(db: UserDatabase, work: () => Promise<void>): Promise<void> {
  const tables = [db.outbox, db.attachments, db.attachmentFiles, db.questRecords]
  await withQuotaRetry(() => userTransaction(db, tables, work))
}

function tapNow() {
  return tapMoment({ epochMs: Date.now(), opId: newUuid() })
}

/**
 * Turning a brief on again is taking back that it is taken back. What the server has deleted is not there to be shown: it is
 * written anew. Rejects with `not_found` then, and as the call does.
 */
export async function findBrief(db: UserDatabase, token: string, bookingId: string): Promise<void> {
  await refreshBriefs(db, token)
  const { state } = await readBrief(db, bookingId)
  if (state !== 'sent') throw notFound()
}
