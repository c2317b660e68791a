import { hash } from '@node-rs/argon2'
import { v7 as uuidv7 } from 'uuid'
import type { CallName } from '#contract/api.ts'
import { accountFailuresMax } from '#server/features/account/login-limits.ts'
import { argon2Cost } from '#server/features/account/passwords.ts'
import type { Database } from '#server/db/client.ts'
import type { AuthzRow } from '#tests/support/authz-rows.ts'
import { call } from '#tests/support/call.ts'
import { answerOf, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { goodPassword, registrationFields } from '#tests/support/registration.ts'

/** Where a row is tried: the running server, its database and who makes the call. */
export interface Stage {
  readonly origin: string
  readonly database: Database
  readonly row: AuthzRow
  /** Undefined for a caller without a session. */
  readonly actor: SignedIn | undefined
}

/** What came back, as far as a row can say something about it. */
export interface Outcome {
  readonly status: number
  readonly view?: string
}

/** How the rows of a call are tried, by the call's name in the contract: one without an entry does not compile. */
export const attempts: { readonly [K in CallName]: (stage: Stage) => Promise<Outcome> } = {
  login: tryLogin,
  registerAdolescent: tryRegister,
  getUser: tryGetUser,
  async logout({ origin, actor }) {
    return call(origin, 'logout', {}, { token: actor?.token })
  },
  async recordTracker({ origin, actor, row }) {
    const send = () => call(origin, 'recordTracker', { body: answerOf() }, { token: actor?.token })
    const first = await send()
    return row.relation === 'secondSameDay' ? send() : first
  },
  async checkTrackers({ origin, actor }) {
    return call(origin, 'checkTrackers', { query: {} }, { token: actor?.token })
  },
  async latestTrackerEntries({ origin, actor }) {
    const params = { type: 'Mood' as const }
    return call(origin, 'latestTrackerEntries', { params, query: {} }, { token: actor?.token })
  },
  pushOps: tryPush,
}

async function tryLogin({ origin, database, row, actor }: Stage): Promise<Outcome> {
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

async function tryRegister({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const name = uuidv7()
  const fields = registrationFields({
    email: `${name}@example.org`,
    username: name,
    ...(row.relation === 'under13' ? { birthDate: '2013-06-16' } : {}),
  })
  if (row.relation === 'pathUserTypeUnknown') {
    return fetch(`${origin}/api/auth/register/Wizard`, { method: 'POST', body: new FormData() })
  }
  const extra = row.relation === 'bodyRoleSuperAdmin' ? { role: 'superAdmin' } : {}
  const body = { ...fields, ...extra }
  const answer = await call(origin, 'registerAdolescent', { body }, { token: actor?.token })
  const { rows } = await database.pool.query('select role from users where username = $1', [name])
  const plain = rows.length === (answer.status === 201 ? 1 : 0) && !rows[0]?.role
  return plain ? answer : { status: 500 }
}

async function tryGetUser({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const id = ownObject(row) && actor ? actor.id : (await addObject(database, row)).id
  const answer = await call(origin, 'getUser', { params: { id } }, { token: actor?.token })
  return answer.status === 200 ? { status: 200, view: answer.reply.view } : answer
}

/** An operation that is refused by its own result counts as refused. */
async function tryPush({ origin, actor, row }: Stage): Promise<Outcome> {
  const push = async () => {
    const body = { ops: [wireOp(answerOf())] }
    const answer = await call(origin, 'pushOps', { body }, { token: actor?.token })
    if (answer.status !== 200) return answer
    const [result] = answer.reply.results
    if (result?.status === 'superseded') return { status: 409 }
    return { status: result?.status === 'rejected' && result.code === 'forbidden' ? 403 : 200 }
  }
  const first = await push()
  return row.relation === 'secondSameDay' ? push() : first
}

/** True where the object is the caller: an adolescent who looks at an Adolescent, as their own. */
function ownObject({ object, actor, relation }: AuthzRow): boolean {
  if (relation !== 'own') return false
  const owners: Record<string, readonly string[]> = {
    'an Adolescent': ['adolescent'],
    'a Parent': ['parent'],
    'a verified ServiceProvider': ['provider'],
    'an unverified ServiceProvider': ['provider', 'providerUnverified'],
  }
  return owners[object]?.includes(actor) ?? false
}

function addObject(database: Database, { object }: AuthzRow): Promise<SignedIn> {
  switch (object) {
    case 'an Adolescent':
      return addPerson(database)
    case 'a Parent':
      return addPerson(database, { userType: 'Parent' })
    case 'a verified ServiceProvider':
      return addPerson(database, { userType: 'ServiceProvider', verifiedAt: new Date(0) })
    case 'an unverified ServiceProvider':
      return addPerson(database, { userType: 'ServiceProvider' })
    default:
      throw new Error(`Nobody knows how to make ${object}`)
  }
}
