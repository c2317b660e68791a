import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { sessions, users } from '#server/db/schema/account.ts'
import { hashToken } from '#server/http/session/caller.ts'

export interface Person {
  readonly id: string
  readonly token: string
  readonly email: string
}

/** What a request of theirs carries. */
export function bearer({ token }: Person): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** What is stored already, in multiples of the smallest amount. */
export const scales = [1, 10, 100] as const
export type Scale = (typeof scales)[number]

/** At the smallest scale everybody has 12 answers: 3 days of four trackers. */
const daysAtScaleOne = 3

const dayMs = 86_400_000
const rowsPerInsert = 500

/** Adds people with a session each. */
export async function addPeople(
  { orm }: Database,
  count: number,
  passwordHash = 'nobody logs in with this',
): Promise<Person[]> {
  const people = Array.from({ length: count }, newPerson)
  for (let from = 0; from < count; from += rowsPerInsert) {
    const part = people.slice(from, from + rowsPerInsert)
    await orm.insert(users).values(part.map((person) => userRow(person, passwordHash)))
    await orm.insert(sessions).values(part.map(sessionRow))
  }
  return people
}

/**
 * Brings what these people have stored to a scale: answers older than the days that can still be answered, each
 * with its row in the ledger of operations. Says how many answers that is.
 */
export async function fillTo(
  database: Database,
  scale: Scale,
  people: readonly Person[],
): Promise<number> {
  const ids = people.map(({ id }) => id)
  await database.pool.query(
    `insert into tracker_entries (user_id, op_id, tracker_type, answer, score, day)
      select person, gen_random_uuid(), kind, 'normal', 3, current_date - 40 - back
      from unnest($1::uuid[]) person, unnest(array['Mood','Fitness','Sleep','Diet']) kind,
        generate_series(1, $2::int) back
      on conflict do nothing`,
    [ids, daysAtScaleOne * scale],
  )
  await database.pool.query(
    `insert into ledger_ops (user_id, op_id, body_hash, result)
      select user_id, op_id, sha256(op_id::text::bytea), '{}' from tracker_entries on conflict do nothing`,
  )
  await database.pool.query('vacuum analyze')
  return ids.length * 4 * daysAtScaleOne * scale
}

function newPerson(): Person {
  const id = uuidv7()
  return { id, token: randomBytes(32).toString('base64url'), email: `${id}@example.org` }
}

function userRow({ id, email }: Person, passwordHash: string): typeof users.$inferInsert {
  return {
    id,
    email,
    username: id,
    passwordHash,
    userType: 'Adolescent',
    firstname: 'Nour',
    lastname: 'Bench',
    birthDate: '2009-03-14' as LocalDate,
    gender: 'Female',
    country: 'Egypt',
    state: 'Giza',
    phoneNumber: '+201234567890',
    emailConfirmedAt: new Date(0),
  }
}

function sessionRow({ id, token }: Person): typeof sessions.$inferInsert {
  return {
    tokenHash: hashToken(token),
    id: uuidv7(),
    userId: id,
    expiresAt: new Date(Date.now() + 30 * dayMs),
  }
}
