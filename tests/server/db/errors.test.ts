import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  databaseErrorFacts,
  isDatabaseAway,
  isUniqueViolation,
  violatedForeignKey,
  violatedUnique,
} from '#server/db/errors.ts'
import { sessions } from '#server/db/schema/account.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const nobody = '00000000-0000-7000-8000-000000000000'

describe.each(databasesUnderTest('both'))('errors of drizzle on %s', (kind) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    await opened.database.orm.insert(rateLimits).values({ key: 'secret-key' })
  })
  afterAll(() => opened.drop())

  function refusal(query: Promise<unknown>): Promise<unknown> {
    return query.then(
      () => undefined,
      (error: unknown) => error,
    )
  }

  test('name the unique constraint that refused', async () => {
    const { orm } = opened.database
    const error = await refusal(orm.insert(rateLimits).values({ key: 'secret-key' }).execute())
    expect(violatedUnique(error)).toBe('rate_limits_pkey')
    expect(isUniqueViolation(error, 'rate_limits_pkey')).toBe(true)
    expect(isUniqueViolation(error, 'users_email_key')).toBe(false)
    expect(isDatabaseAway(error)).toBe(false)
  })

  test('name the foreign key that refused', async () => {
    const session = { tokenHash: 'x', id: nobody, userId: nobody, expiresAt: new Date(0) }
    const error = await refusal(opened.database.orm.insert(sessions).values(session).execute())
    expect(violatedForeignKey(error)).toBe('sessions_user_id_users_id_fk')
    expect(violatedUnique(error)).toBeUndefined()
  })

  test('can be logged without what the person wrote', async () => {
    const { orm } = opened.database
    const error = await refusal(orm.insert(rateLimits).values({ key: 'secret-key' }).execute())
    const facts = databaseErrorFacts(error)
    expect(facts).toMatchObject({ code: '23505', constraint: 'rate_limits_pkey' })
    expect(JSON.stringify(facts)).not.toContain('secret-key')
    expect(String(error)).toContain('secret-key')
  })
})

describe('an error says that the database is away', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code })

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    '25P03',
    '57P01',
    '57P03',
    '08006',
    '53300',
    '25006',
    '53100',
  ])('by code %s', (code) => {
    expect(isDatabaseAway(coded(code))).toBe(true)
  })

  test('as the cause of another error, and as one of several addresses tried', () => {
    expect(isDatabaseAway(new Error('Failed query', { cause: coded('57P01') }))).toBe(true)
    const tried = new AggregateError([coded('EADDRNOTAVAIL'), coded('ECONNREFUSED')])
    expect(isDatabaseAway(new Error('Failed query', { cause: tried }))).toBe(true)
  })

  test.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])(
    'by the driver message "%s"',
    (message) => {
      expect(isDatabaseAway(new Error(message))).toBe(true)
    },
  )

  test('and by nothing else', () => {
    const circular = new Error('round and round')
    circular.cause = circular
    for (const other of [circular, coded('23505'), coded('42601'), null, 'ECONNREFUSED', {}]) {
      expect(isDatabaseAway(other)).toBe(false)
    }
  })
})
