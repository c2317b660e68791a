import type { Logger } from 'pino'
import type { Database } from './db/client.ts'
import { sweepChatFiles } from './features/chat/service.ts'
import { sealWaitingFiles, sweepEvidence } from './features/evidence/service.ts'
import { sealPlainReports, sweepReports } from './features/safety/service.ts'
import type { UploadFolder } from './http/upload-folder.ts'
import { deleteOldAudit } from './ports/audit/trail.ts'
import type { BlobStore } from './ports/blobs/store.ts'
import type { Sealer } from './ports/sealing.ts'

export interface UpkeepParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly uploadFolder: UploadFolder
  readonly evidenceSealer: Sealer
  readonly log: Logger
  readonly newId: () => string
  readonly now: () => Date
}

/**
 * Upkeep of what lives beside the database, done every minute: what is to be sealed is sealed, what is over goes. Files
 * are sealed before those that are due are removed.
 */
export async function upkeep(parts: UpkeepParts): Promise<void> {
  const { database, blobs, evidenceSealer } = parts
  const { pool, orm } = database
  const now = parts.now()
  await sweepChatFiles(pool, now)
  await sealPlainReports(orm, evidenceSealer)
  await sealWaitingFiles({ ...parts, orm })
  await sweepReports(orm, now)
  await sweepEvidence({ orm, blobs, now })
  await blobs.sweep()
  await deleteOldAudit(orm, now)
}
