import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Room } from '#contract/calendar/model.ts'
import { roomChangesPerHourMax } from '#server/features/calendar/index.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPaid, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const minuteMs = 60_000
/** Nine o'clock on a Thursday in Cairo. */
const start = '2026-06-18T06:00:00.000Z'
const startMs = Date.parse(start)
const video: Room = { kind: 'video', url: 'https://meet.google.com/abc-defg-hij' }
const place: Room = { kind: 'place', text: 'مبنى ٤، الطابق الثاني' }

describe.each(databasesUnderTest())('where sessions take place, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  beforeEach(() => {
    nowMs = testNoonMs
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const put = (who: SignedIn, room: unknown) =>
    call(server.origin, 'putRoom', { body: { room: room as Room } }, who)
  const roomOf = async (who: SignedIn, id: string) => {
    const scopes = ['upcoming', 'past'] as const
    const lists = await Promise.all(
      scopes.map((scope) => call(server.origin, 'listBookings', { query: { scope } }, who)),
    )
    return lists.flatMap(({ reply }) => reply.bookings).find(({ _id }) => _id === id)?.room
  }
  async function booked() {
    const client = await addPerson(open.database)
    const provider = await addSeller(open.database)
    await addPaid(open.database, { userId: client.id, providerId: provider.id }, { sessions: 2 })
    const body = { serviceProviderId: provider.id, ...hourFrom(start) }
    const { reply } = await call(server.origin, 'book', { body }, client)
    return { client, provider, id: reply._id }
  }

  test('is nowhere until their provider says so, and then holds for what is booked', async () => {
    const { client, provider, id } = await booked()
    expect(await roomOf(client, id)).toBeNull()
    expect((await put(provider, place)).reply).toEqual({ room: place })
    expect((await call(server.origin, 'getRoom', {}, provider)).reply).toEqual({ room: place })
    expect(await roomOf(client, id)).toEqual(place)
    await put(provider, null)
    expect(await roomOf(client, id)).toBeNull()
  })

  test('is an address that a client is told around the session alone, and the provider always', async () => {
    const { client, provider, id } = await booked()
    await put(provider, video)
    const host = 'meet.google.com'
    const hidden = { kind: 'video', host, url: null }
    const shown = { ...hidden, url: video.url }
    const seen = []
    for (const minutes of [-16, -15, 0, 60 + 29, 60 + 30]) {
      nowMs = startMs + minutes * minuteMs
      seen.push([await roomOf(client, id), await roomOf(provider, id)])
    }
    expect(seen).toEqual([
      [hidden, shown],
      [shown, shown],
      [shown, shown],
      [shown, shown],
      [hidden, shown],
    ])
  })

  test('is a place that a client is told until the session is over, and no new one after it', async () => {
    const { client, provider, id } = await booked()
    await put(provider, place)
    const seen = []
    for (const minutes of [-60, 60 + 29, 60 + 30]) {
      nowMs = startMs + minutes * minuteMs
      seen.push([await roomOf(client, id), await roomOf(provider, id)])
    }
    expect(seen).toEqual([
      [place, place],
      [place, place],
      [null, place],
    ])
  })

  test('is gone with a session that was cancelled', async () => {
    const { client, provider, id } = await booked()
    await put(provider, video)
    await call(server.origin, 'cancelBooking', { params: { id } }, client)
    nowMs = startMs
    expect([await roomOf(client, id), await roomOf(provider, id)]).toEqual([null, null])
  })

  test('is in no mail, no notice and no calendar file', async () => {
    const { client, provider, id } = await booked()
    await put(provider, video)
    nowMs = startMs - 50 * minuteMs
    await server.jobs.runDue()
    const ics = await call(server.origin, 'bookingIcs', { params: { id } }, client)
    const notices = await call(server.origin, 'listNotices', { query: {} }, client)
    const mails = server.mails.filter(({ to }) => to === client.user.email)
    expect(mails.length).toBeGreaterThan(0)
    const written = [ics.bytes.toString(), JSON.stringify(notices.reply), JSON.stringify(mails)]
    expect(written.join(' ')).not.toContain('meet.google')
  })

  test.each([
    ['a script', { kind: 'video', url: 'javascript:alert(1)' }],
    ['a look-alike', { kind: 'video', url: 'https://zoom.us.evil.example/j/1' }],
    ['a name in it', { kind: 'video', url: 'https://me:pw@zoom.us/j/1' }],
    ['no place', { kind: 'place', text: ' ' }],
    ['a long place', { kind: 'place', text: 'a'.repeat(201) }],
    ['another kind', { kind: 'phone', number: '123' }],
  ])('with %s is refused, and what was said stays', async (_, room) => {
    const provider = await addSeller(open.database)
    await put(provider, place)
    const refused = await put(provider, room)
    expect([refused.status, refused.problem.code]).toEqual([400, 'invalid_input'])
    expect((await call(server.origin, 'getRoom', {}, provider)).reply.room).toEqual(place)
  })

  test('is changed so often an hour at most', async () => {
    const provider = await addSeller(open.database)
    for (let time = 0; time < roomChangesPerHourMax; time += 1) await put(provider, place)
    expect((await put(provider, video)).problem.code).toBe('rate_limited')
  })

  test('is in its provider’s export', async () => {
    const provider = await addSeller(open.database)
    await put(provider, place)
    const { reply } = await call(server.origin, 'exportMyData', {}, provider)
    expect(reply).toHaveProperty('calendar.room', expect.objectContaining({ room: place }))
  })
})
