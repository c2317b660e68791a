import { eq } from 'drizzle-orm'
import { openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/account.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import { addPerson } from '#tests/support/people.ts'
import { lina, teenEmail, teensPrepared } from './people.ts'

/** Run as a script with the data directory of a stopped server: adds young people who log in with Lina's password. */
const database = await openDatabase({
  dataDir: process.argv[2] ?? '',
  log: quietLog,
  onFatal: failTest,
})
const [model] = await database.orm.select().from(users).where(eq(users.email, lina.email))
if (!model) throw new Error('The demo people are not there')
for (let number = 1; number <= teensPrepared; number += 1) {
  const { passwordHash } = model
  await addPerson(database, { email: teenEmail(number), username: `teen-${number}`, passwordHash })
}
await database.close()
