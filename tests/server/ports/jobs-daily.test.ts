import fc from 'fast-check'
import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { localTimeAt } from '#contract/local-date.ts'
import { openJobs, dailyTurn } from '#server/ports/jobs/boss.ts'
import type { DailyTime, Jobs } from '#server/ports/jobs/port.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { JobsClock } from '#tests/support/jobs-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** With summer time on either half of the earth, at midnight, by half an hour, a minute past midnight, and a date left out. */
const zones = [
  'UTC',
  'America/Los_Angeles',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'America/Santiago',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
]
const times = fc.record({
  hour: fc.integer({ min: 0, max: 5 }),
  timeZone: fc.constantFrom(...zones),
})
const moments = fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2031-01-01') })
/** Around moments at which a clock was changed, which a few thousand random ones would seldom be. */
const changes = fc
  .tuple(
    fc.constantFrom(
      '2026-03-08T10:00Z',
      '2026-11-01T09:00Z',
      '2026-04-23T22:00Z',
      '2026-10-29T21:00Z',
      '2026-10-24T21:00Z',
      '2026-04-05T03:00Z',
      '2026-09-06T04:00Z',
      '2010-11-07T02:31Z',
      '2011-12-30T10:00Z',
    ),
    fc.integer({ min: -30 * hourMs, max: 30 * hourMs }),
  )
  .map(([at, offMs]) => Date.parse(at) + offMs)
const runs = { numRuns: 3_000 }

describe('a turn each night', () => {
  test('has begun at its hour of its date, by whichever clock', () => {
    fc.assert(
      fc.property(times, fc.oneof(moments, changes), (time, nowMs) => {
        const { name, atMs } = dailyTurn(time, nowMs)
        const begun = localTimeAt(atMs, time.timeZone)
        expect(atMs).toBeLessThanOrEqual(nowMs)
        expect(begun.date).toBe(name)
        // An hour that is skipped begins after the skip.
        expect([time.hour, time.hour + 1]).toContain(begun.hour)
        expect(dailyTurn(time, atMs)).toEqual({ name, atMs })
        expect(dailyTurn(time, atMs - 1).name < name).toBe(true)
      }),
      runs,
    )
  })

  test('is there on every date once its hour is over, and never before it', () => {
    fc.assert(
      fc.property(times, fc.oneof(moments, changes), (time, nowMs) => {
        const { date, hour } = localTimeAt(nowMs, time.timeZone)
        const { name } = dailyTurn(time, nowMs)
        // A clock that goes back over midnight shows the date before once more, after the turn of the next one has begun.
        expect(hour > time.hour + 1 ? name >= date : true).toBe(true)
        expect(hour < time.hour ? name < date : true).toBe(true)
      }),
      runs,
    )
  })

  test('that began at midnight stays begun where the clock goes back over it', () => {
    const time = { hour: 0, timeZone: 'America/St_Johns' }
    const back = Date.parse('2010-11-07T02:31Z')
    expect(localTimeAt(back, time.timeZone)).toMatchObject({ date: '2010-11-06', hour: 23 })
    const turn = { name: '2010-11-07', atMs: back - minuteMs }
    expect([dailyTurn(time, back), dailyTurn(time, back + 24 * hourMs)]).toEqual([turn, turn])
  })

  test('never comes back, though clocks do', () => {
    const later = fc.integer({ min: 0, max: 60 * hourMs })
    fc.assert(
      fc.property(times, fc.oneof(moments, changes), later, (time, nowMs, moreMs) => {
        const [one, other] = [dailyTurn(time, nowMs), dailyTurn(time, nowMs + moreMs)]
        const [names, starts] = [
          Math.sign(Date.parse(other.name) - Date.parse(one.name)),
          Math.sign(other.atMs - one.atMs),
        ]
        expect(names).toBeGreaterThanOrEqual(0)
        expect(starts).toBe(names)
      }),
      runs,
    )
  })

  test('is not 24 hours after the last one where a night has another length', () => {
    const time = { hour: 3, timeZone: 'America/Los_Angeles' }
    const nights = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01']
    expect(nights.map((date) => dailyTurn(time, Date.parse(`${date}T20:00Z`)).atMs)).toEqual(
      [
        '2026-03-07T11:00Z',
        '2026-03-08T10:00Z',
        '2026-03-09T10:00Z',
        '2026-10-31T10:00Z',
        '2026-11-01T11:00Z',
      ].map((at) => Date.parse(at)),
    )
  })
})

describe.each(databasesUnderTest('both'))('work of every night on %s', (engine) => {
  let open: TestDatabase
  let clock: JobsClock
  let nowMs = Date.parse('2026-10-30T20:00Z')
  let opened: Jobs[] = []
  const done: string[] = []
  const night: DailyTime = { hour: 3, timeZone: 'America/Los_Angeles' }

  beforeAll(async () => {
    open = await openTestDatabase(engine)
    clock = new JobsClock(nowMs)
  })
  afterEach(async () => {
    await Promise.all(opened.map((jobs) => jobs.stop()))
    opened = []
    done.length = 0
    await open.database.pool.query('delete from pgboss.job')
  })
  afterAll(() => open.drop())

  /** A process whose own clock may be off. */
  async function newProcess(offMs = 0): Promise<Jobs> {
    const log = pino({ level: 'silent' })
    const now = () => nowMs + offMs
    const { database } = open
    const given = offMs === 0 ? { clock } : { clock: new JobsClock(nowMs, () => nowMs) }
    const jobs = await openJobs({ database, log, now, newId: uuidv7, ...given })
    jobs.daily('cleanup', night, async () => void done.push(new Date(nowMs).toISOString()))
    opened.push(jobs)
    return jobs
  }

  test('is done once on each date at its hour, whichever process looks, through the end of summer time', async () => {
    clock = new JobsClock(nowMs)
    const processes = [await newProcess(), await newProcess()]
    await processes[0]?.runDue()
    done.length = 0
    const untilMs = Date.parse('2026-11-02T20:00Z')
    for (let turn = 0; nowMs < untilMs; turn += 1, nowMs += 30 * minuteMs) {
      if (turn % 3 === 0) await Promise.all(processes.map((jobs) => jobs.runDue()))
      else await processes[turn % 2]?.runDue()
    }
    expect(done).toEqual([
      '2026-10-31T10:00:00.000Z',
      '2026-11-01T11:00:00.000Z',
      '2026-11-02T11:00:00.000Z',
    ])
  })

  test('is done when a process is back that was off at that hour, once for the nights it missed', async () => {
    clock = new JobsClock(nowMs)
    const before = await newProcess()
    await before.runDue()
    await before.stop()
    opened = []
    done.length = 0
    nowMs = Date.parse('2026-11-05T23:00Z')
    clock = new JobsClock(nowMs)
    const after = await newProcess()
    await after.runDue()
    expect(done).toEqual(['2026-11-05T23:00:00.000Z'])
    for (let turn = 0; turn < 11; turn += 1) {
      nowMs += hourMs
      await after.runDue()
    }
    expect(done).toHaveLength(1)
    nowMs += hourMs
    await after.runDue()
    expect(done).toEqual(['2026-11-05T23:00:00.000Z', '2026-11-06T11:00:00.000Z'])
  })

  test('waits for its hour by the database, where a process has a clock that is an hour ahead', async () => {
    nowMs = Date.parse('2026-11-09T10:30Z')
    const ahead = await newProcess(hourMs)
    await ahead.runDue()
    expect(done).toEqual([])
    nowMs += 31 * minuteMs
    await ahead.runDue()
    expect(done).toEqual(['2026-11-09T11:01:00.000Z'])
  })
})
