import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkpointWhenDue,
  cleanDatabase,
  deleteEndedCodes,
  deleteEndedDevices,
  deleteEndedSessions,
  deleteOldOps,
  ledgerRetentionDays,
  startCheckpoints,
  vacuum,
} from '#server/db/maintenance.ts'
import { knownDevices, sessions, users } from '#server/db/schema/account.ts'
import { emailCodes, passwordResets } from '#server/db/schema/recovery.ts'
import { syncOps } from '#server/db/schema/sync.ts'
import { loadDemoPeople } from '#server/demo/load.ts'
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
    await opened.database.orm.delete(syncOps)
    await opened.database.orm.delete(sessions)
  })

  async function addOps(count: number, appliedAt: Date): Promise<void> {
    await opened.database.pool.query(
      `insert into sync_ops select $1, gen_random_uuid(), '', '{}', $2 from generate_series(1, $3)`,
      [userId, appliedAt, count],
    )
  }

  async function addSession(tokenHash: string, expiresAt: Date): Promise<void> {
    await opened.database.pool.query(
      `insert into sessions (token_hash, id, user_id, expires_at) values ($1, gen_random_uuid(), $2, $3)`,
      [tokenHash, userId, expiresAt],
    )
  }

  test('deletes operations older than the ledger keeps, in any number, and no other', async () => {
    await addOps(12_000, new Date(now.getTime() - ledgerRetentionDays * dayMs - 1))
    await addOps(3, new Date(now.getTime() - ledgerRetentionDays * dayMs + 1_000))
    expect(await deleteOldOps(opened.database, now)).toBe(12_000)
    expect(await opened.database.orm.$count(syncOps)).toBe(3)
  })

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

  test('cleans everything at once', async () => {
    await addSession('ended', new Date(0))
    await addOps(3, new Date(0))
    await cleanDatabase(opened.database, now)
    expect(await opened.database.orm.$count(sessions)).toBe(0)
    expect(await opened.database.orm.$count(syncOps)).toBe(0)
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
        `select pg_relation_size('sync_ops')::int as bytes`,
      )
      return rows[0]?.bytes ?? 0
    }
    await addOps(5_000, now)
    await database.orm.delete(syncOps)
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
