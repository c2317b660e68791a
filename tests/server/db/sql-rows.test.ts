import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type pg from 'pg'
import * as v from 'valibot'
import { ormOn } from '#server/db/orm.ts'
import type { OrmCommand, OrmQuery, SqlCommand, SqlQuery } from '#server/db/statement.ts'
import { beginFor, ledgerRow } from '#server/features/sync/sync.sql.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { sourceFiles } from '../../architecture/source-files.ts'
import { setSqlStage, type SqlStage } from './sql-stage.ts'

type Statement = SqlQuery<unknown> | SqlCommand | OrmQuery<unknown, unknown> | OrmCommand<unknown>

/** What each statement is asked with: the values of one over a connection, the argument of one of drizzle. */
const asked: Record<string, (stage: SqlStage) => unknown> = {
  // account
  loginBegin: (s) => [
    'address',
    s.later.getTime(),
    s.now.getTime(),
    9,
    'known',
    'here',
    'account',
    s.email,
    ['device'],
  ],
  loginKnownBy: (s) => [['device'], s.email, s.now.getTime(), 'known'],
  loginGiveBack: (s) => [['taken'], [s.later.getTime()]],
  loginSucceed: (s) => [
    'token',
    s.newId,
    s.teen,
    'Firefox',
    s.now,
    s.later,
    ['taken'],
    [s.later.getTime()],
    'device',
    s.later,
  ],
  personSuspend: (s) => [s.teen, s.now],
  // chat
  chatList: (s) => [s.teen, s.newestAdult, null, 10],
  chatOne: (s) => [s.teen, s.newestAdult, s.toTeen.chatId],
  knownChats: (s) => [[s.sent.chatId]],
  chatReported: (s) => [s.sent.id],
  chatReportedAround: (s) => [s.toTeen.chatId, 2, 5],
  chatReportedFile: (s) => [s.sent.id],
  chatSettingsOf: (s) => [s.provider],
  chatSettingsPut: (s) => [s.teen, true, true, null],
  chatPaceOf: (s) => [s.provider],
  chatPaceNote: (s) => [s.teen, s.now],
  chatStart: (s) => [s.newId, s.pending, s.provider, s.now],
  chatMarkRead: (s) => [s.toTeen.chatId, s.teen, 1_000_000],
  filesOfLeaver: (s) => s.sent.senderId,
  lonelyChatsDelete: (s) => s.teen,
  messagesOfLeaverErase: (s) => ({ userId: s.teen, at: s.now }),
  'chatMessages.newest': (s) => [s.sent.chatId, 50, null],
  'chatMessages.before': (s) => [s.sent.chatId, 50, null, 1_000],
  'chatMessages.after': (s) => [s.sent.chatId, 50, s.sent.senderId, 0],
  chatMessagesById: (s) => [s.sent.chatId, [s.sent.id]],
  chatAppend: (s) => [s.sent.chatId, s.teen, 1, [s.waiting], [''], s.now, [s.waiting], [s.sent.id]],
  chatAnswerable: (s) => [[s.sent.id], [s.sent.chatId]],
  reactionOf: (s) => [s.byTeen.id, s.teen],
  reactionDelete: (s) => [s.byTeen.id, s.teen],
  reactionInsert: (s) => [s.sent.id, s.teen, 'wow', s.now],
  messageTouch: (s) => [s.byTeen.id, s.byTeen.chatId],
  reactionsOfLeaverDelete: (s) => s.teen,
  chatWaitingFiles: (s) => [s.teen, [s.waiting], [s.sent.chatId]],
  chatErase: (s) => [s.byTeen.id, s.byTeen.chatId, s.now],
  chatMessageRecord: (s) => [s.sent.chatId, s.sent.id],
  chatFileInsert: (s) => [
    s.newId,
    s.sent.chatId,
    s.teen,
    'key',
    'hash',
    'a.png',
    'png',
    9,
    3,
    3,
    s.now,
    null,
  ],
  chatFileOf: (s) => [s.sent.id],
  chatFileServed: (s) => [s.sent.chatId, s.sent.id],
  chatFilesWaiting: (s) => [s.teen],
  chatFilesForget: (s) => [s.now, 10],
  // connections
  connectionWithId: (s) => [s.connection.id],
  connectionRequest: (s) => [s.newId, s.other, s.provider, s.now, null],
  connectionAnswer: (s) => [s.asked.id, 'accepted', s.now],
  connectionEnd: (s) => [
    s.connection.clientId,
    s.connection.providerId,
    s.teen,
    s.now,
    ['pending', 'accepted'],
  ],
  connectionsSent: (s) => [s.pending, 'all', null, null, 10, s.newestAdult],
  connectionsReceived: (s) => [s.provider, 'all', null, null, 10, s.newestAdult],
  connectionsFriends: (s) => [s.teen, null, null, 10, s.newestAdult],
  pairRows: (s) => [s.teen, [s.provider, s.other, s.newId], s.newestAdult],
  blockedIds: (s) => [s.provider],
  connectionLockPair: (s) => [`${s.teen} ${s.provider}`],
  connectionsOf: (s) => [s.teen, s.newestAdult],
  // evidence
  goingMessagesPage: (s) => ({
    going: { memberId: s.teen },
    after: '00000000-0000-0000-0000-000000000000',
    limit: 50,
  }),
  goingReactionsPage: (s) => ({
    going: { memberId: s.teen },
    after: '00000000-0000-0000-0000-000000000000',
    limit: 50,
  }),
  evidenceInsert: (s) => ({
    rows: JSON.stringify([
      {
        messageId: s.newId,
        chatId: s.toTeen.chatId,
        senderId: s.provider,
        recipientId: s.teen,
        seq: 3,
        sentMs: s.past.getTime(),
        sealed: 'text',
        fileId: null,
      },
    ]),
    at: s.now,
    expiresAt: s.later,
  }),
  evidenceByMessage: (s) => ({ messageIds: [s.opId], now: s.now }),
  newestEvidenceBetween: (s) => ({ one: s.teen, other: s.provider, now: s.now, limit: 5 }),
  expiredEvidenceDelete: (s) => ({ now: s.now, max: 10 }),
  sealedFilesInsert: (s) => ({ ids: [s.newId], keys: ['key'], at: s.now }),
  unsealedFiles: () => 10,
  sealedFileCopied: (s) => ({ messageId: s.sealed, sourceKey: 'source', blobKey: 'copy' }),
  sealedFileOfReport: (s) => ({ reportId: s.reportId, messageId: s.sealed }),
  unnamedSealedFilesDelete: () => 10,
  // library
  'libraryPage.all': (s) => ['article', highestId, s.teen, 10, []],
  'libraryPage.author': (s) => ['article', highestId, s.teen, 10, [], s.article.authorId],
  'libraryPage.category': (s) => ['article', highestId, s.teen, 10, [], s.article.category],
  libraryItem: (s) => [s.article.id, 'article'],
  libraryItemByAttachment: (s) => [s.attachment],
  libraryShelf: (s) => [s.article.authorId],
  libraryHead: () => [],
  libraryChanged: () => [0, 1_000_000, 100],
  libraryRemoved: () => [0, 1_000_000, 100],
  librarySearch: (s) => [`'a':* | 'the'`, s.teen, 'All', 0, 10, []],
  'libraryIntroBy.user_id': (s) => [s.provider],
  'libraryIntroBy.id': (s) => [s.introId],
  libraryVideoNamed: (s) => [s.videoId, s.teen],
  libraryThumbnail: (s) => [s.videoId],
  unnamedThumbnailDelete: () => 'BBBBBBBBBBB',
  // notices
  noticeUpsert: (s) => [s.newId, s.teen, s.provider, 'message.received', s.newId, s.now],
  noticeDelete: (s) => [s.teen, 'message.received', s.connection.id],
  noticeDropBetween: (s) => [s.teen, s.provider],
  noticesPage: (s) => [s.teen, s.newestAdult, null, null, 10],
  noticesUnread: (s) => [s.teen, s.newestAdult],
  noticesMarkRead: (s) => [s.teen, s.later, s.now],
  // pricing, providers
  sellerById: (s) => [s.provider],
  providerMinors: (s) => [s.provider, s.newestAdult, s.now, null, null, 10],
  providerMinorsCount: (s) => [s.provider, s.newestAdult, s.now],
  providerMinorIds: (s) => [s.provider, s.newestAdult],
  providerSeesMinors: (s) => [s.provider],
  // quests
  questResponsesTo: (s) => [s.teen, [s.response.questId], []],
  questInsert: (s) => [
    s.teen,
    [s.newId],
    [s.response.questId],
    [1],
    [JSON.stringify(s.response.answers)],
    [JSON.stringify(s.response.result)],
    [1],
    [1],
    [s.today],
    [s.today],
  ],
  questPoints: (s) => [s.teen, 3],
  questPage: (s) => [s.teen, null, 50],
  questNewest: (s) => [s.teen, s.response.questId],
  questShare: (s) => [s.teen, s.response.id, s.provider, s.now],
  questUnshare: (s) => [s.teen, s.shared.responseId, s.shared.providerId],
  questShared: (s) => [s.teen, null],
  accessPage: (s) => [s.reading.subjectId, null, 10],
  // safety
  safetyAcquaintance: (s) => [s.teen, s.provider],
  blockInsert: (s) => [s.other, s.provider, s.now],
  blockDelete: (s) => [s.other, s.provider],
  reportsList: () => [null, null, null, 10],
  reportsOpen: () => [],
  contentRow: (s) => [s.reportId],
  reportDecide: (s) => [s.reportId, 'resolved', 'Done', s.provider, s.now],
  reportInsert: (s) => [
    s.newId,
    s.teen,
    s.provider,
    JSON.stringify({ kind: 'person', id: s.provider }),
    'sealed',
    'other',
    s.now,
  ],
  reportFilesInsert: (s) => [s.reportId, [s.unnamed]],
  reportsSinceCount: (s) => [s.teen, s.past],
  blocksList: (s) => [s.other, null, null, 10, s.newestAdult],
  // sync, trackers
  ledgerInsert: (s) => [s.teen, [s.newId], ['hash'], [null]],
  ledgerLock: (s) => s.teen,
  trackerInsert: (s) => [[s.teen], [s.newId], ['Mood'], ['happy'], [4], ['2020-01-01']],
  trackerOnDays: (s) => [[s.teen], [s.answer.trackerType], [s.answer.day]],
  trackerCheck: (s) => [s.teen, s.answer.day],
  trackerLatest: (s) => [s.teen, s.answer.trackerType, 7],
  // below the features
  limitTake: (s) => ['taken', s.later.getTime(), s.now.getTime()],
  limitGiveBack: (s) => ['taken', s.now.getTime()],
  limitSet: (s) => ['set', s.later.getTime()],
  limitIsSet: (s) => ['known', s.now.getTime()],
  blobsKeep: () => [['staged']],
  blobsDrop: (s) => [['gone'], s.later],
  eventsNotify: () => ['zync_events', ['{}']],
  accessLogInsert: (s) => [[s.newId], [s.teen], [s.provider], ['score'], [null], s.now],
  personLock: (s) => s.teen,
  accountsLock: () => undefined,
}

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const statements = await exportedStatements()

test('every raw statement is asked, and every question is of a statement', () => {
  expect(Object.keys(asked).toSorted()).toEqual([...statements.keys()].toSorted())
})

test('no two prepared statements share a name', () => {
  const names = [...statements.values()].flatMap((one) => ('name' in one ? [one.name] : []))
  expect(names.length).toBeGreaterThan(80)
  expect(new Set(names).size).toBe(names.length)
})

describe.each(databasesUnderTest('both'))('raw statements on %s', (kind) => {
  let opened: TestDatabase
  let dataDir: string
  let stage: SqlStage

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'zync-sql-'))
    opened = await openTestDatabase(kind)
    stage = await setSqlStage(opened.database, dataDir)
  })
  afterAll(async () => {
    await opened.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test.each([...statements])('%s gives rows of its schema, or changes some', async (name, one) => {
    const { rows, count } = await inRolledBack((client) => ask(one, asked[name]?.(stage), client))
    expect(changesNothing.has(name) || count > 0).toBe(true)
    for (const row of rows) expect(() => parsed(one, row)).not.toThrow()
  })

  test('the opening of a push gives rows of the ledger', async () => {
    const { rows } = await inRolledBack(async (client) => {
      const results = [await client.query(beginFor(stage.teen, [stage.opId]))].flat()
      return results.at(-1) ?? { rows: [] }
    }, '')
    expect(rows).toHaveLength(1)
    for (const row of rows) expect(() => v.parse(ledgerRow, row)).not.toThrow()
  })

  async function inRolledBack<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    begin = 'begin',
  ): Promise<T> {
    const client = await opened.database.pool.connect()
    try {
      await client.query(begin)
      return await work(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

async function ask(
  one: Statement,
  values: unknown,
  client: pg.PoolClient,
): Promise<{ rows: readonly unknown[]; count: number }> {
  if ('row' in one) {
    const rows = await ('name' in one
      ? one.all(client, valuesOf(values))
      : one.all(ormOn(client), values))
    return { rows, count: rows.length }
  }
  const count = await ('name' in one
    ? one.run(client, valuesOf(values))
    : one.run(ormOn(client), values))
  return { rows: [], count }
}

function valuesOf(values: unknown): unknown[] {
  if (!Array.isArray(values)) throw new Error('A prepared statement is asked with a list of values')
  return values
}

function parsed(one: Statement, row: unknown): unknown {
  return 'row' in one ? v.parse(one.row, row) : row
}

/** A lock of a table has no rows, and nobody in the stage is the last one in a chat. */
const changesNothing = new Set(['accountsLock', 'lonelyChatsDelete'])

/** The statements that `*.sql.ts` files export, by their names; those in an object as `name.key`. */
async function exportedStatements(): Promise<Map<string, Statement>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const found = new Map<string, Statement>()
  for (const { path } of sourceFiles(['.sql.ts'])) {
    const exported = (await import(/* @vite-ignore */ join(root, path))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (isStatement(value)) found.set(name, value)
      else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value)) {
          if (isStatement(inner)) found.set(`${name}.${key}`, inner)
        }
      }
    }
  }
  return found
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== 'object' || value === null) return false
  const [all, run] = ['all', 'run'].map((key): unknown => Reflect.get(value, key))
  return typeof all === 'function' || typeof run === 'function'
}
