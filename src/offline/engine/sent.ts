import * as v from 'valibot'
import { newMessageSchema } from '#contract/chat/model.ts'
import { forgetPlanVersions } from '#src/offline/features/plan.ts'
import { pictureNamed } from '#src/offline/features/tracker-pictures.ts'
import { forgetVersions } from '#src/offline/features/trackers.ts'
import type { SentRow, UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { readLibraryAnew } from '#src/offline/storage/shared-database.ts'
import { userTransactionWithRoom, withReopen } from '#src/offline/storage/user-transaction.ts'
import type { OutboxRow } from './outbox-row.ts'

/** What the server has acknowledged stays so long: backups are younger. */
const sentMsMax = 24 * 3_600_000
/** More than anybody does in a day. */
const sentRowsMax = 2_000

/** The life of the server's data that this device knows; undefined before the first answer. */
export async function readEpoch(db: UserDatabase): Promise<string | undefined> {
  const row = await withReopen(db, () => db.meta.get('epoch'))
  return row?.key === 'epoch' ? row.epoch : undefined
}

/** Notes what the server has acknowledged, and lets go of what is over; inside a user transaction over `sentOps`. */
export async function noteSent(
  db: UserDatabase,
  rows: readonly OutboxRow[],
  { epoch, nowMs }: { epoch: string | undefined; nowMs: number },
): Promise<void> {
  // A server that names no life of its data cannot come back with another one.
  if (epoch === undefined) return
  await db.meta.put({ key: 'epoch', epoch })
  await db.sentOps.bulkPut(
    rows.map(({ withdrawn: _over, ...row }): SentRow => ({ ...row, epoch, sentAt: nowMs })),
  )
  await dropOld(db, nowMs)
}

async function dropOld(db: UserDatabase, nowMs: number): Promise<void> {
  await db.sentOps
    .where('sentAt')
    .below(nowMs - sentMsMax)
    .delete()
  const over = (await db.sentOps.count()) - sentRowsMax
  if (over > 0) await db.sentOps.orderBy('seq').limit(over).delete()
}

/**
 * The server says which life its data is in. In another one than before it has forgotten what came last: what it had
 * acknowledged in the last day goes again, each at its old place in the line, and the ledger knows what is not forgotten.
 * What was read up to a place that may no longer be the same is read from its beginning. Throws `StorageFullError` where
 * there is no room for the operations alone: no file holds them up.
 */
export async function meetEpoch(
  db: UserDatabase,
  epoch: string,
  nowMs: number,
): Promise<'known' | 'other'> {
  const known = await readEpoch(db)
  const old = () => db.sentOps.where('sentAt').below(nowMs - sentMsMax)
  if (known === epoch && (await withReopen(db, () => old().count())) === 0) return 'known'
  const { outbox, attachments, attachmentFiles, keptFiles, sentOps } = db
  const files = [attachments, attachmentFiles, keptFiles]
  const places = [db.chatPlaces, db.chatReads, db.messages, db.chats]
  const versions = [db.trackerNotes, db.trackerPictures]
  const tables = [outbox, sentOps, ...files, ...places, ...versions]
  const meet = (withFiles: boolean) =>
    userTransactionWithRoom(db, tables, async () => {
      await dropOld(db, nowMs)
      const other = await sentOps.filter((row) => row.epoch !== epoch).sortBy('seq')
      for (const row of other) await putBack(db, row, withFiles)
      await sentOps.bulkDelete(other.map(({ seq }) => seq))
      await db.meta.put({ key: 'epoch', epoch })
      if (known !== undefined && known !== epoch) await readAnew(db, epoch)
    })
  await meet(true).catch((error: unknown) => {
    if (error instanceof StorageFullError) return meet(false)
    throw error
  })
  if (known === undefined || known === epoch) return 'known'
  await readLibraryAnew()
  return 'other'
}

/** In line where it was, ahead of what was tapped later. Its file is still there in most cases: it goes up if it is asked for. */
async function putBack(
  db: UserDatabase,
  { epoch: _epoch, sentAt: _at, ...row }: SentRow,
  withFiles: boolean,
) {
  const { askAfter: _asked, lastError: _error, ...plain } = row
  const here: string[] = []
  for (const messageId of row.blobIds) {
    const file = (await db.keptFiles.get(messageId)) ?? (await pictureNamed(db, messageId))
    if (!file) continue
    here.push(messageId)
    if (!withFiles) continue
    const { type, data } = file
    const message = v.safeParse(newMessageSchema, row.payload)
    const name = (message.success && message.output.file?.name) || ''
    const voiceMs = (await db.messages.get(messageId))?.file?.voiceMs
    await db.attachments.put({
      messageId,
      name,
      type,
      bytes: data.byteLength,
      ...(voiceMs !== undefined && { voiceMs }),
      sentBytes: 0,
      uploaded: true,
      attempts: 0,
      nextAttemptAt: 0,
    })
    await db.attachmentFiles.put({ messageId, type, data })
  }
  await db.outbox.put({
    ...plain,
    blobIds: withFiles ? here : [],
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    again: (await isGone(db, row, here)) ? 'deleted' : 'sent',
  })
}

/** A picture that was taken off, or replaced, is not asked for again. */
async function isGone(db: UserDatabase, row: OutboxRow, here: readonly string[]) {
  if (row.kind === 'trackers.picture') return here.length < row.blobIds.length
  return !!(await db.messages.get(row.opId))?.deletedAt
}

/** Numbers of another life say nothing about this one. */
async function readAnew(db: UserDatabase, epoch: string): Promise<void> {
  await db.chatPlaces.clear()
  await db.chatReads.clear()
  await db.messages.toCollection().modify({ rev: -1 })
  await db.chats.toCollection().modify({ rev: -1 })
  await forgetVersions(db)
  if (await db.meta.get('plan')) await forgetPlanVersions(db, epoch)
}
