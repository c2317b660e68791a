import { v7 as uuidv7 } from 'uuid'
import type { UserPayload } from '#contract/account/model.ts'
import { demoPassword } from '#server/db/demo-people.ts'
import { call } from '#tests/support/call.ts'
import { goodPassword, registrationFields } from '#tests/support/registration.ts'

/** What somebody types into the login form. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Demo people, made with the database: Lina and Omar have two months of tracker entries. */
export const lina: Credentials = { email: 'lina@zync.example', password: demoPassword }
export const omar: Credentials = { email: 'omar@zync.example', password: demoPassword }
export const mona: Credentials = { email: 'mona@zync.example', password: demoPassword }
export const sofia: Credentials = { email: 'sofia@zync.example', password: demoPassword }

/** Somebody with a session of their own at the server. */
export interface Member extends Credentials {
  readonly id: string
  readonly token: string
  readonly user: UserPayload
}

/** A young person who has just registered and has not answered anything yet. */
export async function newTeen(origin: string): Promise<Member> {
  const name = uuidv7()
  const fields = registrationFields({ email: `${name}@example.org`, username: name })
  const headers = { 'x-forwarded-for': someAddress() }
  const { status } = await call(origin, 'registerAdolescent', { body: fields }, { headers })
  if (status !== 201) throw new Error(`Registered with ${status}`)
  return await openSession(origin, { email: fields.email, password: goodPassword })
}

/** A session at the server, opened by the API alone. */
export async function openSession(origin: string, who: Credentials): Promise<Member> {
  const { email, password } = who
  const { reply } = await call(origin, 'login', { body: { email, password } })
  const { token, userPayload } = reply
  return { email, password, token, id: userPayload._id, user: userPayload }
}

/** Registrations are limited by address; the tests' people live in many places. */
function someAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1
  return `10.${part()}.${part()}.${part()}`
}
