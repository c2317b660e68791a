import { v7 as uuidv7 } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import type { Notice } from '#contract/notices/api.ts'
import { followMessages, followNotices } from '#src/app/live-reads.ts'
import { readBookings, refreshBookings } from '#src/features/booking/bookings-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { messageOf, openChatPhone } from '#tests/offline/chat-phone.ts'
import { answerWith, ours } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { booking } from '../booking/bookings.ts'

afterEach(closePhones)

const session = booking()
const notice = (kind: string): Notice => ({
  _id: uuidv7(),
  kind,
  aboutId: session._id,
  person: { id: uuidv7(), firstname: 'Nour', lastname: 'T', userType: 'Adult', profileImg: null },
  createdAt: '2026-11-20T09:00:00.000Z',
  read: false,
})

/** The server has these notices, and the session as it is now. */
function serve(notices: readonly Notice[], now = session): Request[] {
  return answerWith(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('/notices')) return ours({ notices, next: null, unread: 0 })
    return ours({ bookings: searchParams.get('scope') === 'past' ? [] : [now], next: null })
  })
}

/** Follows the notices to the end. */
async function follow(db: UserDatabase): Promise<void> {
  const work: Promise<void>[] = []
  await followNotices(db, {
    call: (ask) => ask('token'),
    aside: (more) => work.push(more),
  })
  await Promise.all(work)
}

test('a notice of a session has the sessions read that this device knows, once', async () => {
  const db = await openPhone()
  serve([])
  await refreshBookings(db, 'token')
  const booked = notice('booking.booked')
  serve([booked])
  await follow(db)
  const cancelled = { ...session, status: 'cancelled', sequence: 1 } as const
  const news = [notice('booking.cancelled'), booked]
  serve(news, cancelled)
  await follow(db)
  expect(await readBookings(db)).toEqual([cancelled])
  const again = serve(news, cancelled)
  await follow(db)
  expect(again).toHaveLength(1)
})

test('a second notice of the same kind about a session has it read again', async () => {
  const db = await openPhone()
  serve([])
  await refreshBookings(db, 'token')
  const moved = notice('booking.moved')
  const tuesday = { ...session, start: '2026-11-24T09:00:00.000Z', sequence: 1 }
  serve([moved], tuesday)
  await follow(db)
  expect(await readBookings(db)).toEqual([tuesday])
  // The server has one notice for each kind and session, which moves up.
  const wednesday = { ...session, start: '2026-11-25T09:00:00.000Z', sequence: 2 }
  serve([{ ...moved, createdAt: '2026-11-20T10:00:00.000Z' }], wednesday)
  await follow(db)
  expect(await readBookings(db)).toEqual([wednesday])
})

test('a proposal that was taken back with its notice is gone from the session too', async () => {
  const db = await openPhone()
  const { start, end } = session
  const asked = { ...session, proposal: { start, end, expiresAt: start } }
  const proposed = notice('booking.proposed')
  serve([proposed], asked)
  await refreshBookings(db, 'token')
  await follow(db)
  const takenBack = { ...session, updatedAt: '2026-11-20T10:00:00.000Z' }
  serve([], takenBack)
  await follow(db)
  expect(await readBookings(db)).toEqual([takenBack])
})

test('other notices, and a device that has no sessions, have none read', async () => {
  const db = await openPhone()
  const sessionless = serve([notice('booking.booked')])
  await follow(db)
  expect(sessionless).toHaveLength(1)
  serve([])
  await refreshBookings(db, 'token')
  const other = serve([notice('connection.accepted')])
  await follow(db)
  expect(other).toHaveLength(1)
})

describe('the notice of a chat', () => {
  const received = { ...notice('message.received'), aboutId: chatId }

  /** A phone with a message of the other one and, if given, a notice. */
  async function openUnread(given?: Notice): Promise<UserDatabase> {
    const db = await openChatPhone({ unread: 1 })
    await db.messages.bulkPut([messageOf(1), messageOf(2, { senderId: db.userId })])
    if (given) await db.notices.put(given)
    return db
  }

  test('is read with the first message, and again with one after it was read', async () => {
    expect(await followMessages(await openUnread(), chatId)).toBe('old')
    const db = await openUnread({ ...received, read: true })
    expect(await followMessages(db, chatId)).toBe('old')
  })

  test('that is unread moves up to each further message without a call', async () => {
    const db = await openUnread(received)
    expect(await followMessages(db, chatId)).toBe('current')
    expect((await db.notices.get(received._id))?.createdAt).toBe(messageOf(1).timestamp)
    expect(await followMessages(db, chatId)).toBe('current')
  })

  test('is read again once the chat was read elsewhere, and not at all while this device reads along', async () => {
    const db = await openUnread()
    await db.chatReads.put({ chatId, seq: 2, sent: false })
    expect(await followMessages(db, chatId)).toBe('current')
    await db.chats.update(chatId, { unread: 0 })
    expect(await followMessages(db, chatId)).toBe('current')
    await db.notices.put(received)
    expect(await followMessages(db, chatId)).toBe('old')
  })

  test('that was marked as read stays so where the chat changes without a new message', async () => {
    const read = { ...received, createdAt: messageOf(1).timestamp, read: true }
    expect(await followMessages(await openUnread(read), chatId)).toBe('current')
  })
})
