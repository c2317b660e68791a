import { sql } from 'drizzle-orm'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { Database } from './client.ts'
import { demoHistory, historyDays } from './demo-history.ts'
import { demoPassword, demoPeople, type DemoPerson } from './demo-people.ts'
import { demoRandom } from './demo-random.ts'
import type { Orm } from './orm.ts'
import { users } from './schema/account.ts'
import { trackerEntries } from './schema/trackers.ts'

/**
 * Fills an empty database with invented people, so that a first look shows something; a database that knows
 * anybody is left as it is. The same `today` gives the same rows everywhere.
 */
export async function seedDemo(
  database: Database,
  options: { today: LocalDate; hashPassword: (password: string) => Promise<string> },
): Promise<'seeded' | 'not_empty'> {
  if (await hasUsers(database.orm)) return 'not_empty'
  const people: { person: DemoPerson; passwordHash: string }[] = []
  for (const person of demoPeople) {
    people.push({ person, passwordHash: await options.hashPassword(demoPassword) })
  }

  return database.orm.transaction(async (tx) => {
    // Processes that start together, or a person who registers meanwhile, wait here or are seen below.
    await tx.execute(sql`lock table ${users} in exclusive mode`)
    if (await hasUsers(tx)) return 'not_empty'
    const made = people.map((each) => demoRows(each, options.today))
    await tx.insert(users).values(made.map(({ user }) => user))
    await tx.insert(trackerEntries).values(made.flatMap(({ entries }) => entries))
    return 'seeded'
  })
}

async function hasUsers(orm: Pick<Orm, 'select'>): Promise<boolean> {
  const found = await orm.select({ id: users.id }).from(users).limit(1)
  return found.length > 0
}

function demoRows(about: { person: DemoPerson; passwordHash: string }, today: LocalDate) {
  const { person, passwordHash } = about
  const random = demoRandom(person.email)
  const joinedAt = new Date(`${addDays(today, -historyDays)}T06:00:00Z`)
  const id = random.idAt(joinedAt)
  const verifiedAt = person.userType === 'ServiceProvider' ? joinedAt : null
  return {
    user: { ...person, id, passwordHash, verifiedAt, createdAt: joinedAt },
    entries: person.userType === 'Adolescent' ? demoHistory(id, today, random) : [],
  }
}
