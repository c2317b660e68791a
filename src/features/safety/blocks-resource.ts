import { isSuperAdmin } from '#contract/account/model.ts'
import { safetyApi, blockSchema, type Block } from '#contract/safety/api.ts'
import { defineResource, refreshResource } from '#src/data/resource.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import { everyPage } from '#src/offline/api/every-page.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { replaceRows } from '#src/offline/storage/put-changed.ts'
import { readLibraryAnew } from '#src/offline/storage/shared-database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { mayHaveChats } from '#src/session/own-profile.ts'
import { currentSession } from '#src/session/session.ts'

/** How many blocks were taken back here: a list that the server read before the last of them is out of date. */
let takenBack = 0

/** Whom the person has blocked and the server knows of, newest first. */
export const blocksResource = defineResource({
  key: 'safety.blocks',
  read: readBlocks,
  refresh: refreshBlocks,
  emptyIsUnknown: true,
})

/**
 * Learns whom the person has blocked, on whichever device: what is stored here of them is hidden by it. Nothing for who cannot
 * block. Rejects as the call does.
 */
export async function followBlocks(db: UserDatabase): Promise<void> {
  const user = currentSession()?.user
  if (!user || isSuperAdmin(user) || !(await mayHaveChats(db))) return
  await refreshResource(db, blocksResource)
}

async function readBlocks(db: UserDatabase): Promise<Block[]> {
  const blocks = parseRows(blockSchema, await db.blocks.toArray())
  return blocks.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

async function refreshBlocks(db: UserDatabase, token: string): Promise<void> {
  const before = takenBack
  const knownBefore = new Set(await db.blocks.toCollection().primaryKeys())
  const blocks = await everyPage(async (query) => {
    const page = await callApi(safetyApi.listBlocks, { query }, { token })
    return { rows: page.blocks, next: page.next }
  })
  if (takenBack !== before) return await refreshBlocks(db, token)
  const stored = await userTransaction(db, [db.blocks], async () => {
    const known = await db.blocks.toCollection().primaryKeys()
    // One that was acknowledged meanwhile may not be in the list yet.
    if (known.some((id) => !knownBefore.has(id))) return 'older'
    await replaceRows(db.blocks, blocks)
    const ids = new Set(blocks.map(({ userId }) => userId))
    return known.some((id) => !ids.has(id)) ? 'fewer' : 'stored'
  })
  if (stored === 'older') return await refreshBlocks(db, token)
  if (stored === 'fewer') await readLibraryAnew()
}

/** Takes a block back; one that is gone already is no error. Rejects as the call does. */
export async function unblock(db: UserDatabase, token: string, userId: string): Promise<void> {
  try {
    await callApi(safetyApi.unblockPerson, { params: { userId } }, { token })
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
  }
  takenBack += 1
  await userTransaction(db, [db.blocks], () => db.blocks.delete(userId))
  await readLibraryAnew()
}
