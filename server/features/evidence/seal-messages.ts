import { rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { messageFileSchema } from '#contract/chat/file.ts'
import { knownReaction, reactionWords } from '#contract/chat/model.ts'
import { dayMs } from '#contract/local-date.ts'
import type { Orm } from '#server/db/orm.ts'
import type { Runner } from '#server/db/statement.ts'
import { loggableError } from '#server/http/routing/problem.ts'
import type { UploadFolder } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import {
  goingMessages,
  goingReactions,
  insertEvidence,
  noteFiles,
  noteSealed,
  waitingFiles,
  deleteExpired,
  forgetUnnamed,
} from './evidence-repo.ts'
import type {
  EvidenceFacts,
  EvidenceRow,
  Going,
  GoingMessage,
  GoingReaction,
  GoingReactions,
  SealedFileRow,
} from './evidence.sql.ts'

/** What an adult wrote to a minor stays sealed for so long after it or an account went. */
export const evidenceDaysMax = 90

/** Sealed at a time: a person who leaves may have written thousands. */
const batchMax = 500

/** What is locked away of a message. */
export interface Evidence {
  readonly content: string
  readonly file: v.InferOutput<typeof messageFileSchema> | null
  readonly sender: { readonly firstname: string; readonly lastname: string }
}

interface Sealing {
  readonly sealer: Sealer
  readonly at: Date
}

/**
 * Locks away what adults wrote to minors, and their reactions, in the transaction in which it goes and before it does.
 * Everybody who erases or deletes messages calls this; the database refuses those who do not. Of a file the copy is noted
 * here and made a moment later, and the store holds the file until then.
 */
export async function sealGoing(runner: Runner, going: Going, sealing: Sealing): Promise<void> {
  await sealGoingMessages(runner, going, sealing)
  await sealGoingReactions(runner, going, sealing)
}

/** The same of reactions alone, one of which may go or change while its message stays. */
export async function sealGoingReactions(
  runner: Runner,
  going: GoingReactions,
  { sealer, at }: Sealing,
): Promise<void> {
  let after = beforeAllIds
  for (;;) {
    const reactions = await goingReactions(runner, going, { after, limit: batchMax })
    const last = reactions.at(-1)
    if (!last) return
    const rows = reactions.map((reaction) => ({
      ...factsOf(reaction),
      sealed: sealer.seal(JSON.stringify(sealedReaction(reaction)), purposeOf(reaction)),
      fileId: null,
      reactsTo: reaction.reactsTo,
    }))
    await insertEvidence(runner, rows, { at, expiresAt: expiryOf(at) })
    if (reactions.length < batchMax) return
    after = last.messageId
  }
}

/** What an adult wrote to a minor outside of chats. */
export interface Letter {
  /** What evidence names it by. */
  readonly id: string
  /** What it is a part of. */
  readonly ofId: string
  readonly senderId: string
  readonly recipientId: string
  readonly sentAt: Date
  readonly content: string
  readonly sender: Evidence['sender']
}

/** Locks away letters in the transaction in which they go and before they do; the database refuses those who do not. */
export async function sealLetters(
  runner: Runner,
  letters: readonly Letter[],
  { sealer, at }: Sealing,
): Promise<void> {
  if (letters.length === 0) return
  const rows = letters.map(({ id, ofId, senderId, recipientId, sentAt, content, sender }) => {
    const sentMs = sentAt.getTime()
    const facts = { messageId: id, chatId: ofId, senderId, recipientId, seq: 0, sentMs }
    const sealed = sealer.seal(JSON.stringify({ content, file: null, sender }), purposeOf(facts))
    return { ...facts, sealed, fileId: null, reactsTo: null }
  })
  await insertEvidence(runner, rows, { at, expiresAt: expiryOf(at) })
}

function expiryOf(at: Date): Date {
  return new Date(at.getTime() + evidenceDaysMax * dayMs)
}

async function sealGoingMessages(
  runner: Runner,
  going: Going,
  { sealer, at }: Sealing,
): Promise<void> {
  const expiresAt = expiryOf(at)
  let after = beforeAllIds
  for (;;) {
    const messages = await goingMessages(runner, going, { after, limit: batchMax })
    const last = messages.at(-1)
    if (!last) return
    await noteFiles(runner, messages.flatMap(fileOf), at)
    const rows = messages.map((message) => ({
      ...factsOf(message),
      sealed: sealer.seal(JSON.stringify(sealedPart(message)), purposeOf(message)),
      fileId: message.blobKey === null ? null : message.messageId,
      reactsTo: null,
    }))
    await insertEvidence(runner, rows, { at, expiresAt })
    if (messages.length < batchMax) return
    after = last.messageId
  }
}

const beforeAllIds = '00000000-0000-0000-0000-000000000000'

const evidenceSchema = v.object({
  content: v.string(),
  file: v.nullable(messageFileSchema),
  sender: v.object({ firstname: v.string(), lastname: v.string() }),
})

/** What was locked away; undefined where key, bytes or the facts beside them are not the ones it was sealed with. */
export function openEvidence(sealer: Sealer, row: EvidenceRow): Evidence | undefined {
  const opened = sealer.open(row.sealed, purposeOf(row))
  return opened === undefined ? undefined : v.parse(evidenceSchema, JSON.parse(opened))
}

/** Every fact that stands beside the sealed part: one that was changed in the database opens nothing. */
function purposeOf({
  messageId,
  chatId,
  senderId,
  recipientId,
  seq,
  sentMs,
}: EvidenceFacts): string {
  return JSON.stringify(['evidence', messageId, chatId, senderId, recipientId, seq, sentMs])
}

function factsOf({
  messageId,
  chatId,
  senderId,
  recipientId,
  seq,
  sentMs,
}: EvidenceFacts): EvidenceFacts {
  return { messageId, chatId, senderId, recipientId, seq, sentMs }
}

function sealedPart({ content, file, sender }: GoingMessage): Evidence {
  return { content, file, sender }
}

function sealedReaction({ reaction, sender }: GoingReaction): Evidence {
  const known = knownReaction(reaction)
  return { content: `Reaction: ${known ? reactionWords[known] : reaction}`, file: null, sender }
}

function fileOf({ messageId, blobKey }: GoingMessage) {
  return blobKey === null ? [] : [{ messageId, blobKey }]
}

export interface SealedFilesDeps {
  readonly orm: Orm
  readonly blobs: BlobStore
  readonly uploadFolder: UploadFolder
  readonly evidenceSealer: Sealer
  readonly newId: () => string
  readonly log: Logger
}

/** One look seals so many at most; the rest waits for the next one. */
const sealMax = 50

/** Makes the sealed copies that were noted. One that cannot be made now is tried again at the next look. */
export async function sealWaitingFiles(deps: SealedFilesDeps): Promise<void> {
  for (const row of await waitingFiles(deps.orm, sealMax)) {
    await sealFile(deps, row).catch((error: unknown) =>
      deps.log.warn(loggableError(error), 'a file could not be sealed yet'),
    )
  }
}

async function sealFile(deps: SealedFilesDeps, row: SealedFileRow): Promise<void> {
  const { orm, blobs, uploadFolder, evidenceSealer, newId, log } = deps
  const plain = row.sourceKey === null ? undefined : await blobs.get(row.sourceKey)
  if (!plain) {
    log.error({ messageId: row.messageId }, 'a file was lost before it could be sealed')
    await noteSealed(orm, row, null)
    return
  }
  const key = `evidence/${newId()}`
  const path = uploadFolder.newPath()
  try {
    const sealed = evidenceSealer.sealBytes(
      await buffer(plain.stream),
      filePurposeOf(row.messageId),
    )
    await writeFile(path, sealed, { mode: 0o600 })
    await blobs.stage(key, path)
  } finally {
    await rm(path, { force: true })
  }
  const outcome = await orm.transaction(async (tx) => {
    const noted = await noteSealed(tx, row, key)
    if (noted === 'noted') await blobs.keep(tx, [key])
    return noted
  })
  if (outcome === 'done') await blobs.discard([key])
}

/** The bytes of a sealed file; undefined where they are lost, were changed, or were sealed with another key. */
export async function openSealedFile(
  { blobs, evidenceSealer }: Pick<SealedFilesDeps, 'blobs' | 'evidenceSealer'>,
  { messageId, sourceKey, blobKey }: SealedFileRow,
): Promise<Buffer | undefined> {
  const key = sourceKey ?? blobKey
  const stored = key === null ? undefined : await blobs.get(key)
  if (!stored) return undefined
  const bytes = await buffer(stored.stream)
  return sourceKey === null ? evidenceSealer.openBytes(bytes, filePurposeOf(messageId)) : bytes
}

function filePurposeOf(messageId: string): string {
  return JSON.stringify(['file', messageId])
}

/** One look deletes so much at most; the rest waits for the next one. */
const sweepMax = 500

/** Deletes evidence whose time is over, and the sealed files that nothing names any more. */
export async function sweepEvidence(deps: {
  readonly orm: Orm
  readonly blobs: BlobStore
  readonly now: Date
}): Promise<void> {
  await deps.orm.transaction(async (tx) => {
    await deleteExpired(tx, deps.now, sweepMax)
    await deps.blobs.drop(tx, await forgetUnnamed(tx, sweepMax))
  })
}
