import { rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { Orm } from '#server/db/orm.ts'
import { loggableError } from '#server/http/process/loggable-error.ts'
import type { UploadFolder } from '#server/http/uploads/upload-folder.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import type { SealedFileRow } from './evidence.sql.ts'
import { noteSealed, waitingFiles } from './sealed-files-repo.ts'

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
    const sealed = evidenceSealer.sealBytes(await buffer(plain.stream), purposeOf(row.messageId))
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
  return sourceKey === null ? evidenceSealer.openBytes(bytes, purposeOf(messageId)) : bytes
}

function purposeOf(messageId: string): string {
  return JSON.stringify(['file', messageId])
}
