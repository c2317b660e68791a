import { afterEach, expect, test, vi } from 'vitest'
import { chatListResource } from '#src/features/chat/chat-resource.ts'
import { companionResource } from '#src/features/companion/companion-resource.ts'
import {
  circleResource,
  receivedResource,
  sentResource,
} from '#src/features/connections/connections-resource.ts'
import { noticesResource } from '#src/features/notices/notices-resource.ts'
import { questListsResource } from '#src/features/quests/quests-resource.ts'
import { entriesResource } from '#src/features/trackers/entries-resource.ts'
import { lookBackResource } from '#src/features/trackers/look-back-card.tsx'
import { nextDueAt } from '#src/offline/engine/batch.ts'
import { unreadTotal } from '#src/offline/features/chat/shown-chats.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { day } from '#tests/support/day.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closePhones()
})

/** A look back is offered on the first days of a week. */
const monday = day('2026-11-23')

/** What a start reads: each transaction costs a slow phone more than the rows in it. */
const reads: [name: string, read: (db: UserDatabase) => Promise<unknown>][] = [
  ['the news', noticesResource.read],
  ['the circle of care', circleResource.read],
  ['the requests that came', (db) => receivedResource.read(db, 'pending')],
  ['the requests of the person', sentResource.read],
  ['the chats', chatListResource.read],
  ['the number of unread messages', unreadTotal],
  ['the answers', (db) => entriesResource.read(db, 90)],
  ['the quests', questListsResource.read],
  ['the companion', companionResource.read],
  ['the look back at a week', (db) => lookBackResource.read(db, monday, 1)],
  ['what is due to be sent', nextDueAt],
]

test.each(reads)('of the database, %s takes one transaction', async (_name, read) => {
  // Dexie takes the method of a database as it is when that is opened.
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const db = await openPhone()
  begun.mockClear()
  await read(db)
  expect(begun).toHaveBeenCalledTimes(1)
})
