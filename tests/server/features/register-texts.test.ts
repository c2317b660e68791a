import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordRule } from '#contract/account/credentials.ts'
import type { UserType } from '#contract/account/model.ts'
import { users } from '#server/db/schema/account.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { providerRegistration, registration } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const everybody = ['Adolescent', 'Parent', 'ServiceProvider'] as const
const adults = ['Parent', 'ServiceProvider'] as const
const young = ['Adolescent'] as const

/** Spec 5: what is wrong with a registration, for whom, and the text at its field. The tests' day is 2026-06-15. */
const rules: readonly [readonly UserType[], object, Record<string, string>][] = [
  [everybody, { email: 'nobody' }, { email: 'Invalid email format' }],
  [everybody, { email: 'no body@example.org' }, { email: 'Invalid email format' }],
  [everybody, { email: undefined }, { email: 'Invalid email format' }],
  [everybody, { username: 'ab' }, { username: 'Username must be at least 3 characters' }],
  [everybody, { firstname: ' ' }, { firstname: 'First name is required' }],
  [everybody, { lastname: undefined }, { lastname: 'Last name is required' }],
  [everybody, both('Short1!'), { password: passwordRule }],
  [everybody, both('no-upper-1'), { password: passwordRule }],
  [everybody, both('NO-LOWER-1'), { password: passwordRule }],
  [everybody, both('No-digits!'), { password: passwordRule }],
  [everybody, both('NoSpecial12'), { password: passwordRule }],
  [everybody, { confirmPassword: 'Right-Pass2!' }, { confirmPassword: 'Passwords do not match' }],
  [everybody, { birthDate: '' }, { birthDate: 'birthDate is required' }],
  [everybody, { birthDate: '2026-06-16' }, { birthDate: 'Birth date cannot be in the future' }],
  [young, { birthDate: '2013-06-16' }, { birthDate: 'You must be at least 13 years old' }],
  [
    young,
    { birthDate: '2013-01-01' },
    { birthDate: 'Birth date must be on or before December 31, 2012' },
  ],
  [
    young,
    { birthDate: '1996-12-31' },
    { birthDate: 'Birth date must be on or after January 1, 1997' },
  ],
  [adults, { birthDate: '2008-06-16' }, { birthDate: 'You must be at least 18 years old' }],
  [
    adults,
    { birthDate: '1924-12-31' },
    { birthDate: 'Birth date must be on or after January 1, 1925' },
  ],
  [everybody, { gender: 'Other' }, { gender: 'gender is required' }],
  [everybody, { country: 'Atlantis' }, { country: 'country is required' }],
  [everybody, { state: '' }, { state: 'state is required' }],
  [everybody, { state: 'Ontario' }, { state: 'state is required' }],
  [everybody, { phoneNumber: '' }, { phoneNumber: 'phoneNumber is required' }],
  [everybody, { phoneNumber: '+20 123' }, { phoneNumber: 'Egypt phone number must be 10 digits' }],
  [
    everybody,
    { country: 'Canada', state: 'Ontario', phoneNumber: '+1 123' },
    { phoneNumber: 'USA/Canada phone number must be 10 digits' },
  ],
  [['ServiceProvider'], { specialization: 'Wizard' }, { specialization: 'Invalid specialization' }],
  [
    ['ServiceProvider'],
    { specialization: undefined },
    { specialization: 'specialization is required' },
  ],
  [['ServiceProvider'], { specialization: '' }, { specialization: 'specialization is required' }],
]
const cases = rules.flatMap(([types, given, fields]) =>
  types.map((type) => [type, given, fields] as const),
)

describe.each(databasesUnderTest())('a registration of a kind that is not taken, on %s', (kind) => {
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

  test.each(cases)('as %s with %j says %j, and stores nothing', async (type, given, fields) => {
    const { status, problem } = await register(type, given)
    expect([status, problem.code, problem.fields]).toEqual([400, 'invalid_input', fields])
    expect(await open.database.orm.$count(users)).toBe(0)
  })

  test('is told from one of the last day that is taken', async () => {
    expect((await register('Adolescent', { birthDate: '2012-12-31' })).status).toBe(201)
    const parent = { birthDate: '2008-06-15', email: 'p@example.org', username: 'parent' }
    expect((await register('Parent', parent)).status).toBe(201)
  })

  function register(type: UserType, given: object) {
    switch (type) {
      case 'Adolescent':
        return call(server.origin, 'registerAdolescent', changed(registration(), given))
      case 'Parent': {
        const input = registration({ birthDate: '1990-05-05' })
        return call(server.origin, 'registerParent', changed(input, given))
      }
      case 'ServiceProvider':
        return call(
          server.origin,
          'registerServiceProvider',
          changed(providerRegistration(), given),
        )
    }
  }
})

function changed<I extends { body: object }>(input: I, given: object): I {
  return { ...input, body: { ...input.body, ...given } }
}

function both(password: string) {
  return { password, confirmPassword: password }
}
