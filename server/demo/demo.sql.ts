import { sql } from 'drizzle-orm'
import { users } from '#server/db/schema/account.ts'
import { ormCommand } from '#server/db/statement.ts'

export const accountsLock = ormCommand(() => sql`lock table ${users} in exclusive mode`)
