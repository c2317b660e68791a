import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { readDraft } from '#src/offline/features/chat/store.ts'
import { UserDatabase } from '#src/offline/storage/database.ts'
import { plan } from './chat-phone.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { nowMs, openPhone } from './phone.ts'
import { userDatabaseName } from '#src/offline/storage/user-storage.ts'

test('a draft that an older build kept with its file is whole after the upgrade', async () => {
  const phone = await openPhone()
  const { userId } = phone
  await phone.delete()
  const older = new Dexie(userDatabaseName(userId))
  older.version(7).stores({ meta: 'key', chatDrafts: 'chatId' })
  await older.table('meta').put({ key: 'owner', userId })
  await older.table('chatDrafts').put({ chatId, text: 'Look', file: plan, at: nowMs })
  older.close()
  const db = new UserDatabase(userId)
  expect(await readDraft(db, chatId)).toEqual({ chatId, text: 'Look', file: plan, at: nowMs })
  expect((await db.chatDrafts.get(chatId))?.file).toEqual({ name: plan.name, type: plan.type })
  await db.delete()
})
