import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationFieldsSchema, registrationProblems } from '#contract/account/registration.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import { countryNames } from '#contract/reference/countries.ts'
import { specialties } from '#contract/reference/specialties.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import { users } from '#server/db/schema/account.ts'
import { chatFiles, chats, messages, connections } from '#server/db/schema/connections.ts'
import { questResponses, questShares, trackerEntries } from '#server/db/schema/health.ts'
import { notices } from '#server/db/schema/notices.ts'
import { providers } from '#server/db/schema/providers.ts'
import { demoPassword, loadDemoPeople } from '#server/demo/load.ts'
import { demoIds, seedDemo } from '#server/demo/seed.ts'
import { demoAccounts } from '#server/demo/start.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { demoSurroundings } from '#tests/support/demo.ts'
import { questOf } from '#tests/support/quests.ts'

const today = '2026-11-21' as LocalDate
const { everybody: demoPeople } = loadDemoPeople()

describe.each(databasesUnderTest('both'))('demo data on %s', (kind) => {
  let opened: TestDatabase
  let outcomes: string[]
  let dataDir: string
  const seed = ({ database }: TestDatabase) =>
    seedDemo(database, { today, ...demoSurroundings(database, dataDir) })

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'zync-demo-'))
    opened = await openTestDatabase(kind)
    outcomes = await Promise.all([1, 2, 3].map(() => seed(opened)))
  })
  afterAll(async () => {
    await opened.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('is written once, however many start together', async () => {
    expect(outcomes.toSorted()).toEqual(['not_empty', 'not_empty', 'seeded'])
    expect(await opened.database.orm.$count(users)).toBe(demoPeople.length)
    expect(await seed(opened)).toBe('not_empty')
  })

  test('holds verified providers and a password for each account', async () => {
    const people = await opened.database.orm.select().from(users)
    const listed = people.filter(({ userType }) => userType === 'ServiceProvider')
    expect(listed.every(({ verifiedAt }) => verifiedAt !== null)).toBe(true)
    expect(people.every((person) => person.passwordHash === `hash of ${demoPassword}`)).toBe(true)
    const emails = new Set(people.map(({ email }) => email))
    expect(demoAccounts().filter(({ email }) => !emails.has(email))).toEqual([])
  })

  test('has 40 care providers of all 18 specialties and 14 countries, some of whom see minors', async () => {
    const listed = await opened.database.orm.select().from(providers)
    expect(listed).toHaveLength(40)
    expect(new Set(listed.map(({ specialization }) => specialization))).toEqual(
      new Set(specialties),
    )
    expect(new Set(listed.map(({ country }) => country))).toEqual(new Set(countryNames))
    const open = listed.filter(({ seesMinors, minorsClearedAt }) => seesMinors && minorsClearedAt)
    expect(open.length).toBeGreaterThan(20)
    expect(open.length).toBeLessThan(40)
  })

  test('has people who know each other, and one who waits for an answer', async () => {
    const idOf = demoIds(today)
    const rows = await opened.database.orm.select().from(connections)
    const between = (client: string, provider: string) =>
      rows.find((row) => row.clientId === idOf(client) && row.providerId === idOf(provider))?.state
    expect(between('lina', 'sofia')).toBe('accepted')
    expect(between('omar', 'sofia')).toBe('pending')
    const sent = await opened.database.orm.select().from(notices)
    const asked = sent.filter(({ kind: of }) => of === 'connection.requested')
    expect(asked.filter(({ readAt }) => readAt === null)).toMatchObject([
      { userId: idOf('sofia'), actorId: idOf('omar') },
    ])
    expect(() => idOf('nobody')).toThrow('Nobody invented is called nobody')
  })

  test('has chats of those who are connected, with an unread word, a trace and a file', async () => {
    const idOf = demoIds(today)
    const rows = await opened.database.orm.select().from(connections)
    const open = rows.filter(({ state }) => state === 'accepted')
    const pairs = new Set(open.map(({ clientId, providerId }) => `${clientId} ${providerId}`))
    const talking = await opened.database.orm.select().from(chats)
    expect(talking).toHaveLength(3)
    for (const { clientId, providerId, lastRev, id } of talking) {
      expect(pairs.has(`${clientId} ${providerId}`)).toBe(true)
      const written = await opened.database.orm.$count(messages, eq(messages.chatId, id))
      expect(lastRev).toBeGreaterThanOrEqual(written)
    }
    const lina = talking.find(({ clientId }) => clientId === idOf('lina'))
    expect(lina?.clientReadSeq).toBe((lina?.providerReadSeq ?? 0) - 1)
    expect(await opened.database.orm.$count(messages, isNotNull(messages.deletedAt))).toBe(1)
    expect(await opened.database.orm.select().from(chatFiles)).toMatchObject([
      { name: 'Sleep diary.pdf', attached: true },
    ])
  })

  test('gives each teenager two months of every tracker, with gaps, up to yesterday', async () => {
    const entries = await opened.database.orm.select().from(trackerEntries)
    const owners = new Set(entries.map(({ userId }) => userId))
    expect(owners.size).toBe(2)
    for (const owner of owners) {
      for (const type of trackerTypes) {
        const own = entries.filter((row) => row.userId === owner && row.trackerType === type)
        expect(own.length).toBeGreaterThan(40)
        expect(own.length).toBeLessThan(60)
        expect(new Set(own.map(({ score }) => score)).size).toBeGreaterThanOrEqual(3)
        const days = own.map(({ day }) => day).toSorted()
        expect(days[0]! >= addDays(today, -60) && days.at(-1)! < today).toBe(true)
      }
    }
    for (const { trackerType, answer, score } of entries) {
      expect(score).toBe(trackerScore(trackerType, answer))
    }
  })

  test('has prices, a bundle that lina bought of sofia, and sessions before and to come', async () => {
    const idOf = demoIds(today)
    const { rows: sellers } = await opened.database.pool.query(
      `select count(distinct provider_id)::int as count from pricing_plans`,
    )
    expect(sellers[0]?.count).toBeGreaterThanOrEqual(5)
    const { rows: bought } = await opened.database.pool.query(
      `select sessions, credits_left as left, status from payments where user_id = $1 and provider_id = $2`,
      [idOf('lina'), idOf('sofia')],
    )
    expect(bought).toEqual([{ sessions: 4, left: 1, status: 'paid' }])
    const { rows: sessions } = await opened.database.pool.query(
      `select starts_at > $2 as upcoming, ends_at - starts_at = interval '50 minutes' as fits
        from bookings where client_id = $1 order by starts_at`,
      [idOf('lina'), `${today}T12:00:00Z`],
    )
    expect(sessions).toEqual([
      { upcoming: false, fits: true },
      { upcoming: false, fits: true },
      { upcoming: true, fits: true },
    ])
  })

  test('has quests that were played, each with what it earned, and two that are shared', async () => {
    const idOf = demoIds(today)
    const rows = await opened.database.orm.select().from(questResponses)
    for (const { result, version, answers, points } of rows) {
      const quest = await questOf(result.type, version)
      expect(scoreQuest(quest, answers)).toEqual({ kind: 'scored', result })
      expect([points, result.risks]).toEqual([quest.count * 10, []])
    }
    for (const name of ['lina', 'omar']) {
      const own = rows.filter(({ userId }) => userId === idOf(name))
      const [user] = await opened.database.orm
        .select()
        .from(users)
        .where(eq(users.id, idOf(name)))
      expect(user?.score).toBe(own.reduce((sum, { points }) => sum + points, 0))
    }
    const shares = await opened.database.orm.select().from(questShares)
    expect(shares.map(({ providerId }) => providerId)).toEqual([idOf('sofia'), idOf('sofia')])
  })

  test('is the same on every machine', async () => {
    const again = await openTestDatabase(kind)
    await seed(again)
    const rows = (database: TestDatabase['database']) =>
      database.orm.select().from(trackerEntries).orderBy(trackerEntries.opId)
    expect(await rows(again.database)).toEqual(await rows(opened.database))
    await again.drop()
  })
})

test.each(demoPeople)('$email could have registered like anybody else', (person) => {
  const password = { password: demoPassword, confirmPassword: demoPassword }
  const fields = v.parse(registrationFieldsSchema, { ...person, ...password })
  expect(registrationProblems(person.userType, fields, today)).toEqual({})
})
