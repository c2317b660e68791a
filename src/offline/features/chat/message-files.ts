import { chatApi } from '#contract/chat/api.ts'
import type { Message } from '#contract/chat/model.ts'
import { fetchFile } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import type { CachedFile } from './rows.ts'

/** Issue of the design: so many fetched files stay for offline, and no more than so many bytes. */
const cachedFilesMax = 50
const cachedBytesMax = 50 * 1024 * 1024

/** A message's file from this device: one that waits to be sent, was sent from here, or was fetched before. */
export async function fileOnDevice(db: UserDatabase, messageId: string): Promise<Blob | undefined> {
  const file = (await db.attachmentFiles.get(messageId)) ?? (await db.keptFiles.get(messageId))
  return file && new Blob([file.data], { type: file.type })
}

/**
 * A message's file, from this device or else from the server, and then cached. Undefined for a message without one.
 * Rejects as `fetchFile` does.
 */
export async function messageFile(
  db: UserDatabase,
  token: string,
  { _id, chatId, fileUrl }: Pick<Message, '_id' | 'chatId' | 'fileUrl'>,
  nowMs: number,
): Promise<Blob | undefined> {
  const cached = await fileOnDevice(db, _id)
  if (cached || fileUrl === null) return cached
  const file = fileUrl.slice(fileUrl.lastIndexOf('/') + 1)
  const blob = await fetchFile(chatApi.getChatFile, { params: { chatId, file } }, { token })
  const data = await blob.arrayBuffer()
  const row = { messageId: _id, type: blob.type, data, bytes: data.byteLength, usedAt: nowMs }
  // A full disk costs the copy and must not cost the file.
  await cacheFile(db, row).catch(() => undefined)
  return blob
}

async function cacheFile(db: UserDatabase, file: CachedFile): Promise<void> {
  await withQuotaRetry(() =>
    userTransaction(db, [db.keptFiles], async () => {
      await db.keptFiles.put(file)
      const oldestFirst = await db.keptFiles.orderBy('usedAt').toArray()
      await db.keptFiles.bulkDelete(leaving(oldestFirst.toReversed()))
    }),
  )
}

/** The files that go, of all of them, the ones used last first. */
function leaving(files: readonly CachedFile[]): string[] {
  let bytes = 0
  return files
    .filter((file, index) => {
      bytes += file.bytes
      return index >= cachedFilesMax || (index > 0 && bytes > cachedBytesMax)
    })
    .map(({ messageId }) => messageId)
}
