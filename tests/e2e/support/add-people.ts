import { eq, isNull } from 'drizzle-orm'
import { addDays, type LocalDate, utcDate } from '#contract/local-date.ts'
import { openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/account.ts'
import { providers } from '#server/db/schema/providers.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import { addPerson, type UserRow } from '#tests/support/people.ts'
import {
  boss,
  lina,
  parentEmail,
  prepared,
  providerEmail,
  providerSpecialty,
  teenEmail,
} from './people.ts'

/** Run as a script with the data directory of a stopped server: adds people who log in with Lina's password. */
const database = await openDatabase({
  dataDir: process.argv[2] ?? '',
  log: quietLog,
  onFatal: failTest,
})
const [model] = await database.orm.select().from(users).where(eq(users.email, lina.email))
if (!model) throw new Error('The demo people are not there')
const { passwordHash } = model
const grown = {
  userType: 'Parent',
  birthDate: model.birthDate.replace(/^\d+/, '1980') as LocalDate,
} as const
/** Fifteen, on whatever day. */
const young = { birthDate: addDays(utcDate(Date.now()), -15 * 366) }

for (const number of upTo(prepared.teens)) {
  const username = `teen-${number}`
  await add({ email: teenEmail(number), username, lastname: `Teen ${number}`, ...young })
}
for (const number of upTo(prepared.parents)) {
  const username = `parent-${number}`
  await add({ email: parentEmail(number), username, lastname: `Parent ${number}`, ...grown })
}
for (const number of upTo(prepared.providers)) {
  await add({
    email: providerEmail(number),
    username: `provider-${number}`,
    // As long as all others, so that lists have them in the order in which they are handed out.
    lastname: `Provider ${String(number).padStart(3, '0')}`,
    userType: 'ServiceProvider',
    specialization: providerSpecialty(number),
    verifiedAt: new Date(),
    birthDate: grown.birthDate,
  })
}
// As after a review: where one is asked for, a server takes back a clearance that none has given.
await database.orm
  .update(providers)
  .set({ reviewedAt: new Date() })
  .where(isNull(providers.reviewedAt))
await add({ email: boss.email, username: 'boss', role: 'superAdmin', ...grown })
await database.close()

async function add(person: Partial<UserRow>): Promise<void> {
  await addPerson(database, { passwordHash, ...person })
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
