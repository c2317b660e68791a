import { and, eq, gt, lt, lte, ne, or } from 'drizzle-orm'
import type { UserType } from '#contract/account/model.ts'
import type { Interval } from '#contract/instant.ts'
import type { Orm, Statements } from '#server/db/orm.ts'
import { slotHolds } from '#server/db/schema/booking.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { timesOf, withBothLocked, type BookingDeps } from './placing.ts'
import { placeSession } from './service.ts'

/** A slot that somebody will have once it is paid. The session that comes of it has the id of the hold. */
export interface HeldSlot {
  readonly id: string
  readonly client: { readonly id: string; readonly userType: UserType }
  readonly providerId: string
  readonly slot: Interval
}

export type HeldSlots = ReturnType<typeof createHeldSlots>

/** Slots that stay free for those who are about to be paid for. */
export function createHeldSlots(deps: BookingDeps) {
  return {
    /** Throws `slot_unavailable`, `slot_taken` or `calendar_unavailable` for a slot that could not be booked now. */
    async check(meeting: { providerId: string; clientId: string }, slot: Interval): Promise<void> {
      const place = await deps.availability.check(meeting, slot)
      if (await deps.availability.isTaken(deps.orm, meeting, place)) {
        throw new ProblemError('slot_taken')
      }
    },

    /**
     * Holds a slot until a moment, by the rules of a booking, where `claim` agrees in the same transaction. One that cannot be
     * had is not held, nor one of a calendar that does not answer: it is no promise yet.
     */
    async hold(
      { id, client, providerId, slot }: HeldSlot,
      until: Date,
      claim: (tx: Statements) => Promise<boolean>,
    ): Promise<void> {
      const both = { clientId: client.id, providerId }
      try {
        const place = await deps.availability.check(both, slot)
        await withBothLocked(deps, both, async (tx) => {
          if (!(await claim(tx))) return
          if (await deps.availability.isTaken(tx, both, place)) throw new ProblemError('slot_taken')
          const hold = { id, ...both, ...timesOf(slot), until }
          await tx.insert(slotHolds).values(hold).onConflictDoNothing()
        })
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
      }
    },

    /** Ends a hold; the time is everybody's again. */
    async release(id: string): Promise<void> {
      await deps.orm.delete(slotHolds).where(eq(slotHolds.id, id))
    },

    /** Books a slot with one of the sessions that were paid, held or not, once however often it is asked. */
    async book({ id, client, providerId, slot }: HeldSlot): Promise<'booked' | 'missed'> {
      if (await deps.repo.byId(id)) return 'booked'
      const actor = {
        userId: client.id,
        userType: client.userType,
        superAdmin: false,
        verifiedProvider: false,
      }
      const wish = { bookingId: id, providerId, slot, held: await isHeld(deps, id) }
      if (await unlessRefused(() => placeSession(deps, actor, wish))) return 'booked'
      // What stands in its way may be itself: another process was faster with the same work.
      return (await deps.repo.byId(id)) ? 'booked' : 'missed'
    },
  }
}

async function isHeld({ orm, now }: BookingDeps, id: string): Promise<boolean> {
  const live = and(eq(slotHolds.id, id), gt(slotHolds.until, new Date(now())))
  return (await orm.$count(slotHolds, live)) > 0
}

/** What stands in the way of a slot, for a provider. What takes a `tx` belongs to the transaction of its caller. */
export function createHoldsRepo(orm: Orm) {
  return {
    /** When slots of a provider are held within a time, but for the holds of one person. */
    async heldWithin(
      providerId: string,
      within: Interval,
      { now, butOf }: { now: Date; butOf: string | null },
      tx: Pick<Statements, 'select'> = orm,
    ): Promise<Interval[]> {
      const rows = await tx
        .select({ startsAt: slotHolds.startsAt, endsAt: slotHolds.endsAt })
        .from(slotHolds)
        .where(
          and(
            eq(slotHolds.providerId, providerId),
            lt(slotHolds.startsAt, new Date(within.toMs)),
            gt(slotHolds.endsAt, new Date(within.fromMs)),
            gt(slotHolds.until, now),
            butOf === null ? undefined : ne(slotHolds.clientId, butOf),
          ),
        )
      return rows.map(({ startsAt, endsAt }) => ({
        fromMs: startsAt.getTime(),
        toMs: endsAt.getTime(),
      }))
    },
  }
}

/** Ends every hold for somebody, and of their time. */
export async function releaseAllOf(tx: Statements, userId: string): Promise<void> {
  const theirs = or(eq(slotHolds.clientId, userId), eq(slotHolds.providerId, userId))
  await tx.delete(slotHolds).where(theirs)
}

/** Deletes holds that hold nothing any more. */
export async function sweepHolds(orm: Orm, now: Date): Promise<void> {
  await orm.delete(slotHolds).where(lte(slotHolds.until, now))
}

/** A slot that is taken or no longer offered is no failure; a calendar that does not answer is one, and is asked again. */
async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof ProblemError && error.body.code !== 'calendar_unavailable') return false
    throw error
  }
}
