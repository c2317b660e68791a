import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { busySlotsMax } from '#contract/calendar/api.ts'
import type { BodyOutput } from '#contract/endpoint.ts'
import { busySlots } from '#server/db/schema/booking.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addSeller, hourFrom } from '#tests/support/money.ts'
import type { SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const tuesday = '2026-06-16T06:00:00.000Z'

describe.each(databasesUnderTest('both'))('a provider’s calendar, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const busyOf = async (provider: SignedIn) =>
    (await call(server.origin, 'getBusy', {}, provider)).reply.busySlots
  const addBusy = (provider: SignedIn, times: { startTime: string; endTime: string }) =>
    call(server.origin, 'postBusy', { body: times }, provider)

  test('begins as the spec says, in the zone of their country', async () => {
    const provider = await addSeller(open.database, { country: 'Lebanon' })
    const { reply } = await call(server.origin, 'getSchedule', {}, provider)
    expect(reply).toEqual({
      workingHours: { start: '09:00', end: '17:00' },
      workingDays: [1, 2, 3, 4, 5],
      timeZone: 'Asia/Beirut',
      dayHours: [1, 2, 3, 4, 5].map((day) => ({ day, spans: [{ start: '09:00', end: '17:00' }] })),
      bufferMinutes: 0,
      noticeHours: 0,
      saved: false,
    })
  })

  test('keeps what was set last', async () => {
    const provider = await addSeller(open.database)
    const body = {
      workingHours: { start: '10:30', end: '19:00' },
      workingDays: [6, 0],
      timeZone: 'America/New_York',
    }
    const put = (given: typeof body) =>
      call(server.origin, 'putSchedule', { body: given }, provider)
    const rest = { bufferMinutes: 0, noticeHours: 0, saved: true }
    const spans = [body.workingHours]
    expect((await put(body)).reply).toEqual({
      ...body,
      ...rest,
      workingDays: [0, 6],
      dayHours: [0, 6].map((day) => ({ day, spans })),
    })
    await put({ ...body, workingDays: [] })
    const { reply } = await call(server.origin, 'getSchedule', {}, provider)
    expect(reply).toEqual({ ...body, ...rest, workingDays: [], dayHours: [] })
  })

  test('has hours of its own for each day, which a client that knows none does not take away', async () => {
    const provider = await addSeller(open.database)
    const put = async (given: BodyOutput<Api['putSchedule']>) =>
      (await call(server.origin, 'putSchedule', { body: given }, provider)).reply
    const usual = { workingHours: { start: '09:00', end: '17:00' }, workingDays: [1, 2] }
    const halves = [
      { start: '09:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ]
    const dayHours = [
      { day: 1, spans: [usual.workingHours] },
      { day: 2, spans: halves },
    ]
    const saved = await put({ ...usual, dayHours, bufferMinutes: 10, noticeHours: 24 })
    expect(saved).toMatchObject({ ...usual, dayHours, bufferMinutes: 10, noticeHours: 24 })
    expect(await put({ ...usual, timeZone: 'UTC' })).toMatchObject({
      dayHours,
      bufferMinutes: 10,
      noticeHours: 24,
      timeZone: 'UTC',
    })
    // Other days are one span each again, as such a client shows them.
    expect(await put({ ...usual, workingDays: [2, 3] })).toMatchObject({
      dayHours: [2, 3].map((day) => ({ day, spans: [usual.workingHours] })),
      bufferMinutes: 10,
    })
    // The days of the hours are the working days.
    const friday = await put({ ...usual, dayHours: [{ day: 5, spans: halves }] })
    expect(friday).toMatchObject({ workingDays: [5], dayHours: [{ day: 5, spans: halves }] })
  })

  test('keeps the zone that it has where none is given', async () => {
    const provider = await addSeller(open.database, { country: 'Portugal' })
    const body = { workingHours: { start: '10:00', end: '12:00' }, workingDays: [0, 6] }
    const put = async (given: typeof body & { timeZone?: string }) =>
      (await call(server.origin, 'putSchedule', { body: given }, provider)).reply.timeZone
    expect(await put(body)).toBe('Europe/Lisbon')
    expect(await put({ ...body, timeZone: 'Africa/Cairo' })).toBe('Africa/Cairo')
    expect(await put(body)).toBe('Africa/Cairo')
    expect((await call(server.origin, 'getSchedule', {}, provider)).reply.timeZone).toBe(
      'Africa/Cairo',
    )
  })

  test.each([
    [{ workingHours: { start: '17:00', end: '09:00' } }, 'workingHours.end'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ workingDays: [9] }, 'workingDays.0'],
    [{ bufferMinutes: 500 }, 'bufferMinutes'],
  ])('refuses %j', async (wrong, field) => {
    const provider = await addSeller(open.database)
    const right = {
      workingHours: { start: '09:00', end: '17:00' },
      workingDays: [1],
      timeZone: 'UTC',
    }
    const { status, problem } = await problemOf(
      server.origin,
      '/calendar/google/working-schedule',
      {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${provider.token}`,
        },
        body: JSON.stringify({ ...right, ...wrong }),
      },
    )
    expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]])
  })

  test('holds busy slots that have not ended, first first, and of nobody else', async () => {
    const [provider, other] = [await addSeller(open.database), await addSeller(open.database)]
    await addBusy(provider, hourFrom('2026-06-17T06:00:00.000Z'))
    await addBusy(provider, hourFrom(tuesday))
    await open.database.orm.insert(busySlots).values({
      id: uuidv7(),
      userId: provider.id,
      startsAt: new Date(0),
      endsAt: new Date(testNoonMs),
      reason: 'Long ago',
      createdAt: new Date(0),
    })
    expect((await busyOf(provider)).map(({ start }) => start)).toEqual([
      tuesday,
      '2026-06-17T06:00:00.000Z',
    ])
    expect(await busyOf(other)).toEqual([])
  })

  test.each([
    ['no start', { startTime: '', endTime: tuesday }, 'Please select start and end times'],
    [
      'an end before its start',
      { startTime: tuesday, endTime: '2026-06-16T05:00:00Z' },
      'End time must be after start time',
    ],
    [
      'a start in the past',
      { startTime: '2026-06-15T11:00:00Z', endTime: tuesday },
      'Start time must not be in the past',
    ],
    [
      'years of length',
      { startTime: tuesday, endTime: '2029-06-16T05:00:00Z' },
      'At most 62 days at a time',
    ],
    [
      'a day in years',
      { startTime: '2029-06-16T05:00:00Z', endTime: '2029-06-17T05:00:00Z' },
      'At most 400 days ahead',
    ],
  ])('takes no busy slot with %s', async (_, times, text) => {
    const provider = await addSeller(open.database)
    const { status, problem } = await addBusy(provider, times)
    expect([status, Object.values(problem.fields ?? {})]).toEqual([400, [text]])
    expect(await busyOf(provider)).toEqual([])
  })

  test('takes a busy slot that begins while its form is filled in', async () => {
    const provider = await addSeller(open.database)
    const startTime = new Date(testNoonMs - 4 * 60_000).toISOString()
    expect((await addBusy(provider, { startTime, endTime: tuesday })).status).toBe(201)
  })

  test('has a busy slot once that is added again after a lost answer, and another reason beside it', async () => {
    const provider = await addSeller(open.database)
    const [first, again] = [
      await addBusy(provider, hourFrom(tuesday)),
      await addBusy(provider, hourFrom(tuesday)),
    ]
    expect(again.reply).toEqual(first.reply)
    expect(await busyOf(provider)).toHaveLength(1)
    const body = { ...hourFrom(tuesday), reason: 'Dentist' }
    await call(server.origin, 'postBusy', { body }, provider)
    expect(await busyOf(provider)).toHaveLength(2)
  })

  test('takes so many busy slots and no more', async () => {
    const provider = await addSeller(open.database)
    const rows = Array.from({ length: busySlotsMax }, (_, index) => ({
      id: uuidv7(),
      userId: provider.id,
      startsAt: new Date(testNoonMs + index * 60_000),
      endsAt: new Date(testNoonMs + (index + 1) * 60_000),
      reason: '',
      createdAt: new Date(testNoonMs),
    }))
    await open.database.orm.insert(busySlots).values(rows)
    expect((await addBusy(provider, hourFrom(tuesday))).problem.code).toBe('wrong_state')
  })
})
