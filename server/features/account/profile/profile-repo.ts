import { eq, and, isNotNull, isNull, sql } from 'drizzle-orm'
import pg from 'pg'
import * as v from 'valibot'
import { mediaTypes, type FileKind } from '#contract/file-rule.ts'
import type { Practice } from '#contract/providers/model.ts'
import { againAfterDeadlock, type Orm, type Transaction, ormOn } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import {
  paperNames,
  providerPapers,
  type PaperName,
  providers,
} from '#server/db/schema/providers.ts'
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
    async change(
      own: OwnRecord,
      fields: Pick<UserRow, 'bio'> | Pick<UserRow, 'shareScore'> | Pick<UserRow, 'language'>,
    ): Promise<UserRow | undefined> {
      const mine = eq(users.id, own.userId)
      return (await orm.update(users).set(fields).where(mine).returning())[0]
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
     * them, and goes first: what it reads of theirs is still there. It is called again where the transaction is done anew: the
     * person's row is locked before what hangs on it, and whoever books or writes locks those the other way round.
     */
    async deleteUser(
      own: OwnRecord,
      alongside: (
        tx: Transaction,
        files: { profileImg: string | null; paperKeys: string[] },
      ) => Promise<void>,
    ): Promise<void> {
      await againAfterDeadlock(() =>
        orm.transaction(async (tx) => {
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
        }),
      )
    },
  }
}

export const practiceColumns = {
  languages: providers.languages,
  seesMinors: providers.seesMinors,
  minorsClearedAt: providers.minorsClearedAt,
  minorsAskedAt: providers.minorsAskedAt,
  reviewedAt: providers.reviewedAt,
}

/** What leaves with a provider's profile, of their line in the directory. */
export type PracticeFacts = Pick<typeof providers.$inferSelect, keyof typeof practiceColumns> & {
  /** What they sent along to be reviewed; absent where a list reads many providers. */
  readonly papers?: readonly PaperFact[]
}

/** That a paper is there, and what it is. */
export interface PaperFact {
  readonly paper: PaperName
  readonly kind: FileKind
}

const fileKinds = Object.keys(mediaTypes) as FileKind[]

/** Named in full: a statement of one table leaves the table's name out of its columns. */
const factsColumns = {
  ...practiceColumns,
  papers: sql`(select coalesce(json_agg(json_build_object('paper', paper, 'kind', kind)), '[]')
    from provider_papers where provider_papers.user_id = providers.user_id)`.mapWith(
    v.parser(v.array(v.object({ paper: v.picklist(paperNames), kind: v.picklist(fileKinds) }))),
  ),
}

/** When something is said, and whether a superAdmin reviews it here. */
export interface Saying {
  readonly at: Date
  readonly reviewProviders: boolean
}

/** Undefined for whoever is no care provider. */
export async function practiceOf(
  orm: Pick<Orm, 'select'>,
  userId: string,
): Promise<PracticeFacts | undefined> {
  return (await orm.select(factsColumns).from(providers).where(eq(providers.userId, userId)))[0]
}

/** What a new provider's line says of minors: where nobody reviews saying so is enough, elsewhere it waits for the review. */
export function newPractice({ seesMinors, at, reviewProviders }: Saying & { seesMinors: boolean }) {
  return {
    seesMinors,
    minorsClearedAt: seesMinors && !reviewProviders ? at : null,
    minorsAskedAt: seesMinors && reviewProviders ? at : null,
  }
}

/** In a transaction of `Clearance.changing`. Undefined for whoever is no care provider. */
export async function updatePractice(
  client: pg.PoolClient,
  own: Authorized<{ readonly userId: string }>,
  { seesMinors, languages }: Practice,
  saying: Saying,
): Promise<PracticeFacts | undefined> {
  const change = {
    ...(seesMinors === undefined ? {} : saidOfMinors(seesMinors, saying)),
    ...(languages === undefined ? {} : { languages }),
  }
  const tx = ormOn(client)
  if (Object.keys(change).length === 0) return practiceOf(tx, own.userId)
  const mine = eq(providers.userId, own.userId)
  return (await tx.update(providers).set(change).where(mine).returning(factsColumns))[0]
}

/**
 * Takes back every clearance that no review has given, and has its provider asked for instead: for a start of a server
 * that reviews, on a database of one that did not.
 */
export async function revokeUnreviewed(orm: Orm, at: Date): Promise<void> {
  await orm
    .update(providers)
    .set({
      minorsClearedAt: null,
      minorsAskedAt: sql`case when ${providers.seesMinors} then ${at.toISOString()}::timestamptz end`,
    })
    .where(and(isNotNull(providers.minorsClearedAt), isNull(providers.reviewedAt)))
}

/** A clearance that a review has given. */
const reviewed = sql`case when ${providers.reviewedAt} is not null then ${providers.minorsClearedAt} end`

/** The change in one statement, by what the row says at that moment: a review at the same time is not undone by it. */
function saidOfMinors(seesMinors: boolean, { at, reviewProviders }: Saying) {
  if (!seesMinors) return { seesMinors, minorsClearedAt: reviewed, minorsAskedAt: null }
  const now = sql`${at.toISOString()}::timestamptz`
  if (!reviewProviders) {
    const cleared = sql`coalesce(${providers.minorsClearedAt}, ${now})`
    return { seesMinors, minorsClearedAt: cleared, minorsAskedAt: null }
  }
  // Whoever says it again while it is answered, along with their languages, does not ask again.
  const asked = sql`case when ${reviewed} is not null then null
    when ${providers.seesMinors} then ${providers.minorsAskedAt} else ${now} end`
  return { seesMinors, minorsClearedAt: reviewed, minorsAskedAt: asked }
}

export type PaperRow = typeof providerPapers.$inferSelect

export type NewPaper = Pick<PaperRow, 'paper' | 'blobKey' | 'kind' | 'bytes'>

export type PapersRepo = ReturnType<typeof createPapersRepo>

/** Reads of `provider_papers`. */
export function createPapersRepo(orm: Orm) {
  return {
    async paperOf(userId: string, paper: PaperName): Promise<PaperRow | undefined> {
      const rows = await orm
        .select()
        .from(providerPapers)
        .where(and(eq(providerPapers.userId, userId), eq(providerPapers.paper, paper)))
      return rows[0]
    },
  }
}
