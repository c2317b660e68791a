import type { Runner } from '#server/db/statement.ts'
import {
  sealedFileCopied,
  sealedFileOfReport,
  sealedFilesInsert,
  unnamedSealedFilesDelete,
  unsealedFiles,
  type SealedFileRow,
} from './evidence.sql.ts'

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
