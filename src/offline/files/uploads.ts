import * as v from 'valibot'
import { newMessageSchema } from '#contract/chat/model.ts'
import { pictureChangeSchema } from '#contract/trackers/picture.ts'
import { isApiProblem, isUnreachable, type ApiProblemError } from '#src/offline/api/api-error.ts'
import { refused, type Moment } from '#src/offline/engine/apply-results.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { isLoggedOut } from '#src/offline/engine/push.ts'
import {
  backoffMs,
  boundedWaitMs,
  changeQueue,
  isDue,
  readQueue,
} from '#src/offline/engine/queue.ts'
import { hashOfToken } from '#src/offline/session/session-copy.ts'
import type { SessionCopy } from '#src/offline/session/session-start.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction, withReopen } from '#src/offline/storage/user-transaction.ts'

/** A file on its way: whose message it is of, and its bytes. */
export interface OutgoingFile {
  readonly chatId: string
  readonly messageId: string
  readonly name: string
  readonly blob: Blob
  /** It was recorded as a voice note. */
  readonly voice?: boolean
}

/** The picture of a day on its way, by the operation that keeps it. */
export interface OutgoingPicture {
  readonly messageId: string
  readonly blob: Blob
  readonly ofDay: true
}

/** What uploading needs from outside. */
export interface UploadDeps {
  readonly db: UserDatabase
  readonly session: () => Promise<SessionCopy | undefined>
  /** One upload; tells how many bytes are out. Rejects with `ApiProblemError` or `UnreachableError`. */
  readonly upload: (
    file: OutgoingFile | OutgoingPicture,
    token: string,
    onProgress: (sentBytes: number) => void,
  ) => Promise<void>
  readonly now: () => number
  readonly random: () => number
}

export type UploadOutcome =
  | { status: 'empty' }
  /** Something waits; it may go up at this moment, in epoch milliseconds. */
  | { status: 'waiting'; dueAt: number }
  | { status: 'needs_auth' }
  | { status: 'no_session' }

/**
 * Sends up the files of waiting messages and the pictures of days, one after the other in the order of the taps. The messages themselves go with
 * the queue, each once its file is there: a large file holds up its own chat alone. The caller holds the upload lock.
 */
export async function uploadAll(deps: UploadDeps): Promise<UploadOutcome> {
  const { db } = deps
  for (;;) {
    const session = await deps.session()
    if (session?.userId !== db.userId) return { status: 'no_session' }
    if ((await withReopen(db, () => readQueue(db))).needsAuth) return { status: 'needs_auth' }
    const row = await nextRow(db, deps.now())
    if (!row) {
      const dueAt = await nextUploadAt(db)
      return dueAt === undefined ? { status: 'empty' } : { status: 'waiting', dueAt }
    }
    await uploadOne(deps, row, session.token)
  }
}

/** When the earliest waiting file may go up, in epoch milliseconds; undefined when none waits, or all for a login. */
export async function nextUploadAt(db: UserDatabase): Promise<number | undefined> {
  // Both are read each time: a live query then looks again after a login too.
  const [{ needsAuth }, waiting] = await Promise.all([readQueue(db), waitingFiles(db)])
  if (needsAuth) return undefined
  const earliest = Math.min(...waiting.map(({ at }) => at))
  return earliest === Infinity ? undefined : earliest
}

/** A sign that the network is back: nothing waits for our own backoff any more, but for what the server wished. */
export async function wakeUploads(db: UserDatabase): Promise<void> {
  const waits = await withReopen(db, () =>
    db.attachments.filter(({ nextAttemptAt }) => nextAttemptAt > 0).count(),
  )
  if (waits === 0) return
  await userTransaction(db, [db.attachments], () =>
    db.attachments.toCollection().modify({ nextAttemptAt: 0, attempts: 0 }),
  )
}

/** The server has answered something else, which it had not when these files were tried: they go now. */
export async function resumeUploads(db: UserDatabase): Promise<void> {
  const cutOff = () =>
    db.attachments.filter(({ unanswered, nextAttemptAt }) => !!unanswered && nextAttemptAt > 0)
  if ((await withReopen(db, () => cutOff().count())) === 0) return
  await userTransaction(db, [db.attachments], () => cutOff().modify({ nextAttemptAt: 0 }))
}

/** Operations whose file is not up yet, in the order of the taps, with the moment from which on it may go. */
async function waitingFiles(db: UserDatabase): Promise<{ row: OutboxRow; at: number }[]> {
  const files = await db.attachments.toArray()
  const waiting = new Map(
    files
      .filter(({ uploaded }) => !uploaded)
      .map((file) => [file.messageId, Math.max(file.nextAttemptAt, file.heldUntil ?? 0)]),
  )
  if (waiting.size === 0) return []
  const rows = await db.outbox
    .where('opId')
    .anyOf([...waiting.keys()])
    .toArray()
  return rows
    .filter(({ state }) => state === 'pending')
    .sort((a, b) => a.seq - b.seq)
    .map((row) => ({ row, at: waiting.get(row.opId) ?? 0 }))
}

/** One that has waited for so long that it asks goes nowhere: the queue makes it ask. */
async function nextRow(db: UserDatabase, nowMs: number): Promise<OutboxRow | undefined> {
  const due = (await waitingFiles(db)).filter(
    ({ row, at }) => isDue(at, nowMs) && nowMs < (row.askAfter ?? Infinity),
  )
  return due[0]?.row
}

/** Operations whose file the server has, which a full disk had no room to note yet: it does not go up again for that. */
const unnoted = new Set<string>()

async function uploadOne(deps: UploadDeps, row: OutboxRow, token: string): Promise<void> {
  const { db } = deps
  const moment = { nowMs: deps.now(), random: deps.random }
  const file = await outgoingFile(db, row)
  if (!file) {
    await refuse(
      db,
      row,
      { code: 'invalid_file', message: 'This file cannot be read any more.' },
      moment,
    )
    return
  }
  const progress = createProgress(db, row.opId, file.blob.size)
  try {
    if (!unnoted.has(row.opId))
      await deps.upload(file, token, (sentBytes) => progress.note(sentBytes))
    unnoted.add(row.opId)
    await progress.end()
    await withQuotaRetry(() => noteUploaded(db, row))
    unnoted.delete(row.opId)
  } catch (error) {
    await progress.end()
    // A login came in between: the refusal concerns the session before it.
    if (isLoggedOut(error) && (await deps.session())?.token !== token) return
    await noteFailure(db, row, error, { ...moment, nowMs: deps.now() }, token)
  }
}

async function noteUploaded(db: UserDatabase, row: OutboxRow): Promise<void> {
  await userTransaction(db, [db.outbox, db.attachments], async () => {
    const known = await db.attachments.update(row.opId, { uploaded: true, attempts: 0 })
    if (known === 0) await removeTakenBack(db, row)
  })
}

/**
 * The server may have the picture of a day that was taken back while it went up: its removal goes in the place of the
 * operation. Inside a user transaction over `outbox`.
 */
async function removeTakenBack(db: UserDatabase, row: OutboxRow): Promise<void> {
  const change = v.safeParse(pictureChangeSchema, row.payload)
  if (!change.success) return
  const payload = { ...change.output, removes: row.opId }
  await db.outbox.put({ ...row, payload, blobIds: [], attempts: 0, nextAttemptAt: 0 })
}

async function outgoingFile(
  db: UserDatabase,
  row: OutboxRow,
): Promise<OutgoingFile | OutgoingPicture | undefined> {
  const message = v.safeParse(newMessageSchema, row.payload)
  const [facts, file] = await Promise.all([
    db.attachments.get(row.opId),
    db.attachmentFiles.get(row.opId),
  ])
  if (!facts || !file) return undefined
  const blob = new Blob([file.data], { type: file.type })
  if (row.kind === 'trackers.picture') return { messageId: row.opId, blob, ofDay: true }
  if (!message.success) return undefined
  const { name, voiceMs } = facts
  const { chatId } = message.output
  return { chatId, messageId: row.opId, name, blob, voice: voiceMs !== undefined }
}

async function noteFailure(
  db: UserDatabase,
  row: OutboxRow,
  error: unknown,
  moment: Moment,
  token: string,
): Promise<void> {
  if (isUnreachable(error)) return await retryLater(db, row, moment, { unanswered: true })
  if (!isApiProblem(error)) throw error
  if (error.status === 401) {
    const refusedToken = await hashOfToken(token)
    await userTransaction(db, [], () => changeQueue(db, { needsAuth: true, refusedToken }))
    return
  }
  // 408: too slow for the server's patience, which another network is not; 426: the next build sends it.
  if ([408, 426, 429].includes(error.status) || error.status >= 500) {
    return await retryLater(db, row, moment, { afterMs: error.retryAfterMs })
  }
  await refuse(db, row, error.problem, moment, textOf(error))
}

/** What is wrong with the file itself says more than that something is. */
function textOf({ problem }: ApiProblemError): string {
  return problem.fields?.['file'] ?? problem.message
}

async function retryLater(
  db: UserDatabase,
  row: OutboxRow,
  { nowMs, random }: Moment,
  why: { afterMs?: number | undefined; unanswered?: boolean },
): Promise<void> {
  await userTransaction(db, [db.outbox, db.attachments], async () => {
    const file = await db.attachments.get(row.opId)
    if (!file) return await removeTakenBack(db, row)
    const attempts = file.attempts + 1
    const nextAttemptAt = nowMs + backoffMs(attempts, random)
    const { afterMs, unanswered = false } = why
    const heldUntil = afterMs === undefined ? 0 : nowMs + boundedWaitMs(afterMs)
    const waits = { nextAttemptAt, heldUntil, unanswered }
    await db.attachments.put({ ...file, attempts, sentBytes: 0, ...waits })
  })
}

/** The message stays, with the reason, until its person has seen it; so does the file. */
async function refuse(
  db: UserDatabase,
  row: OutboxRow,
  { code, message }: ApiProblemError['problem'],
  moment: Moment,
  text = message,
): Promise<void> {
  await userTransaction(db, [db.outbox, db.attachments], async () => {
    const now = await db.outbox.get(row.seq)
    if (now?.opId === row.opId) await db.outbox.put(refused(now, code, text, moment.nowMs))
    await db.attachments.update(row.opId, { sentBytes: 0 })
  })
}

/** A bar moves a twentieth at a time: every step is a write. */
const progressSteps = 20

/** Writes how far an upload is, for every tab to see. What it could not write is no reason to stop. */
function createProgress(db: UserDatabase, messageId: string, totalBytes: number) {
  let writing: Promise<unknown> = Promise.resolve()
  let step = 0
  return {
    note(sentBytes: number): void {
      const at = Math.floor((sentBytes / Math.max(1, totalBytes)) * progressSteps)
      if (at <= step) return
      step = at
      writing = writing
        .then(() =>
          userTransaction(db, [db.attachments], () =>
            db.attachments.update(messageId, { sentBytes }),
          ),
        )
        .catch(() => undefined)
    },
    end: () => writing,
  }
}
