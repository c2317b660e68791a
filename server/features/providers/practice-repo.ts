import { eq } from 'drizzle-orm'
import type { Practice } from '#contract/providers/model.ts'
import type { Orm } from '#server/db/orm.ts'
import { providers } from '#server/db/schema/providers.ts'
import type { Authorized } from '#server/http/authorize.ts'

export const practiceColumns = {
  languages: providers.languages,
  seesMinors: providers.seesMinors,
  minorsClearedAt: providers.minorsClearedAt,
  reviewedAt: providers.reviewedAt,
}

/** What leaves with a provider's profile, of their line in the directory. */
export type PracticeFacts = Pick<typeof providers.$inferSelect, keyof typeof practiceColumns>

/** Undefined for whoever is no care provider. */
export async function practiceOf(orm: Orm, userId: string): Promise<PracticeFacts | undefined> {
  return (await orm.select(practiceColumns).from(providers).where(eq(providers.userId, userId)))[0]
}

/** Undefined for whoever is no care provider. */
export async function updatePractice(
  orm: Orm,
  own: Authorized<{ readonly userId: string }>,
  { seesMinors, languages }: Practice,
): Promise<PracticeFacts | undefined> {
  const change = {
    ...(seesMinors === undefined ? {} : { seesMinors }),
    ...(languages === undefined ? {} : { languages }),
  }
  if (Object.keys(change).length === 0) return practiceOf(orm, own.userId)
  const mine = eq(providers.userId, own.userId)
  return (await orm.update(providers).set(change).where(mine).returning(practiceColumns))[0]
}
