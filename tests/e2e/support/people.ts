import type { UserPayload } from '#contract/account/model.ts'
import { demoPassword } from '#server/db/demo-people.ts'
import { call } from '#tests/support/call.ts'

/** What somebody types into the login form. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Demo people, made with the database: Lina has two months of tracker entries. */
export const lina: Credentials = { email: 'lina@zync.example', password: demoPassword }
export const mona: Credentials = { email: 'mona@zync.example', password: demoPassword }
export const sofia: Credentials = { email: 'sofia@zync.example', password: demoPassword }

/** Somebody with a session of their own at the server. */
export interface Member extends Credentials {
  readonly id: string
  readonly token: string
  readonly user: UserPayload
}

/** How many young people without any entry every data directory has. */
export const teensPrepared = 150

export function teenEmail(number: number): string {
  return `teen-${number}@example.org`
}

/** How many of them each server's tests have had. */
const handedOut = new Map<string, number>()

/** A young person whom no other test of this server knows and who has not answered anything yet. */
export async function newTeen(origin: string): Promise<Member> {
  const number = (handedOut.get(origin) ?? 0) + 1
  handedOut.set(origin, number)
  return await openSession(origin, { email: teenEmail(number), password: demoPassword })
}

/** A session at the server, opened by the API alone. */
export async function openSession(origin: string, who: Credentials): Promise<Member> {
  const { email, password } = who
  const { reply } = await call(origin, 'login', { body: { email, password } })
  const { token, userPayload } = reply
  return { email, password, token, id: userPayload._id, user: userPayload }
}
