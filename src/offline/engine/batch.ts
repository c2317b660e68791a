import { goesFirst } from '#contract/commands.ts'
import { pushBytesMax, type WireOp } from '#contract/sync/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { uploadedIds } from './attachments.ts'
import { toWireOp, type OutboxRow } from './outbox-row.ts'
import { isDue, readQueue } from './queue.ts'

/** The operations of one request: in the order of the taps, urgent ones ahead of the others. */
export interface Batch {
  readonly rows: readonly OutboxRow[]
  readonly ops: readonly WireOp[]
}

const utf8 = new TextEncoder()
/** Room for the body's own braces around the operations. */
const envelopeBytes = 16

/**
 * Chooses what the next request carries and notes it as under way. Only the holder of the drain lock calls it,
 * so whatever an earlier holder left under way is free again. An unreadable row dies here, kept and shown; one that
 * has waited too long asks its person.
 */
export async function takeBatch(db: UserDatabase, nowMs: number): Promise<Batch> {
  return await withQuotaRetry(() =>
    userTransaction(db, [db.outbox, db.attachments], async () => {
      const { batchMax } = await readQueue(db)
      await noteLeftUnderWay(db)
      const waiting = urgentFirst(await db.outbox.orderBy('seq').toArray())
      const { rows, ops, unreadable, asking } = choose(waiting, {
        nowMs,
        opsMax: batchMax,
        uploaded: await uploadedIds(db),
      })
      for (const row of unreadable) await db.outbox.put(asUnreadable(row, nowMs))
      for (const row of asking) await db.outbox.put({ ...row, state: 'asks' })
      if (ops.length > 0) await db.meta.put({ key: 'flight', opIds: ops.map((op) => op.opId) })
      else if (await db.meta.get('flight')) await db.meta.delete('flight')
      return { rows, ops }
    }),
  )
}

/** Whoever sent these died before they knew what became of them. */
async function noteLeftUnderWay(db: UserDatabase): Promise<void> {
  const left = await db.meta.get('flight')
  if (left?.key !== 'flight') return
  const rows = await db.outbox.where('opId').anyOf(left.opIds).toArray()
  await noteUnanswered(
    db,
    rows.map(({ seq }) => seq),
  )
}

/** Notes that operations may have reached the server; inside a user transaction over `outbox`. */
export async function noteUnanswered(db: UserDatabase, seqs: readonly number[]): Promise<void> {
  const unmarked = (row: OutboxRow) => !row.unanswered
  await db.outbox
    .where('seq')
    .anyOf(seqs)
    .filter(unmarked)
    .modify((row) => {
      row.unanswered = true
    })
}

/** In the order of the taps, but for what must not wait behind others. */
function urgentFirst(rows: OutboxRow[]): OutboxRow[] {
  return [
    ...rows.filter((row) => goesFirst(row.kind)),
    ...rows.filter((row) => !goesFirst(row.kind)),
  ]
}

/**
 * When the earliest waiting operation may be sent or has to ask, in epoch milliseconds; undefined when there is none.
 */
export async function nextDueAt(db: UserDatabase): Promise<number | undefined> {
  // Read also where nothing waits: a live query then looks again when the queue itself changes, as after a login.
  const tables = [db.attachments, db.outbox, db.meta]
  const [uploaded, heads, { notBefore, heldUntil }] = await db.transaction('r', tables, () =>
    Promise.all([uploadedIds(db), headsOfLanes(db), readQueue(db)]),
  )
  const earliest = Math.min(
    // Without its file it does not go, but it may have to ask.
    ...heads.map((row) =>
      hasItsFiles(row, uploaded) ? row.nextAttemptAt : (row.askAfter ?? Infinity),
    ),
  )
  if (earliest === Infinity) return undefined
  return Math.max(notBefore, heldUntil, earliest)
}

/**
 * The first waiting operation of each lane: a lane is due when that one is, those behind it may not overtake. The others
 * are not read, however many there are.
 */
async function headsOfLanes(db: UserDatabase): Promise<OutboxRow[]> {
  const lanes = await db.outbox.orderBy('lane').uniqueKeys()
  const heads = await Promise.all(
    lanes.map((lane) =>
      db.outbox
        .where('lane')
        .equals(lane)
        .filter((row) => row.state === 'pending')
        .first(),
    ),
  )
  return heads.filter((row) => row !== undefined)
}

interface ChoiceAt {
  readonly nowMs: number
  readonly opsMax: number
  readonly uploaded: ReadonlySet<string>
}

function choose(waiting: OutboxRow[], { nowMs, opsMax, uploaded }: ChoiceAt) {
  const asking: OutboxRow[] = []
  const rows: OutboxRow[] = []
  const ops: WireOp[] = []
  const unreadable: OutboxRow[] = []
  const closedLanes = new Set<string>()
  let bytes = envelopeBytes
  for (const row of waiting) {
    if (ops.length === opsMax) break
    if (row.state !== 'pending' || closedLanes.has(row.lane)) continue
    const op = toWireOp(row)
    if (!op) {
      unreadable.push(row)
      continue
    }
    if (nowMs >= (row.askAfter ?? Infinity)) {
      asking.push(row)
      continue
    }
    const opBytes = utf8.encode(JSON.stringify(op)).byteLength + 1
    const fits = bytes + opBytes <= pushBytesMax || ops.length === 0
    if (!fits || !hasItsFiles(row, uploaded) || !mayGo(row, nowMs)) {
      closedLanes.add(row.lane)
      continue
    }
    bytes += opBytes
    rows.push(row)
    ops.push(op)
  }
  return { rows, ops, unreadable, asking }
}

/** One that was never tried and is from a later time than it is now has waited long enough: the clock was set back. */
function mayGo({ attempts, createdAt, nextAttemptAt }: OutboxRow, nowMs: number): boolean {
  return isDue(nextAttemptAt, nowMs) || (attempts === 0 && nowMs < createdAt)
}

function hasItsFiles(row: OutboxRow, uploaded: ReadonlySet<string>): boolean {
  return row.blobIds.every((id) => uploaded.has(id))
}

function asUnreadable(row: OutboxRow, at: number): OutboxRow {
  const lastError = {
    code: 'unreadable',
    message: 'This item cannot be read any more.',
    at,
  } as const
  return { ...row, state: 'dead', lastError }
}
