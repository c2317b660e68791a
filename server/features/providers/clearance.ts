import type pg from 'pg'
import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { ormOn } from '#server/db/orm.ts'
import { lockPeople, inTransaction } from '#server/db/transaction.ts'
import type { Hooks } from '#server/feature.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { idsOfMinors } from './review-repo.ts'
import { providerSeesMinors } from './providers.sql.ts'

export interface ClearanceDeps {
  readonly database: Pick<Database, 'pool'>
  readonly hooks: Pick<Hooks, 'withdrawSessions'>
  readonly events: Pick<EventBus, 'publish'>
  readonly now: () => number
}

export type Clearance = ReturnType<typeof createClearance>

/**
 * Whether a provider sees people under 18 is read anew at every look (`pairStatus`), so that what they may read ends by
 * itself. What does not end by itself are the sessions to come: whatever may take the clearance away, the provider's own
 * switch, a review, a rejection or a suspension, goes through here.
 */
export function createClearance({ database: { pool }, hooks, events, now }: ClearanceDeps) {
  /** Makes a change and what follows from it, together, and lets the phones concerned read again. */
  async function changing<T>(
    providerId: string,
    change: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const { done, concerned } = await inTransaction(pool, 'begin', (client) =>
      changingIn(client, providerId, () => change(client)),
    )
    publish(concerned)
    return done
  }

  /**
   * The same within a transaction; gives whom to tell once it is committed. The lock makes whoever books at the same
   * moment come before it, and be cancelled, or after it, and be refused.
   */
  async function changingIn<T>(
    client: pg.PoolClient,
    providerId: string,
    change: () => Promise<T>,
  ): Promise<{ done: T; concerned: readonly string[] }> {
    const saw = await seesMinorsNow(client, providerId)
    const done = await change()
    await lockPeople(ormOn(client), providerId)
    const sees = await seesMinorsNow(client, providerId)
    if (!sees) await hooks.withdrawSessions(client, providerId)
    if (saw === sees) return { done, concerned: [] }
    const newestAdult = newestAdultBirthDate(utcDate(now()))
    const minors = await idsOfMinors(client, providerId, newestAdult)
    return { done, concerned: [providerId, ...minors] }
  }

  function publish(concerned: readonly string[]): void {
    if (concerned.length === 0) return
    events.publish(concerned, { type: 'connections' })
    events.publish(concerned, { type: 'notices' })
  }

  return { changing, changingIn, publish }
}

async function seesMinorsNow(client: pg.PoolClient, providerId: string): Promise<boolean> {
  const row = await providerSeesMinors.first(client, [providerId])
  return row?.sees ?? false
}
