import { isNotNull, sql } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { messageEvidence, reports } from '#server/db/schema/safety.ts'
import type { Runner } from '#server/db/statement.ts'
import {
  evidenceByMessage,
  evidenceInsert,
  expiredEvidenceDelete,
  goingMessagesPage,
  goingReactionsPage,
  newestEvidenceBetween,
  type EvidenceFacts,
  type EvidenceRow,
  type Going,
  type GoingMessage,
  type GoingReaction,
  type GoingReactions,
  sealedFileCopied,
  sealedFileOfReport,
  sealedFilesInsert,
  unnamedSealedFilesDelete,
  unsealedFiles,
  type SealedFileRow,
} from './evidence.sql.ts'

/** The next messages that are to be sealed, by their ids, behind the id `after`. */
export async function goingMessages(
  runner: Runner,
  going: Going,
  page: { readonly after: string; readonly limit: number },
): Promise<GoingMessage[]> {
  return goingMessagesPage.all(runner, { going, ...page })
}

/** The next reactions that are to be sealed, by their own ids, behind the id `after`. */
export async function goingReactions(
  runner: Runner,
  going: GoingReactions,
  page: { readonly after: string; readonly limit: number },
): Promise<GoingReaction[]> {
  return goingReactionsPage.all(runner, { going, ...page })
}

/** Evidence on its way in: a message, or a reaction to one. */
interface NewEvidence extends EvidenceFacts {
  readonly sealed: string
  readonly fileId: string | null
  readonly reactsTo: string | null
}

/** Stores evidence. What was sealed before stays as it is, until the later of the two times. */
export async function insertEvidence(
  runner: Runner,
  rows: readonly NewEvidence[],
  times: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await evidenceInsert.run(runner, { rows: JSON.stringify(rows), ...times })
}

/** The evidence of these messages that has not expired. */
export async function evidenceOfMessages(
  runner: Runner,
  messageIds: readonly string[],
  now: Date,
): Promise<EvidenceRow[]> {
  return evidenceByMessage.all(runner, { messageIds, now })
}

/** The newest evidence between two people, oldest first; reactions, however many, take no message's place. */
export async function evidenceBetween(
  runner: Runner,
  [one, other]: readonly [string, string],
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<EvidenceRow[]> {
  const rows = await newestEvidenceBetween.all(runner, { one, other, now, limit })
  return rows.toSorted((a, b) => a.sentMs - b.sentMs || a.seq - b.seq)
}

/** Whether anything is stored that the evidence key alone opens. */
export async function holdsSealed(orm: Orm): Promise<boolean> {
  const one = { one: sql`1` }
  const evidence = await orm.select(one).from(messageEvidence).limit(1)
  if (evidence.length > 0) return true
  return (await orm.select(one).from(reports).where(isNotNull(reports.sealed)).limit(1)).length > 0
}

/** Deletes evidence whose time is over; says how much. */
export async function deleteExpired(runner: Runner, now: Date, max: number): Promise<number> {
  return expiredEvidenceDelete.run(runner, { now, max })
}

/**
 * Notes that the files of messages must be sealed; the store removes none of them before that is done. A file that was
 * noted before is the same file. Whoever names the copies does so in the same transaction.
 */
export async function noteFiles(
  runner: Runner,
  files: readonly { readonly messageId: string; readonly blobKey: string }[],
  at: Date,
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ messageId }) => messageId)
  const keys = files.map(({ blobKey }) => blobKey)
  await sealedFilesInsert.run(runner, { ids, keys, at })
}

/** Files that are still to be sealed, those that wait longest first. */
export async function waitingFiles(runner: Runner, max: number): Promise<SealedFileRow[]> {
  return unsealedFiles.all(runner, max)
}

/** Notes the copy, or that there is nothing to copy; `'done'` when another process was faster. */
export async function noteSealed(
  runner: Runner,
  { messageId, sourceKey }: SealedFileRow,
  blobKey: string | null,
): Promise<'noted' | 'done'> {
  const changed = await sealedFileCopied.run(runner, { messageId, sourceKey, blobKey })
  return changed === 1 ? 'noted' : 'done'
}

/** The file that goes with a report; undefined where none does. */
export async function fileOfReport(
  runner: Runner,
  reportId: string,
  messageId: string,
): Promise<SealedFileRow | undefined> {
  return (await sealedFileOfReport.all(runner, { reportId, messageId }))[0]
}

/** Deletes copies that neither evidence nor a report names; gives their keys. */
export async function forgetUnnamed(runner: Runner, max: number): Promise<string[]> {
  const rows = await unnamedSealedFilesDelete.all(runner, max)
  return rows.flatMap(({ key }) => (key === null ? [] : [key]))
}
