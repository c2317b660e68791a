import * as v from 'valibot'
import type { CommandKind } from '#contract/commands.ts'
import { dayMs } from '#contract/local-date.ts'
import { problemCatalogue, type ProblemCode } from '#contract/problem.ts'
import { pushOpsMax, type OpResult } from '#contract/sync/api.ts'
import { contractVersion } from '#contract/version.ts'
import { isKnownKind, kindOf, type ResultByKind } from '#src/offline/kinds.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { uploadAgain } from './attachments.ts'
import type { Batch } from './batch.ts'
import { timeIn, withTime, type Found, type OutboxRow } from './outbox-row.ts'
import { backoffMs, boundedWaitMs, changeQueue, readQueue } from './queue.ts'
import { noteSent } from './sent.ts'

export interface Moment {
  readonly nowMs: number
  readonly random: () => number
  /** The life of the server's data that answered; undefined where it was not said. */
  readonly epoch?: string | undefined
  /** The number of the contract that the server answered by; undefined where it is not known. */
  readonly serverContract?: number | undefined
  /** Now by the server's clock, in epoch milliseconds; undefined where it is not known. */
  readonly serverMs?: number | undefined
}

/**
 * Takes in what the server answered, all of it in one transaction or none of it.
 * Throws `StorageFullError`, and then everything is as it was.
 */
export async function applyResults(
  db: UserDatabase,
  batch: Batch,
  results: readonly OpResult[],
  moment: Moment,
): Promise<void> {
  const byId = new Map(results.map((result) => [result.opId, result]))
  const applied = new AppliedResults()
  const remaining: OutboxRow[] = []
  for (const row of batch.rows) {
    const change = afterResult(row, byId.get(row.opId), moment, applied)
    if (change) remaining.push(change)
  }
  await withQuotaRetry(() =>
    userTransaction(
      db,
      [db.outbox, db.attachments, db.sentOps, ...applied.tables(db)],
      async () => {
        const inVain = await applied.inVain(db)
        await applied.store(db, inVain)
        const sent = applied.rows.filter((row) => !inVain.has(row.opId))
        await noteSent(db, sent, { epoch: moment.epoch, nowMs: moment.nowMs })
        const again = applied.rows.filter((row) => inVain.has(row.opId))
        await db.outbox.bulkPut([...remaining, ...again.map((row) => anotherTry(row, moment))])
        await uploadAgain(db, applied.missingFiles)
        await db.meta.delete('flight')
        const { batchMax } = await readQueue(db)
        await changeQueue(db, {
          failures: 0,
          notBefore: 0,
          heldUntil: 0,
          needsAuth: false,
          batchMax: Math.min(pushOpsMax, batchMax * 2),
        })
      },
    ),
  )
}

/** The results to keep, kind by kind, with the rows they make superfluous. */
class AppliedResults {
  readonly #byKind = new Map<CommandKind, unknown[]>()
  /** Records that an operation found there, its own from an earlier try or somebody else's. */
  readonly #found = new Map<CommandKind, Found<unknown>[]>()
  readonly rows: OutboxRow[] = []
  readonly #over: number[] = []
  /** Files that the server has let go of meanwhile. */
  readonly missingFiles: string[] = []

  /** There is nothing that could still be done, nor anything that its person would miss. */
  letGo(row: OutboxRow): undefined {
    this.#over.push(row.seq)
  }

  /** False when the result is not one that the kind understands. */
  add(row: OutboxRow, { status, result }: Extract<OpResult, { result: unknown }>): boolean {
    if (!isKnownKind(row.kind)) return false
    const parsed = v.safeParse(kindOf(row.kind).resultSchema, result)
    if (!parsed.success) return false
    put(this.#byKind, row.kind, parsed.output)
    const found = { opId: row.opId, result: parsed.output }
    // Of one that goes again the person was told the first time.
    if (status !== 'applied' && !row.again) put(this.#found, row.kind, found)
    this.rows.push(row)
    return true
  }

  tables(db: UserDatabase) {
    return [...this.#byKind.keys()].flatMap((kind) => kindOf(kind).tables(db))
  }

  /** The ids of the operations that another record was in front of which is about to go. */
  async inVain(db: UserDatabase): Promise<ReadonlySet<string>> {
    const ids = new Set<string>()
    for (const [kind, found] of this.#found) {
      const given = found as Found<ResultByKind[typeof kind]>[]
      for (const opId of (await kindOf(kind).inVain?.(db, given)) ?? []) ids.add(opId)
    }
    return ids
  }

  async store(db: UserDatabase, inVain: ReadonlySet<string>): Promise<void> {
    for (const [kind, results] of this.#byKind) {
      await kindOf(kind).settle(db, results as ResultByKind[typeof kind][])
    }
    for (const [kind, found] of this.#found) {
      const others = found.filter(({ opId }) => !inVain.has(opId))
      await kindOf(kind).found?.(db, others as Found<ResultByKind[typeof kind]>[])
    }
    await deleteSeqs(
      db,
      [...this.rows.map(({ seq }) => seq), ...this.#over].toSorted((a, b) => a - b),
    )
  }
}

function put<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const list = lists.get(key) ?? []
  list.push(value)
  lists.set(key, list)
}

/** Neighbouring numbers go as one range: a thousand single deletions cost more than the request itself. */
async function deleteSeqs(db: UserDatabase, seqs: readonly number[]): Promise<void> {
  let start = 0
  for (let end = 1; end <= seqs.length; end += 1) {
    const first = seqs[start]
    const last = seqs[end - 1]
    if (first === undefined || last === undefined || seqs[end] === last + 1) continue
    await db.outbox.where('seq').between(first, last, true, true).delete()
    start = end
  }
}

/** The row as it stays, or undefined when the server has it and it can go. */
function afterResult(
  row: OutboxRow,
  result: OpResult | undefined,
  moment: Moment,
  applied: AppliedResults,
): OutboxRow | undefined {
  switch (result?.status) {
    case 'applied':
    case 'duplicate':
    case 'superseded':
      // It is there, in words that this build does not read.
      return applied.add(row, result) ? undefined : retryLater({ ...row, unanswered: true }, moment)
    case 'rejected':
      if (isIdle(row, result.code)) return applied.letGo(row)
      return (
        asNew(row, result.code, moment) ?? refused(row, result.code, result.message, moment.nowMs)
      )
    case 'retry':
      // The server has forgotten the file, and this device has let go of it.
      if (result.code === 'file_missing' && row.again && row.blobIds.length === 0)
        return row.again === 'deleted'
          ? applied.letGo(row)
          : refused(row, result.code, problemCatalogue.file_missing.message, moment.nowMs)
      if (result.code === 'file_missing') applied.missingFiles.push(...row.blobIds)
      return retryLater(row, moment, result.afterMs)
    case 'upgrade_required':
      return strandedBy(row, moment)
    case undefined:
      return retryLater(row, moment)
  }
}

/**
 * A row that the server refused for the time in its id, made by a clock that was months off, as a new operation: of what does no
 * harm twice, which its person relies on from the tap on.
 */
function asNew(row: OutboxRow, code: ProblemCode, moment: Moment): OutboxRow | undefined {
  const { serverMs } = moment
  if (code !== 'too_old' || serverMs === undefined) return undefined
  if (!isKnownKind(row.kind) || !kindOf(row.kind).harmlessTwice) return undefined
  if (Math.abs(timeIn(row.opId) - serverMs) < dayMs) return undefined
  return { ...retryLater(row, moment), opId: withTime(row.opId, serverMs) }
}

/** What goes again and was about something that is not there in this life of the server, or no more. */
function isIdle({ again, kind }: OutboxRow, code: ProblemCode): boolean {
  return !!again && isKnownKind(kind) && !!kindOf(kind).idleAgain?.includes(code)
}

/** While processes of two builds run side by side, the older one does not know what the newer one's pages send. */
function strandedBy(row: OutboxRow, { serverContract }: Moment): OutboxRow {
  const stranded: OutboxRow = { ...row, state: 'needs_upgrade' }
  delete stranded.awaitsContract
  const older = serverContract !== undefined && serverContract < contractVersion
  return older ? { ...stranded, awaitsContract: contractVersion } : stranded
}

/** The row after another attempt that did not count: it stays in line. */
export function retryLater(row: OutboxRow, { nowMs, random }: Moment, afterMs?: number): OutboxRow {
  const attempts = row.attempts + 1
  const waitMs = Math.max(afterMs ?? 0, backoffMs(attempts, random))
  return { ...row, state: 'pending', attempts, nextAttemptAt: nowMs + boundedWaitMs(waitMs) }
}

/** The row as a new operation of the same tap: what the ledger has of the old one is not asked for again. The time in its id stays. */
function anotherTry(row: OutboxRow, moment: Moment): OutboxRow {
  const chance = Math.floor(moment.random() * 2 ** 48)
  const opId = `${row.opId.slice(0, 24)}${chance.toString(16).padStart(12, '0')}`
  return { ...retryLater(row, moment), opId }
}

/** The row with the server's refusal: it stays until its person has seen it. */
export function refused(row: OutboxRow, code: ProblemCode, message: string, at: number): OutboxRow {
  return { ...row, state: 'dead', attempts: row.attempts + 1, lastError: { code, message, at } }
}
