import { afterEach, expect, test } from 'vitest'
import { readBioDraft, saveBioDraft } from '#src/features/account/profile/profile-data.ts'
import { readDraft as readQuest, reopenQuest } from '#src/features/quests/quest-draft.ts'
import { readBriefDraft, saveBriefDraft } from '#src/offline/features/brief-drafts.ts'
import { editUnsent } from '#src/offline/features/chat/send.ts'
import { readDraft as readMessage } from '#src/offline/features/chat/store.ts'
import { readPlanDrafts, savePlanDraft } from '#src/offline/features/plan-drafts.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { readOnlyHere } from '#src/session/log-out.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { fillDisk } from './full-disk.ts'
import { closePhones, nowMs, openPhone, putRow, today } from './phone.ts'

afterEach(async () => {
  removeCaches()
  await closePhones()
})

interface Draft {
  readonly write: (db: UserDatabase) => Promise<unknown>
  readonly read: (db: UserDatabase) => Promise<unknown>
}

const chatId = '0193a000-0000-7000-8000-000000000001'
const [message, quest] = [crypto.randomUUID(), crypto.randomUUID()]
const response = {
  questId: 6,
  version: 1,
  answers: answersTo(await questOf('pq16'), () => 1),
  takenOn: today,
}
const line = { id: 'a', step: 'signs', text: 'I st', phone: '', basedOn: null }

const drafts: [string, Draft][] = [
  [
    'a line of the plan',
    { write: (db) => savePlanDraft(db, line), read: (db) => db.meta.get('planDrafts') },
  ],
  [
    'a sentence of a session brief',
    {
      write: (db) =>
        saveBriefDraft(db, { bookingId: 'b', span: '14', on: [], words: { talk: 'Scho' } }),
      read: (db) => readBriefDraft(db, 'b'),
    },
  ],
  ['a bio', { write: (db) => saveBioDraft(db, 'I li', ''), read: readBioDraft }],
  [
    'a refused message that is corrected',
    {
      write: (db) => editUnsent(db, message, nowMs),
      read: (db) => readMessage(db, chatId),
    },
  ],
  [
    'a refused quest that is corrected',
    {
      write: (db) => reopenQuest(db, quest, response),
      read: (db) => readQuest(db, 6),
    },
  ],
]

test('a line of the plan without room is in memory, and a logout names it', async () => {
  const db = await openPhone()
  fillDisk(db)
  await expect(savePlanDraft(db, line)).rejects.toThrow(StorageFullError)
  expect(await readPlanDrafts(db)).toEqual([line])
  expect(await readOnlyHere(db)).toMatchObject({ planDrafts: true })
})

test.each(drafts)('%s finds room where caches can go', async (_, { write, read }) => {
  const caches = installCaches('images')
  const db = await openPhone()
  const dead = { state: 'dead', lane: 'any' }
  await db.table('chats').put({ _id: chatId })
  await putRow(db, {
    ...dead,
    opId: message,
    kind: 'chat.send',
    payload: { chatId, content: 'Hello' },
  })
  await putRow(db, { ...dead, opId: quest, kind: 'quest.respond', payload: response })
  fillDisk(db, 1)
  await write(db)
  expect([await read(db), [...caches]]).toEqual([expect.anything(), []])
})

test.each(drafts)('%s says where there is no room even then', async (_, { write, read }) => {
  installCaches('images')
  const db = await openPhone()
  fillDisk(db)
  await expect(write(db)).rejects.toThrow(StorageFullError)
  expect(await read(db)).toBeUndefined()
})
