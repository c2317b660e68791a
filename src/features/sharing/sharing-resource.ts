import * as v from 'valibot'
import { sharingApi } from '#contract/sharing/api.ts'
import {
  sharingSchema,
  type Preview,
  type Sharing,
  shareKey,
  type ShareRevocation,
} from '#contract/sharing/model.ts'
import { defineRemote, defineResource, refreshResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { waitingRevocations } from '#src/offline/features/sharing.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** Who sees what as this device shows it. */
export interface WhoSees extends Sharing {
  /** When the server last said it, in epoch milliseconds. */
  readonly asOfMs: number
  /** The keys of what was turned off here and waits to be sent: it counts as off from the tap on. */
  readonly waiting: ReadonlySet<string>
}

export const sharingResource = defineResource({
  key: 'sharing',
  read: readSharing,
  refresh: refreshSharing,
})

/** What one viewer is answered about the person; fetched, because an old one could be wrong. */
export const previewRemote = defineRemote<Preview, [viewerId: string]>({
  fetch: async (token, viewerId) =>
    await callApi(sharingApi.previewAs, { params: { viewerId } }, { token }),
})

async function readSharing(db: UserDatabase): Promise<WhoSees | undefined> {
  const [row, waiting] = await Promise.all([db.meta.get('sharing'), waitingRevocations(db)])
  const stored = v.safeParse(sharingSchema, row?.key === 'sharing' ? row.sharing : undefined)
  if (row?.key !== 'sharing' || !stored.success) return undefined
  return { ...stored.output, asOfMs: row.asOfMs, waiting: new Set(waiting.keys()) }
}

/** Fetches and stores. An answer that may be older than what was taken back or turned on meanwhile is asked for again. */
async function refreshSharing(db: UserDatabase, token: string): Promise<void> {
  const shownBefore = await shownKeys(db)
  const before = await waitingRevocations(db)
  const sharing = await callApi(sharingApi.getSharing, {}, { token })
  const after = await waitingRevocations(db)
  const sent = [...before.keys()].some((key) => !after.has(key))
  if (sent) return await refreshSharing(db, token)
  const stored = await userTransaction(db, [], async () => {
    // What was turned off and sent since waited neither before nor after.
    if ((await shownKeys(db)) !== shownBefore) return 'older'
    await db.meta.put({ key: 'sharing', sharing, asOfMs: Date.now() })
    return 'stored'
  })
  if (stored === 'older') await refreshSharing(db, token)
}

/** The keys of what is shown, in one order. */
async function shownKeys(db: UserDatabase): Promise<string> {
  const row = await db.meta.get('sharing')
  return row?.key === 'sharing' ? row.sharing.shares.map(shareKey).toSorted().join() : ''
}

/** The server has just said that it shows something: this device does until it is told more. */
export async function noteShown(db: UserDatabase, share: ShareRevocation): Promise<void> {
  await userTransaction(db, [db.questRecords], async () => {
    const row = await db.meta.get('sharing')
    if (row?.key !== 'sharing') return
    const key = shareKey(share)
    const { shares } = row.sharing
    if (shares.some((one) => shareKey(one) === key)) return
    const shown = { viewerId: null, itemId: null, ...share }
    const record = await db.questRecords.get(shown.itemId ?? '')
    const of = { questId: record?.questId ?? null, day: record?.takenOn ?? null }
    const next = [...shares, { ...shown, ...of }]
    await db.meta.put({ ...row, sharing: { ...row.sharing, shares: next } })
  })
}

/** Brings up to date what this device has already; nothing where the page was never opened. */
export async function refreshKnownSharing(db: UserDatabase): Promise<void> {
  if (await db.meta.get('sharing')) await refreshResource(db, sharingResource)
}
