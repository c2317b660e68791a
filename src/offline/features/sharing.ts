import * as v from 'valibot'
import {
  type Sharing,
  shareKey,
  shareReceiptSchema,
  shareRevocationSchema,
  type ShareReceipt,
  type ShareRevocation,
} from '#contract/sharing/model.ts'
import type { Kind, OutboxRow } from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { endBriefShare } from './brief.ts'
import { endPlanShare } from './plan.ts'

/** Who sees what, as the server last said it; read through the contract's schema. */
export interface SharingOnDevice {
  sharing: Sharing
  /** Epoch milliseconds. */
  asOfMs: number
}

export const shareRevoke: Kind<'share.revoke', ShareReceipt> = {
  tables: (db) => [db.questRecords],

  async admit() {
    return 'ok'
  },

  /** What this device has of it from before is shown no more either. */
  async settle(db, receipts) {
    for (const receipt of receipts) await hide(db, receipt)
    const gone = new Set(receipts.map(shareKey))
    const row = await db.meta.get('sharing')
    if (row?.key !== 'sharing') return
    const shares = row.sharing.shares.filter((share) => !gone.has(shareKey(share)))
    await db.meta.put({ ...row, sharing: { ...row.sharing, shares } })
  },

  harmlessTwice: true,
  resultSchema: shareReceiptSchema,
}

async function hide(db: UserDatabase, { kind, itemId, viewerId }: ShareReceipt): Promise<void> {
  if (kind === 'result' && itemId !== null) {
    await db.questRecords.where({ id: itemId }).modify((record) => {
      record.sharedWith = record.sharedWith.filter((id) => id !== viewerId)
    })
  }
  if (kind === 'plan') await endPlanShare(db, viewerId)
  if (kind === 'brief' && itemId !== null) await endBriefShare(db, itemId)
  const row = kind === 'score' ? await db.meta.get('profile') : undefined
  if (row?.key !== 'profile') return
  await db.meta.put({ ...row, user: { ...row.user, shareScore: false } })
}

/** The operations that wait to take something back, the newest of each by the key of what it is; for a live query. */
export async function waitingRevocations(db: UserDatabase): Promise<ReadonlyMap<string, string>> {
  return new Map((await waitingRows(db)).map(({ key, row }) => [key, row.opId]))
}

/** All operations that wait to take one thing back, the oldest first: a brief can have several. */
export async function revocationsOf(
  db: UserDatabase,
  revocation: ShareRevocation,
): Promise<OutboxRow[]> {
  const rows = await waitingRows(db)
  return rows.filter(({ key }) => key === shareKey(revocation)).map(({ row }) => row)
}

async function waitingRows(db: UserDatabase): Promise<{ key: string; row: OutboxRow }[]> {
  const rows = await db.outbox
    .where('[kind+localDate]')
    .between(['share.revoke', ''], ['share.revoke', '\uffff'])
    .sortBy('seq')
  const waiting = rows.filter(({ state }) => state !== 'dead')
  return waiting.flatMap((row) => {
    const parsed = v.safeParse(shareRevocationSchema, row.payload)
    return parsed.success ? [{ key: shareKey(parsed.output), row }] : []
  })
}
