import { sql } from 'drizzle-orm'
import { users } from './schema/account.ts'
import { ormCommand } from './statement.ts'

/** Nobody registers until the transaction ends. */
export const accountsLock = ormCommand(() => sql`lock table ${users} in exclusive mode`)

/*
 * The rules about two people as conditions of a query, for the lists that cannot ask about one pair after another.
 * `features/connections/repo.ts` decides by the same ones. Each takes the names under which the query knows rows of `users`.
 */

/** A care provider whom members find: reviewed, and not suspended. */
export function isListed(provider: string): string {
  return `(${provider}.user_type = 'ServiceProvider' and ${provider}.verified_at is not null
    and ${provider}.suspended_at is null)`
}

/** Nobody writes to or as somebody suspended, or a provider who is not verified. */
export function isUnavailable(person: string): string {
  return `(${person}.suspended_at is not null
    or (${person}.user_type = 'ServiceProvider' and ${person}.verified_at is null))`
}

/** A provider sees people under 18 while they are listed, say so themself, and a review has cleared them for it. */
export function seesMinors(provider: string): string {
  return `(${isListed(provider)} and exists (select 1 from providers
    where providers.user_id = ${provider}.id and sees_minors and minors_cleared_at is not null))`
}

/**
 * A client under 18 and a provider who does not see people under 18. `newestAdult` names the parameter that holds
 * `newestAdultBirthDate`.
 */
export function isSeparated(client: string, provider: string, newestAdult: `$${number}`): string {
  return `(${client}.user_type <> 'ServiceProvider' and ${provider}.user_type = 'ServiceProvider'
    and ${client}.birth_date::text > ${newestAdult} and not ${seesMinors(provider)})`
}

/** A client of whom a provider sees nothing: separated from them, or anybody while the provider is not listed. */
export function isUnseen(client: string, provider: string, newestAdult: `$${number}`): string {
  return `(${isSeparated(client, provider, newestAdult)} or (${client}.user_type <> 'ServiceProvider'
    and ${provider}.user_type = 'ServiceProvider' and not ${isListed(provider)}))`
}

/**
 * The reader was blocked by the other one, who had not been blocked by them before: a block in return opens nothing to
 * whoever makes it, and closes nothing to whoever blocked first. Both are ids, as the query names them.
 */
export function isShutOut(readerId: string, otherId: string): string {
  return `exists (select 1 from blocks theirs
    where theirs.blocker_id = ${otherId} and theirs.blocked_id = ${readerId} and not exists (
      select 1 from blocks mine where mine.blocker_id = ${readerId} and mine.blocked_id = ${otherId}
        and mine.created_at < theirs.created_at))`
}

/** Our own number, so that other locks on the same ids are other locks. */
const peopleLockSeed = 7_299_615

export const personLock = ormCommand(
  (id: string) => sql`select pg_advisory_xact_lock(hashtextextended(${id}, ${peopleLockSeed}))`,
)
