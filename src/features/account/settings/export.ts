import type { Table } from 'dexie'
import { settingsApi } from '#contract/account/settings.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { isUnreachable } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

export interface Export {
  readonly from: 'server' | 'device'
  readonly file: ExportFile
}

/** Asks the server for everything of the person; where it does not answer, the device gives what it holds. Rejects when the server refuses. */
export async function exportEverything(
  db: UserDatabase,
  token: string,
  nowMs: number,
): Promise<Export> {
  try {
    const account = await callApi(settingsApi.exportMyData, {}, { token })
    return { from: 'server', file: await fileOf(db, account, nowMs) }
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return await exportDevice(db, nowMs)
  }
}

/** What the device holds, without asking anybody. */
export async function exportDevice(db: UserDatabase, nowMs: number): Promise<Export> {
  return { from: 'device', file: await fileOf(db, undefined, nowMs) }
}

async function fileOf(
  db: UserDatabase,
  account: Record<string, unknown> | undefined,
  nowMs: number,
): Promise<ExportFile> {
  const device = await (account ? readDeviceOnly(db) : readDeviceCopy(db))
  const madeAt = new Date(nowMs).toISOString()
  return exportFile({ account, device, madeAt, today: clockAt(nowMs).date })
}

/** Facts about the copy itself, which say nothing about the person. */
const technicalKeys = new Set<unknown>(['owner', 'queue', 'flight'])

/** What was begun, chosen or read on this device and was never to be sent by itself. */
const deviceOnlyTables = new Set([
  'trackerNoteDrafts',
  'trackerPictures',
  'questDrafts',
  'chatDrafts',
  'articleDrafts',
  'shelf',
])
const deviceOnlyKeys = new Set<unknown>(['planDrafts', 'briefDrafts', 'bioDraft', 'companion'])

/**
 * Everything this device holds of a person, table by table, as one moment had it; unsent items are in `outbox`. Tables of
 * later features are in it by themselves.
 */
async function readDeviceCopy(db: UserDatabase): Promise<Record<string, unknown[]>> {
  return await readTables(db, db.tables, (key) => !technicalKeys.has(key))
}

/** The same of what the server does not have. */
async function readDeviceOnly(db: UserDatabase): Promise<Record<string, unknown[]>> {
  const tables = db.tables.filter(({ name }) => deviceOnlyTables.has(name))
  return await readTables(db, [db.outbox, db.meta, ...tables], (key) => deviceOnlyKeys.has(key))
}

async function readTables(
  db: UserDatabase,
  tables: Table<unknown>[],
  isWanted: (metaKey: unknown) => boolean,
): Promise<Record<string, unknown[]>> {
  return await db.transaction('r', tables, async () => {
    const parts = await Promise.all(
      tables.map(async (table) => [table.name, await table.toArray()] as const),
    )
    const meta = await db.meta.filter(({ key }) => isWanted(key)).toArray()
    return { ...Object.fromEntries(parts), meta }
  })
}

/** A file to hand to the person. */
interface ExportFile {
  readonly name: string
  readonly text: string
}

interface ExportParts {
  /** What the server holds; undefined when it could not be asked. */
  readonly account: Record<string, unknown> | undefined
  /** What this device holds; beside the server's part, what it alone holds. */
  readonly device: Record<string, unknown[]>
  /** ISO instant */
  readonly madeAt: string
  readonly today: LocalDate
}

/**
 * The export as a JSON file: what the server holds and, as only the device knows it, what is on this device alone and what
 * is not sent yet. Without the server it is what the device holds, and its name says so.
 */
function exportFile({ account, device, madeAt, today }: ExportParts): ExportFile {
  const notSentYet = device['outbox'] ?? []
  const rest = without(device, 'outbox')
  const content = account
    ? { format, madeAt, madeFrom: 'server', account, onThisDevice: rest, notSentYet }
    : { format, madeAt, madeFrom: 'this device', device: rest, notSentYet }
  return {
    name: `zync-my-data-${today}${account ? '' : '-this-device'}.json`,
    text: JSON.stringify(content, filesNamed, 2),
  }
}

/** Names the format for a program that reads it. */
const format = 'zync-export-1'

function without(device: Record<string, unknown[]>, name: string): Record<string, unknown[]> {
  return Object.fromEntries(Object.entries(device).filter(([table]) => table !== name))
}

/** The bytes of a file have no form in JSON: their number is written; its kind stands beside them. */
function filesNamed(_key: string, value: unknown): unknown {
  return value instanceof ArrayBuffer ? { bytes: value.byteLength } : value
}
