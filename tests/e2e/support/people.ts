import type { UserPayload } from '#contract/account/model.ts'
import type { Specialty } from '#contract/reference/specialties.ts'
import { demoPassword } from '#server/demo/load.ts'
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

/** A superAdmin. */
export const boss: Credentials = { email: 'boss@example.org', password: demoPassword }

/** How many people of each kind every data directory has for the tests: they have not done anything yet. */
export const prepared = { teens: 150, parents: 20, providers: 180 } as const

export function teenEmail(number: number): string {
  return `teen-${number}@example.org`
}

export function parentEmail(number: number): string {
  return `parent-${number}@example.org`
}

export function providerEmail(number: number): string {
  return `provider-${number}@example.org`
}

/** Three specialties in turn, whose lists tests look at, and behind those one for tests that look at no list. */
const listedSpecialties = [
  'Psychotherapist',
  'Parenting Coach',
  'Family Constellation Therapist',
] as const satisfies Specialty[]
const unlistedSpecialty = 'Art Therapist' satisfies Specialty
type PreparedSpecialty = (typeof listedSpecialties)[number] | typeof unlistedSpecialty
/** A list of more than these is not drawn whole at once. */
const listedMax = 90

export function providerSpecialty(number: number): PreparedSpecialty {
  if (number > listedMax) return unlistedSpecialty
  return listedSpecialties[number % listedSpecialties.length] ?? 'Psychotherapist'
}

/** How many of each kind each server's tests have had. */
const handedOut = new Map<string, number>()

function nextNumber(origin: string, kind: string, most: number): number {
  const key = `${kind} ${origin}`
  const number = (handedOut.get(key) ?? 0) + 1
  if (number > most) throw new Error(`All ${most} of '${kind}' are handed out: prepare more people`)
  handedOut.set(key, number)
  return number
}

/** A young person whom no other test of this server knows and who has not answered anything yet. */
export async function newTeen(origin: string): Promise<Member> {
  return await openPrepared(origin, teenEmail(nextNumber(origin, 'teen', prepared.teens)))
}

/** A parent whom no other test of this server knows. */
export async function newParent(origin: string): Promise<Member> {
  return await openPrepared(origin, parentEmail(nextNumber(origin, 'parent', prepared.parents)))
}

/**
 * A verified care provider whom no other test of this server knows, and who sees people of every age. A test that looks
 * at a list of providers names the specialty.
 */
export async function newProvider(
  origin: string,
  specialty: PreparedSpecialty = unlistedSpecialty,
): Promise<Member> {
  const turn = listedSpecialties.findIndex((listed) => listed === specialty)
  if (turn < 0) {
    const next = nextNumber(origin, specialty, prepared.providers - listedMax)
    return await openPrepared(origin, providerEmail(listedMax + next))
  }
  const next = nextNumber(origin, specialty, listedMax / listedSpecialties.length)
  return await openPrepared(origin, providerEmail((next - (turn === 0 ? 0 : 1)) * 3 + turn))
}

async function openPrepared(origin: string, email: string): Promise<Member> {
  return await openSession(origin, { email, password: demoPassword })
}

export function nameOf({ user }: Member): string {
  return `${user.firstname} ${user.lastname}`
}

/** A session at the server, opened by the API alone. */
export async function openSession(origin: string, who: Credentials): Promise<Member> {
  const { email, password } = who
  const { reply } = await call(origin, 'login', { body: { email, password } })
  const { token, userPayload } = reply
  return { email, password, token, id: userPayload._id, user: userPayload }
}
