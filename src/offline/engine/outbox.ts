import * as v from 'valibot'
import {
  commandSchema,
  commandVersion,
  laneOf,
  type CommandKind,
  type PayloadOf,
} from '#contract/commands.ts'
import { type LocalDate, dayMs } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { byServerClock } from '#src/offline/api/api.ts'
import { kindOf } from '#src/offline/kinds.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransactionWithRoom, withReopen } from '#src/offline/storage/user-transaction.ts'
import { attachmentOf, dropAttachments, storeAttachment, type ChosenFile } from './attachments.ts'
import { isMisread, undoableUntil, withTime, type OutboxRow, type Tap } from './outbox-row.ts'

/** The moment of a tap, as the device saw it. */
export interface TapMoment extends Tap {
  readonly localDate: LocalDate
  readonly tz: string
  /** How long the tap can be taken back before it is sent, in milliseconds. */
  readonly undoMs?: number
}

export type Enqueued = { status: 'queued'; opId: string } | { status: 'refused'; code: ProblemCode }

/**
 * Keeps what the person did, in one transaction, with the file that goes with it: it is durable when the promise resolves.
 * Refuses what the device already knows to be pointless. Throws `StorageFullError` and `SessionEndedError`,
 * and then nothing was kept.
 */
export async function enqueue<K extends CommandKind>(
  db: UserDatabase,
  command: { kind: K; payload: PayloadOf<K> },
  tap: TapMoment,
  file?: ChosenFile,
): Promise<Enqueued> {
  const kind = kindOf(command.kind)
  return await userTransactionWithRoom(db, [...rowTables(db), ...kind.tables(db)], async () => {
    const admitted = await kind.admit(db, command.payload)
    if (admitted !== 'ok') return { status: 'refused', code: admitted }
    const blobIds = file ? [tap.opId] : []
    await db.outbox.add({ ...newRow(db.userId, command, tap), blobIds })
    if (file) await storeAttachment(db, tap.opId, file)
    await kind.queued?.(db, command.payload, tap)
    return { status: 'queued', opId: tap.opId }
  })
}

/**
 * Keeps what belongs together, all of it or nothing, in the order given: a death in the middle leaves no half. It is durable
 * when the promise resolves. Throws as `enqueue` does.
 */
export async function enqueueTogether<K extends CommandKind>(
  db: UserDatabase,
  parts: readonly {
    readonly command: { kind: K; payload: PayloadOf<K> }
    readonly tap: TapMoment
  }[],
): Promise<void> {
  const kinds = parts.map(({ command }) => kindOf(command.kind))
  await userTransactionWithRoom(
    db,
    [db.outbox, ...kinds.flatMap((kind) => kind.tables(db))],
    async () => {
      for (const { command, tap } of parts) {
        await db.outbox.add(newRow(db.userId, command, tap))
        await kindOf(command.kind).queued?.(db, command.payload, tap)
      }
    },
  )
}

function newRow<K extends CommandKind>(
  userId: string,
  command: { kind: K; payload: PayloadOf<K> },
  tap: TapMoment,
): Omit<OutboxRow, 'seq'> {
  return {
    opId: tap.opId,
    v: commandVersion,
    userId,
    lane: laneOf(command.kind, command.payload),
    kind: command.kind,
    payload: command.payload,
    blobIds: [],
    localDate: tap.localDate,
    tz: tap.tz,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: tap.epochMs + (tap.undoMs ?? 0),
    createdAt: tap.epochMs,
    ...asking(command.kind, tap.epochMs),
  }
}

function asking(kind: CommandKind, atMs: number): Pick<OutboxRow, 'askAfter'> {
  const { asksAfterMs } = kindOf(kind)
  return asksAfterMs === undefined ? {} : { askAfter: atMs + asksAfterMs }
}

/** Everything that has not reached the server, oldest first: the count on screen is the length of this. */
export async function unsentOps(db: UserDatabase): Promise<OutboxRow[]> {
  return await db.outbox.orderBy('seq').toArray()
}

/** What is in the outbox, without its payloads: it is asked after each tap. */
export interface OutboxStatus {
  readonly unsent: number
  /** Refused, or asking before they go. */
  readonly refused: number
  /** Only a newer build can send them. */
  readonly needsUpgrade: number
  /** Only a newer server takes them. */
  readonly awaitsServer: number
  /** Given up by a tab of an older build that could not read them. */
  readonly misread: number
  readonly newest: OutboxRow | undefined
  /** Until when each of the last taps can be taken back, in epoch milliseconds. */
  readonly undoableUntil: readonly number[]
}

/** More taps than anybody makes while the first of them can still be taken back. */
const lastTaps = 8

/** For a live query. */
export async function outboxStatus(db: UserDatabase): Promise<OutboxStatus> {
  const [unsent, refused, misread, stranded, last] = await Promise.all([
    db.outbox.count(),
    db.outbox.where('state').anyOf('dead', 'asks').count(),
    db.outbox.where('state').equals('dead').filter(isMisread).count(),
    db.outbox.where('state').equals('needs_upgrade').toArray(),
    // oxlint-disable-next-line unicorn/no-array-reverse -- a Dexie collection, which is read from its end
    db.outbox.orderBy('seq').reverse().limit(lastTaps).toArray(),
  ])
  const undoable = last.map(undoableUntil).filter((until) => until !== undefined)
  const awaitsServer = stranded.filter((row) => row.awaitsContract !== undefined).length
  const needsUpgrade = stranded.length - awaitsServer
  const counts = { unsent, refused, needsUpgrade, awaitsServer, misread }
  return { ...counts, newest: last[0], undoableUntil: undoable }
}

/**
 * Takes an operation back; what it took out of the line stands there again. One that is under way has perhaps reached the
 * server and stays.
 */
export async function deleteOp(
  db: UserDatabase,
  opId: string,
): Promise<'deleted' | 'sending' | 'gone'> {
  return await userTransactionWithRoom(db, rowTables(db), async () => {
    const row = await db.outbox.get({ opId })
    if (!row) return 'gone'
    const batch = await db.meta.get('flight')
    if (batch?.key === 'flight' && batch.opIds.includes(opId)) return 'sending'
    await db.outbox.delete(row.seq)
    await db.outbox.bulkPut(row.withdrawn ?? [])
    await dropAttachments(db, row.blobIds)
    return 'deleted'
  })
}

/** Nobody can take a tap back any more, the app being closed or out of sight: what was held for that may go. */
export async function endUndo(db: UserDatabase): Promise<void> {
  const held = () => db.outbox.filter((row) => undoableUntil(row) !== undefined)
  if ((await withReopen(db, () => held().count())) === 0) return
  await userTransactionWithRoom(db, [db.outbox], async () => {
    await held().modify((row) => {
      row.nextAttemptAt = row.createdAt
    })
  })
}

/**
 * Puts one operation, or every refused one when no id is given, back in line as it is, to be sent now. Its person has
 * said that it goes: it does not ask again.
 */
export async function retryOps(db: UserDatabase, opId?: string): Promise<void> {
  await userTransactionWithRoom(db, [db.outbox], async () => {
    const rows =
      opId === undefined
        ? db.outbox.filter((row) => row.state === 'dead')
        : db.outbox.where({ opId })
    await rows.modify((row) => {
      row.state = 'pending'
      row.nextAttemptAt = 0
      delete row.lastError
      delete row.askAfter
    })
  })
}

/**
 * The person wants an operation sent once more: it goes as it is, or as a new one, tapped now, where it is too old for the
 * server to tell whether it has come before. Of two taps the second does nothing. Throws as `enqueue` does.
 */
export async function sendAgain(db: UserDatabase, opId: string, tap: TapMoment): Promise<Enqueued> {
  const row = await withReopen(db, () => db.outbox.get({ opId }))
  const command = v.safeParse(commandSchema, { kind: row?.kind, payload: row?.payload })
  if (isTooOld(row) && command.success) {
    const again = { ...tap, opId: idByServerClock(tap) }
    return await replace(db, { oldOpId: opId, ...command.output }, again, isTooOld)
  }
  await retryOps(db, opId)
  return { status: 'queued', opId }
}

/** The server takes only what was made about now by its own clock: of a device that is days off it, an id by that clock. */
function idByServerClock({ opId, epochMs }: TapMoment): string {
  const serverMs = byServerClock(epochMs)
  return Math.abs(serverMs - epochMs) < dayMs ? opId : withTime(opId, serverMs)
}

function isTooOld(row: OutboxRow | undefined): boolean {
  return row?.lastError?.code === 'too_old'
}

/**
 * Replaces a refused operation by a corrected one, in one step: the old id may be known to the server. Its file goes
 * over to the new one. What else of the device queuing it changed was changed when the old one was queued.
 */
export async function replaceOp<K extends CommandKind>(
  db: UserDatabase,
  oldOpId: string,
  command: { kind: K; payload: PayloadOf<K> },
  tap: TapMoment,
): Promise<Enqueued> {
  return await replace(db, { oldOpId, ...command }, tap, () => true)
}

/** Adds nothing where the old operation, as the transaction finds it, is not to be replaced. */
async function replace<K extends CommandKind>(
  db: UserDatabase,
  { oldOpId, ...command }: { oldOpId: string; kind: K; payload: PayloadOf<K> },
  tap: TapMoment,
  isReplaced: (old: OutboxRow | undefined) => boolean,
): Promise<Enqueued> {
  const kind = kindOf(command.kind)
  return await userTransactionWithRoom(db, [...rowTables(db), ...kind.tables(db)], async () => {
    const old = await db.outbox.get({ opId: oldOpId })
    if (!isReplaced(old)) return { status: 'queued', opId: oldOpId }
    if (old?.state === 'dead') await db.outbox.delete(old.seq)
    const admitted = await kind.admit(db, command.payload)
    if (admitted === 'ok') {
      const blobIds = await handOverFile(db, oldOpId, tap.opId)
      const withdrawn = old?.withdrawn && { withdrawn: old.withdrawn }
      await db.outbox.add({ ...newRow(db.userId, command, tap), ...withdrawn, blobIds })
      await kind.replaced?.(db, command.payload, { oldId: oldOpId, newId: tap.opId })
      return { status: 'queued', opId: tap.opId }
    }
    if (old) await db.outbox.put(old)
    return { status: 'refused', code: admitted }
  })
}

async function handOverFile(db: UserDatabase, oldId: string, newId: string): Promise<string[]> {
  const file = await attachmentOf(db, oldId)
  if (!file) return []
  await dropAttachments(db, [oldId])
  await storeAttachment(db, newId, file)
  return [newId]
}

/** The tables that an operation and its file stand in. */
function rowTables(db: UserDatabase) {
  return [db.outbox, db.attachments, db.attachmentFiles]
}

/**
 * A newer build is running: what an older one could not send may be tried again. Or a newer server answers, by this number of the
 * contract: what an older one did not know, but nothing that waits for another build of the app. In both cases also what a
 * tab of an older build, which sends for all of them, gave up because it could not read it.
 */
export async function reviveAfterUpgrade(
  db: UserDatabase,
  serverContract = Infinity,
): Promise<void> {
  await userTransactionWithRoom(db, [db.outbox], async () => {
    const stranded = db.outbox.filter((row) =>
      row.state === 'needs_upgrade'
        ? (row.awaitsContract ?? Infinity) <= serverContract
        : isMisread(row),
    )
    await stranded.modify((row) => {
      row.state = 'pending'
      row.nextAttemptAt = 0
      delete row.awaitsContract
      delete row.lastError
    })
  })
}
