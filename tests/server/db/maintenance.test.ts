import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldVersion } from '#contract/fold.ts'
import {
  checkpointWhenDue,
  cleanDatabase,
  deleteEndedCodes,
  deleteEndedDevices,
  deleteEndedSessions,
  startCheckpoints,
  vacuum,
  accessLogDays,
  deleteBatchMax,
  deleteOldAccessLog,
  deleteOldNotices,
  readNoticeDays,
  unreadNoticeDays,
} from '#server/db/maintenance.ts'
import {
  knownDevices,
  sessions,
  users,
  emailCodes,
  passwordResets,
} from '#server/db/schema/account.ts'
import { notices } from '#server/db/schema/notices.ts'
import { accessLog, providers } from '#server/db/schema/providers.ts'
import { ledgerOps } from '#server/db/schema/upkeep.ts'
import { loadDemoPeople } from '#server/demo/load.ts'
import { addProvider } from '#tests/support/connections.ts'
import { quietLog } from '#tests/support/database-log.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const now = new Date('2026-11-20T12:00:00Z')
const dayMs = 86_400_000
const userId = '019a0000-0000-7000-8000-000000000001'

describe.each(databasesUnderTest('both'))('the upkeep of %s', (kind) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    const [person] = loadDemoPeople().accounts
    if (person)
      await opened.database.orm.insert(users).values({ ...person, id: userId, passwordHash: '' })
  })
  afterAll(() => opened.drop())
  beforeEach(async () => {
    await opened.database.orm.delete(ledgerOps)
    await opened.database.orm.delete(sessions)
  })

  async function addOps(count: number, appliedAt: Date): Promise<void> {
    await opened.database.pool.query(
      `insert into ledger_ops select $1, gen_random_uuid(), '', '{}', $2 from generate_series(1, $3)`,
      [userId, appliedAt, count],
    )
  }

  async function addSession(tokenHash: string, expiresAt: Date): Promise<void> {
    await opened.database.pool.query(
      `insert into sessions (token_hash, id, user_id, expires_at) values ($1, gen_random_uuid(), $2, $3)`,
      [tokenHash, userId, expiresAt],
    )
  }

  test('deletes sessions that have ended, and no other', async () => {
    await addSession('ended', new Date(now.getTime() - 1))
    await addSession('live', new Date(now.getTime() + 1_000))
    expect(await deleteEndedSessions(opened.database, now)).toBe(1)
    const left = await opened.database.orm.select().from(sessions)
    expect(left.map(({ tokenHash }) => tokenHash)).toEqual(['live'])
  })

  test('deletes devices and codes whose time is over, and no other', async () => {
    const times = [new Date(now.getTime() - 1), new Date(now.getTime() + 1_000)]
    const { orm } = opened.database
    const at = { userId, createdAt: new Date(0) }
    for (const [index, expiresAt] of times.entries()) {
      const tokenHash = String(index)
      await orm.insert(knownDevices).values({ ...at, tokenHash, expiresAt })
      await orm.insert(passwordResets).values({ ...at, tokenHash, codeHash: '', expiresAt })
      await orm
        .insert(emailCodes)
        .values({ ...at, codeHash: '', expiresAt })
        .onConflictDoUpdate({
          target: emailCodes.userId,
          set: { expiresAt },
        })
      expect(await deleteEndedDevices(opened.database, now)).toBe(index === 0 ? 1 : 0)
      expect(await deleteEndedCodes(opened.database, now)).toBe(index === 0 ? 2 : 0)
    }
  })

  test('deletes notices read 90 days ago or unread for a year, in batches, and no other', async () => {
    const { orm, pool } = opened.database
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
    const addNotices = (count: number, days: number, read: boolean) =>
      pool.query(
        `insert into notices (id, user_id, actor_id, kind, about_id, created_at, read_at)
          select gen_random_uuid(), $1, $1, 'message.received', gen_random_uuid(), $2, $3
          from generate_series(1, $4)`,
        [userId, daysAgo(days), read ? daysAgo(days) : null, count],
      )
    await addNotices(deleteBatchMax + 1, readNoticeDays + 1, true)
    await addNotices(2, readNoticeDays - 1, true)
    await addNotices(1, unreadNoticeDays + 1, false)
    await addNotices(3, unreadNoticeDays - 1, false)
    let pauses = 0
    const deleted = await deleteOldNotices(opened.database, now, async () => (pauses += 1))
    expect([deleted, pauses]).toEqual([deleteBatchMax + 2, 1])
    expect(await orm.$count(notices)).toBe(5)
  })

  test('deletes who looked at what after two years, and no other', async () => {
    const { orm } = opened.database
    for (const [index, days] of [accessLogDays + 1, accessLogDays - 1].entries()) {
      const id = `019a0000-0000-7000-8000-00000000010${index}`
      const at = new Date(now.getTime() - days * dayMs)
      await orm.insert(accessLog).values({ id, subjectId: userId, what: 'score', at })
    }
    expect(await deleteOldAccessLog(opened.database, now)).toBe(1)
    expect(await orm.$count(accessLog)).toBe(1)
  })

  test('cleans everything at once', async () => {
    await addSession('ended', new Date(0))
    await addOps(3, new Date(0))
    await cleanDatabase(opened.database, now, quietLog)
    expect(await opened.database.orm.$count(sessions)).toBe(0)
    expect(await opened.database.orm.$count(ledgerOps)).toBe(0)
  })

  test('folds anew what a process of an older build has added to search since', async () => {
    const { orm } = opened.database
    const { id } = await addProvider(opened.database, { firstname: 'فاطمة' })
    await orm.update(providers).set({ nameKey: 'فاطمة', fold: 0 })
    await cleanDatabase(opened.database, now, quietLog)
    const [row] = await orm.select().from(providers).where(eq(providers.userId, id))
    expect(row).toMatchObject({ nameKey: expect.stringContaining('فاطمه'), fold: foldVersion })
  })

  test('is held up by no part that fails, says which, and fails so that it comes again', async () => {
    const { pool, orm } = opened.database
    await addSession('ended', new Date(0))
    await pool.query(`select ledger_month('2026-01-01')`)
    await pool.query('create view looks_at_it as select * from ledger_ops_2026_01')
    const warnings: object[] = []
    const warn = (facts: object) => void warnings.push(facts)
    await expect(cleanDatabase(opened.database, now, { ...quietLog, warn })).rejects.toThrow(
      /is not done/,
    )
    expect(warnings).toMatchObject([{ part: 'ledger', code: '2BP01' }])
    expect(await orm.$count(sessions)).toBe(0)
    await pool.query('drop view looks_at_it; alter table notices rename to elsewhere')
    await addSession('ended too', new Date(0))
    await expect(cleanDatabase(opened.database, now, { ...quietLog, warn })).rejects.toThrow(
      /is not done/,
    )
    expect(warnings.slice(1)).toMatchObject([{ part: 'notices', code: '42P01' }])
    const { rows } = await pool.query(`select to_regclass('ledger_ops_2026_01') as month`)
    expect([rows, await orm.$count(sessions)]).toEqual([[{ month: null }], 0])
    await pool.query('alter table elsewhere rename to notices')
    await cleanDatabase(opened.database, now, quietLog)
  })

  test.runIf(kind === 'embedded')('writes a checkpoint once the log has grown', async () => {
    const { database } = opened
    await database.pool.query('checkpoint')
    expect(await checkpointWhenDue(database, 2_000_000)).toBe('not_due')
    await addOps(12_000, now)
    expect(await checkpointWhenDue(database, 2_000_000)).toBe('written')
    expect(await checkpointWhenDue(database, 2_000_000)).toBe('not_due')
  })

  test.runIf(kind === 'embedded')('gives the room of deleted rows back', async () => {
    const { database } = opened
    const pages = async () => {
      const { rows } = await database.pool.query<{ bytes: number }>(
        `select sum(pg_relation_size(inhrelid))::int as bytes from pg_inherits
          where inhparent = 'ledger_ops'::regclass`,
      )
      return rows[0]?.bytes ?? 0
    }
    await addOps(5_000, now)
    await database.orm.delete(ledgerOps)
    const before = await pages()
    await vacuum(database)
    expect(await pages()).toBeLessThan(before)
  })

  test('looks for checkpoints until it is stopped, and goes on after a failure, which it logs', async () => {
    const warnings: string[] = []
    let tick: (() => void) | undefined
    let asked = 0
    const pool = Object.assign(Object.create(opened.database.pool) as typeof opened.database.pool, {
      query: async () => {
        asked += 1
        throw new Error('away')
      },
    })
    const checkpoints = startCheckpoints(
      { ...opened.database, pool },
      {
        log: { ...quietLog, warn: (_details, message) => void warnings.push(message) },
        repeat: (work) => {
          tick = work
          return () => (tick = undefined)
        },
      },
    )
    for (const times of kind === 'embedded' ? [1, 2] : []) {
      tick?.()
      await expect.poll(() => warnings).toEqual(Array(times).fill('no checkpoint was written'))
    }
    await checkpoints.stop()
    expect([tick, asked]).toEqual([undefined, kind === 'embedded' ? 2 : 0])
  })
})
