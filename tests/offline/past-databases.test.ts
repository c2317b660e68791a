import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { UserDatabase } from '#src/offline/storage/database.ts'
import { userDatabaseName } from '#src/offline/storage/user-storage.ts'

/** What each version of the device's database added to the one before, as its build declared it. */
const added: readonly Readonly<Record<string, string>>[] = [
  { outbox: '++seq, &opId, lane', trackerEntries: '[trackerType+day]', meta: 'key' },
  {
    outbox: '++seq, &opId, lane, [kind+localDate]',
    sentRequests: '_id',
    receivedRequests: '_id',
    friends: 'id',
    notices: '_id',
  },
  { blocks: 'userId' },
  { questDrafts: 'questId', questRecords: 'id, questId' },
  {
    chats: '_id',
    messages: '_id, [chatId+seq]',
    chatPlaces: 'chatId',
    chatReads: 'chatId',
    chatDrafts: 'chatId',
    attachments: 'messageId',
    attachmentFiles: 'messageId',
    keptFiles: 'messageId, usedAt',
  },
  { bookings: '_id' },
  { shelf: 'articleId', articleDrafts: 'id' },
  { chatDraftFiles: 'chatId' },
  { outbox: '++seq, &opId, lane, [kind+localDate], state' },
  { sentOps: 'seq, sentAt' },
  {
    trackerNotes: '[trackerType+day]',
    trackerNoteDrafts: '[trackerType+day]',
    trackerPictures: '[trackerType+day]',
  },
]

const row = { opId: 'op-1', lane: 'trackers', kind: 'trackers.record', state: 'queued' }

test.each(added.map((_, index) => index + 1))(
  'a device of version %i opens with every table and index, and with what was in it',
  async (version) => {
    const userId = crypto.randomUUID()
    const older = new Dexie(userDatabaseName(userId))
    for (let at = 1; at <= version; at += 1) older.version(at).stores(added[at - 1] ?? {})
    await older.table('outbox').add(row)
    older.close()

    const db = new UserDatabase(userId)
    await db.open()
    expect(await db.outbox.toArray()).toEqual([{ ...row, seq: 1 }])
    expect(await db.outbox.where('state').equals('queued').count()).toBe(1)
    expect(await tablesOf(userId)).toEqual(await tablesOfNewDevice())
    await db.delete()
  },
)

async function tablesOfNewDevice(): Promise<unknown> {
  const userId = crypto.randomUUID()
  const fresh = new UserDatabase(userId)
  fresh.claiming = true
  await fresh.open()
  const tables = await tablesOf(userId)
  await fresh.delete()
  return tables
}

/** What the browser says is there, whatever the code declares. */
async function tablesOf(userId: string): Promise<unknown> {
  const found = await new Dexie(userDatabaseName(userId)).open()
  const tables = found.tables.map(({ schema: { name, primKey, indexes } }) => [
    name,
    [primKey.src, new Set(indexes.map(({ src }) => src))],
  ])
  const { verno } = found
  found.close()
  return { verno, tables: Object.fromEntries(tables) }
}
