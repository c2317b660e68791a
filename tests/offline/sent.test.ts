import { afterEach, expect, test } from 'vitest'
import type { CommandKind } from '#contract/commands.ts'
import type { WireOp } from '#contract/sync/api.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { mayHaveArrived } from '#src/offline/engine/outbox-row.ts'
import { deleteOp, unsentOps } from '#src/offline/engine/outbox.ts'
import { drain } from '#src/offline/engine/push.ts'
import { readQueue } from '#src/offline/engine/queue.ts'
import { meetEpoch } from '#src/offline/engine/sent.ts'
import { markRead } from '#src/offline/features/chat/presence.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { fillDisk } from './full-disk.ts'
import {
  answersDays,
  applied,
  closePhones,
  nowMs,
  openPhone,
  openTab,
  putRow,
  today,
} from './phone.ts'

const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
const dayMs = 86_400_000

afterEach(async () => {
  removeCaches()
  await closePhones()
})

/** Sends everything to a server in a life of its data; gives what it was sent, and what it was told of the last one. */
async function send(db: UserDatabase, life: string | (() => string), atMs = nowMs) {
  const requests: { ops: readonly WireOp[]; known: string | undefined }[] = []
  await drain({
    db,
    session: async () => ({ token: 'token', userId: db.userId }),
    push: async (ops, _token, known) => {
      requests.push({ ops, known })
      const epoch = typeof life === 'string' ? life : life()
      if (known !== undefined && known !== epoch) {
        return {
          results: ops.map(({ opId }) => ({ opId, status: 'retry', code: 'busy', afterMs: 0 })),
          epoch,
        }
      }
      return { results: ops.map(applied), epoch }
    },
    now: () => atMs,
    random: () => 0.5,
  })
  return requests
}

test('what was acknowledged goes again to another life of the server, before what came later, and once', async () => {
  const db = await openPhone()
  const sent = (await answersDays(db, 3)).map(({ opId }) => opId)
  await send(db, first)
  expect([await db.outbox.count(), await db.sentOps.count()]).toEqual([0, 3])
  const later = (await answersDays(db, 2, 'Diet')).map(({ opId }) => opId)
  const requests = await send(db, second)
  expect(requests.map(({ known }) => known)).toEqual([first, second])
  expect(requests.at(-1)?.ops.map(({ opId }) => opId)).toEqual([...sent, ...later])
  expect(await send(db, second)).toEqual([])
  expect([await db.outbox.count(), await db.sentOps.count()]).toEqual([0, 5])
})

test('what was acknowledged goes first also where the other life is met while a request is put together', async () => {
  const db = await openPhone()
  const sent = (await answersDays(db, 2)).map(({ opId }) => opId)
  await send(db, first)
  const later = (await answersDays(db, 1, 'Diet')).map(({ opId }) => opId)
  const tab = openTab(db.userId)
  const transaction = db.transaction.bind(db)
  let met = false
  const meeting = async (...given: Parameters<typeof transaction>) => {
    const done: unknown = await transaction(...given)
    if (!met && (await db.meta.get('flight'))) {
      met = true
      await meetEpoch(tab, second, nowMs)
    }
    return done
  }
  Object.assign(db, { transaction: meeting })
  const requests = await send(db, second)
  expect(requests.map(({ known }) => known)).toEqual([first, second])
  expect(requests.at(-1)?.ops.map(({ opId }) => opId)).toEqual([...sent, ...later])
})

test('between processes that name different lives of the data it waits longer and longer, loses nothing, and goes on once they agree', async () => {
  const db = await openPhone()
  await answersDays(db, 2)
  await send(db, first)
  await answersDays(db, 1, 'Diet')
  let turn = 0
  const atOdds = () => [second, first][turn++ % 2] ?? first
  const waits: number[] = []
  let atMs = nowMs
  for (const requests of [2, 2, 2]) {
    expect(await send(db, atOdds, atMs)).toHaveLength(requests)
    const { notBefore } = await readQueue(db)
    waits.push(notBefore - atMs)
    expect(await send(db, atOdds, atMs)).toEqual([])
    atMs = notBefore
  }
  expect(waits).toEqual([500, 1_000, 2_000])
  expect(await unsentOps(db)).toHaveLength(3)
  await send(db, first, atMs)
  expect([await db.outbox.count(), await db.sentOps.count()]).toEqual([0, 3])
})

test('what a server in another life did not carry out is not taken for something that may have arrived', async () => {
  const db = await openPhone()
  await answersDays(db, 1)
  await send(db, first)
  await answersDays(db, 1, 'Diet')
  let turn = 0
  expect(await send(db, () => [second, first][turn++] ?? first)).toHaveLength(2)
  const rows = await unsentOps(db)
  expect(rows.map(mayHaveArrived)).toEqual([false, false])
  expect(await deleteOp(db, rows[1]?.opId ?? '')).toBe('deleted')
})

test('the stream’s word is enough, and the same word twice does nothing', async () => {
  const db = await openPhone()
  await answersDays(db, 2)
  await send(db, first)
  expect(await meetEpoch(db, first, nowMs)).toBe('known')
  expect(await meetEpoch(db, second, nowMs)).toBe('other')
  expect(await meetEpoch(db, second, nowMs)).toBe('known')
  expect((await unsentOps(db)).map(({ state, again }) => [state, again])).toEqual([
    ['pending', 'sent'],
    ['pending', 'sent'],
  ])
})

test('it stays for a day, and no more of it than anybody does', async () => {
  const db = await openPhone()
  await answersDays(db, 2)
  await send(db, first)
  const [row] = await db.sentOps.toArray()
  if (!row) throw new Error('nothing was noted')
  const many = Array.from({ length: 2_100 }, (_, index) => ({ ...row, seq: index - 3_000 }))
  await db.sentOps.bulkPut(many)
  await answersDays(db, 1, 'Sleep')
  await send(db, first, nowMs + 1_000)
  expect(await db.sentOps.count()).toBe(2_000)
  expect(await meetEpoch(db, first, nowMs + dayMs + 500)).toBe('known')
  expect(await db.sentOps.count()).toBe(1)
  await meetEpoch(db, second, nowMs + 2 * dayMs)
  expect([await db.sentOps.count(), await db.outbox.count()]).toEqual([0, 0])
})

test('what was read up to a place is read from its beginning, also by the person', async () => {
  const db = await openPhone()
  await meetEpoch(db, first, nowMs)
  const at = { chatId: 'c', oldestSeq: 3, older: true }
  await db.chatPlaces.put({ ...at, cursor: 9 })
  await markRead(db, 'c', 9)
  const library = {
    key: 'library',
    viewerId: 'v',
    asOfMs: 0,
    oldest: { article: null, video: null },
  }
  await sharedDatabase().facts.put({ ...library, key: 'library', since: 7 })
  await meetEpoch(db, first, nowMs)
  const places = async () => [await db.chatPlaces.count(), await db.chatReads.count()]
  expect(await places()).toEqual([1, 1])
  await meetEpoch(db, second, nowMs)
  expect(await places()).toEqual([0, 0])
  expect(await sharedDatabase().facts.get('library')).toMatchObject({ since: 0 })
})

/** A phone whose message with a file and picture of a day the server has acknowledged; the bytes of both are still here. */
async function phoneWithSentFiles(): Promise<UserDatabase> {
  const db = await openPhone()
  const [message, picture] = [crypto.randomUUID(), crypto.randomUUID()]
  const data = new ArrayBuffer(8)
  await db.keptFiles.put({ messageId: message, type: 'image/webp', data, bytes: 8, usedAt: nowMs })
  const at = { trackerType: 'Mood', day: today, id: picture } as const
  await db.trackerPictures.put({ ...at, type: 'image/webp', data })
  await db.meta.put({ key: 'trackerPictures', acks: 1, saved: [{ ...at, copy: false }] })
  await db.meta.put({ key: 'epoch', epoch: first })
  await noteFile('chat.send', message, { chatId: crypto.randomUUID(), content: 'Look' })
  await noteFile('trackers.picture', picture, { trackerType: 'Mood', day: today, removes: null })
  return db

  async function noteFile(kind: CommandKind, opId: string, payload: unknown): Promise<void> {
    const row = await putRow(db, { opId, kind, payload, lane: kind, blobIds: [opId] })
    await db.outbox.delete(row.seq)
    await db.sentOps.put({ ...row, epoch: first, sentAt: nowMs })
  }
}

test.each([
  ['with their files where caches can go for them', 1, 1],
  ['without their files where there is room for no more', 2, 0],
])('what was acknowledged goes again from a full phone, %s', async (_, failures, files) => {
  const caches = installCaches('images')
  const db = await phoneWithSentFiles()
  fillDisk(db, failures)
  expect(await meetEpoch(db, second, nowMs)).toBe('other')
  expect([...caches]).toEqual([])
  const rows = await unsentOps(db)
  // One that was taken off would be let go of in silence.
  expect(rows.map(({ blobIds, again }) => [blobIds.length, again])).toEqual([
    [files, 'sent'],
    [files, 'sent'],
  ])
  expect(await db.attachmentFiles.count()).toBe(2 * files)
  expect([await db.sentOps.count(), await meetEpoch(db, second, nowMs)]).toEqual([0, 'known'])
  const later = (await answersDays(db, 1)).map(({ opId }) => opId)
  const { ops } = await takeBatch(db, nowMs)
  expect(ops.map(({ opId }) => opId)).toEqual([...rows.map(({ opId }) => opId), ...later])
})

test('nothing is noted of a server that names no life of its data', async () => {
  const db = await openPhone()
  await answersDays(db, 1)
  await drain({
    db,
    session: async () => ({ token: 'token', userId: db.userId }),
    push: async (ops) => ({ results: ops.map(applied) }),
    now: () => nowMs,
    random: () => 0.5,
  })
  expect([await db.outbox.count(), await db.sentOps.count()]).toEqual([0, 0])
})
