import { eq, sql } from 'drizzle-orm'
import { isUniqueViolation } from '#server/db/errors.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { passwordResets, users } from '#server/db/schema/account.ts'
import { providerPapers } from '#server/db/schema/providers.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { NewPaper } from './profile/profile-repo.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert
export type Credentials = Pick<
  UserRow,
  'id' | 'email' | 'userType' | 'role' | 'firstname' | 'lastname' | 'passwordHash' | 'suspendedAt'
>
export type AccountRepo = ReturnType<typeof createAccountRepo>

export async function personById(orm: Orm, id: string): Promise<UserRow | undefined> {
  return (await orm.select().from(users).where(eq(users.id, id)))[0]
}

/**
 * Sets another address as long as the one before is not confirmed; `alongside` belongs to the same transaction. The
 * codes for a new password that were mailed to the one before end: whoever has them does not read the new one.
 */
export async function changeEmail(
  orm: Orm,
  own: Authorized<{ readonly userId: string }>,
  given: { email: string; provenHash: string },
  alongside: (tx: Transaction) => Promise<void>,
): Promise<UserRow | 'email_taken' | 'confirmed' | 'gone'> {
  const mine = eq(users.id, own.userId)
  try {
    return await orm.transaction(async (tx) => {
      // Before what hangs on it, as a finished reset locks them.
      const [before] = await tx.select().from(users).where(mine).for('update')
      if (before?.passwordHash !== given.provenHash) return 'gone'
      if (before.emailConfirmedAt) return before.email === given.email ? before : 'confirmed'
      const set = { email: given.email }
      const [after = before] = await tx.update(users).set(set).where(mine).returning()
      await tx.delete(passwordResets).where(eq(passwordResets.userId, own.userId))
      await alongside(tx)
      return after
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) return 'email_taken'
    throw error
  }
}

/** Reads and writes of `users`. E-mail and username are compared without regard to case. */
export function createAccountRepo(orm: Orm) {
  const credentials = orm
    .select({
      id: users.id,
      email: users.email,
      userType: users.userType,
      role: users.role,
      firstname: users.firstname,
      lastname: users.lastname,
      passwordHash: users.passwordHash,
      language: users.language,
      suspendedAt: users.suspendedAt,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql.placeholder('email')))
    .prepare('account_credentials')
  const person = orm
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account_person')

  return {
    async credentialsOf(
      email: string,
    ): Promise<(Credentials & Pick<UserRow, 'language'>) | undefined> {
      return (await credentials.execute({ email: email.toLowerCase() }))[0]
    },
    async userById(id: string): Promise<UserRow | undefined> {
      return (await person.execute({ id }))[0]
    },
    /** `alongside` belongs to the same transaction: all of it happens, or nothing. */
    async insertUser(
      user: Authorized<NewUser>,
      papers: readonly NewPaper[] = [],
      alongside: (tx: Transaction) => Promise<void> = async () => undefined,
    ): Promise<'inserted' | 'email_taken' | 'username_taken'> {
      try {
        await orm.transaction(async (tx) => {
          await tx.insert(users).values(user)
          if (papers.length > 0) {
            await tx
              .insert(providerPapers)
              .values(papers.map((paper) => ({ ...paper, userId: user.id })))
          }
          await alongside(tx)
        })
        return 'inserted'
      } catch (error) {
        if (isUniqueViolation(error, 'users_email_key')) return 'email_taken'
        if (isUniqueViolation(error, 'users_username_key')) return 'username_taken'
        throw error
      }
    },
  }
}
