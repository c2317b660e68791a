import { eq, sql } from 'drizzle-orm'
import { isUniqueViolation } from '#server/db/errors.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
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
