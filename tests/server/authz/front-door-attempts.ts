import { hash } from '@node-rs/argon2'
import { v7 as uuidv7 } from 'uuid'
import type { UserType } from '#contract/account/model.ts'
import { accountFailuresMax } from '#server/features/account/sign-in/login-limits.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { addPerson } from '#tests/support/people.ts'
import { goodPassword, providerRegistration, registration } from '#tests/support/registration.ts'
import type { Attempt, Outcome, Stage } from './stage.ts'

export async function tryLogin({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const passwordHash = await hash(goodPassword, argon2Cost)
  const suspendedAt = row.relation === 'accountSuspended' ? new Date(0) : null
  const { user } = await addPerson(database, { passwordHash, suspendedAt })
  const login = (password: string) =>
    call(origin, 'login', { body: { email: user.email, password } }, { token: actor?.token })
  if (row.relation === 'throttled') {
    for (let guess = 0; guess < accountFailuresMax; guess += 1) await login('Wrong-Pass1!')
  }
  return login(goodPassword)
}

const birthDates: Readonly<Record<string, string>> = {
  under13: '2013-06-16',
  providerUnder18: '2009-06-16',
}
const adultBirthDate = '1990-05-05'

/** Registers as a type; whatever the row says, the account that comes of it is plain, and none comes of a refusal. */
export function tryRegister(type: UserType): Attempt {
  return async ({ origin, database, row, actor }) => {
    const name = uuidv7()
    if (row.relation === 'pathUserTypeUnknown') {
      return fetch(`${origin}/api/auth/register/Wizard`, { method: 'POST', body: new FormData() })
    }
    const birthDate =
      birthDates[row.relation] ?? (type === 'Adolescent' ? '2010-05-05' : adultBirthDate)
    const extra = row.relation === 'bodyRoleSuperAdmin' ? { role: 'superAdmin' } : {}
    const given = { email: `${name}@example.org`, username: name, birthDate, ...extra }
    const options = { token: actor?.token }
    const answer = await sendRegistration(origin, type, given, options)
    const { rows } = await database.pool.query(
      'select role, user_type, verified_at from users where username = $1',
      [name],
    )
    const [made] = rows
    const plain = !made || (!made.role && !made.verified_at && made.user_type === type)
    return plain && rows.length === (answer.status === 201 ? 1 : 0) ? answer : { status: 500 }
  }
}

function sendRegistration(
  origin: string,
  type: UserType,
  given: Parameters<typeof registration>[0],
  options: { token: string | undefined },
): Promise<{ status: number }> {
  switch (type) {
    case 'Adolescent':
      return call(origin, 'registerAdolescent', registration(given), options)
    case 'Parent':
      return call(origin, 'registerParent', registration(given), options)
    case 'ServiceProvider':
      return call(origin, 'registerServiceProvider', providerRegistration(given), options)
  }
}
