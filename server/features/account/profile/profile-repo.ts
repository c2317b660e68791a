import { eq } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { providerPapers } from '#server/db/schema/papers.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { UserRow } from '../repo.ts'

/** Whose record is changed. */
export type OwnRecord = Authorized<{ readonly userId: string }>
export type ProfileRepo = ReturnType<typeof createProfileRepo>

/** Changes that people make to their own row, and its end. */
export function createProfileRepo(orm: Orm) {
  return {
    async userByImage(file: string): Promise<UserRow | undefined> {
      return (await orm.select().from(users).where(eq(users.profileImg, file)))[0]
    },

    /** The row as it is now; undefined for somebody who was deleted meanwhile. */
    async setBio(own: OwnRecord, bio: string): Promise<UserRow | undefined> {
      const rows = await orm.update(users).set({ bio }).where(eq(users.id, own.userId)).returning()
      return rows[0]
    },

    /** The row as it is now; undefined for somebody who was deleted meanwhile. */
    async setSharing(
      own: OwnRecord,
      { shareScore }: { shareScore: boolean },
    ): Promise<UserRow | undefined> {
      const mine = eq(users.id, own.userId)
      return (await orm.update(users).set({ shareScore }).where(mine).returning())[0]
    },

    /** `alongside` gets the file name that the new one replaces, and belongs to the same transaction. */
    async setImage(
      own: OwnRecord,
      profileImg: string,
      alongside: (tx: Transaction, replaced: string | null) => Promise<void>,
    ): Promise<UserRow | undefined> {
      return orm.transaction(async (tx) => {
        const mine = eq(users.id, own.userId)
        const [before] = await tx
          .select({ profileImg: users.profileImg })
          .from(users)
          .where(mine)
          .for('update')
        const [after] = await tx.update(users).set({ profileImg }).where(mine).returning()
        if (before && after) await alongside(tx, before.profileImg)
        return after
      })
    },

    /**
     * Deletes the account; every table that knows the person follows. `alongside` gets what the blob store holds of
     * them, and goes first: what it reads of theirs is still there.
     */
    async deleteUser(
      own: OwnRecord,
      alongside: (
        tx: Transaction,
        files: { profileImg: string | null; paperKeys: string[] },
      ) => Promise<void>,
    ): Promise<void> {
      await orm.transaction(async (tx) => {
        const [user] = await tx
          .select({ profileImg: users.profileImg })
          .from(users)
          .where(eq(users.id, own.userId))
          .for('update')
        if (!user) return
        const papers = await tx
          .select({ blobKey: providerPapers.blobKey })
          .from(providerPapers)
          .where(eq(providerPapers.userId, own.userId))
        const paperKeys = papers.map(({ blobKey }) => blobKey)
        await alongside(tx, { profileImg: user.profileImg, paperKeys })
        await tx.delete(users).where(eq(users.id, own.userId))
      })
    },
  }
}
