import { and, asc, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Room } from '#contract/calendar/model.ts'
import type { Interval } from '#contract/instant.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import {
  busySlots,
  googleCalendars,
  sessionRooms,
  workingSchedules,
} from '#server/db/schema/booking.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { OwnCalendar, FullSchedule } from './service.ts'

export type BusyRow = typeof busySlots.$inferSelect
export type ScheduleRow = typeof workingSchedules.$inferSelect
export type GoogleRow = typeof googleCalendars.$inferSelect
export type CalendarRepo = ReturnType<typeof createCalendarRepo>

/** Reads and writes of a provider's schedule, busy slots and connection to Google. */
export function createCalendarRepo(orm: Orm) {
  return {
    ...schedules(orm),
    ...busyRows(orm),
    ...busyTimesOf(orm),
    ...googleConnections(orm),
    ...rooms(orm),
  }
}

function schedules(orm: Orm) {
  const withSchedule = (whose: SQL) =>
    orm
      .select({
        userId: users.id,
        country: users.country,
        schedule: workingSchedules,
        googleId: googleCalendars.userId,
      })
      .from(users)
      .leftJoin(workingSchedules, eq(workingSchedules.userId, users.id))
      .leftJoin(googleCalendars, eq(googleCalendars.userId, users.id))
      .where(whose)
  const schedule = withSchedule(eq(users.id, sql.placeholder('id'))).prepare('calendar_schedule')

  return {
    /** A provider's country, their schedule if they have saved one, and their id if they have connected Google. */
    async scheduleOf(userId: string) {
      return (await schedule.execute({ id: userId }))[0]
    },

    /** The same of several providers. */
    async schedulesOf(userIds: readonly string[]) {
      return userIds.length === 0 ? [] : withSchedule(inArray(users.id, [...userIds]))
    },

    async putSchedule(
      own: Authorized<OwnCalendar>,
      { workingHours, workingDays, ...others }: FullSchedule,
      updatedAt: Date,
    ): Promise<void> {
      const given = {
        startTime: workingHours.start,
        endTime: workingHours.end,
        days: workingDays,
        ...others,
        updatedAt,
      }
      await orm
        .insert(workingSchedules)
        .values({ userId: own.userId, ...given })
        .onConflictDoUpdate({ target: workingSchedules.userId, set: given })
    },
  }
}

/** Where a provider's sessions take place. */
function rooms(orm: Orm) {
  return {
    async roomOf({ userId }: Authorized<OwnCalendar>): Promise<Room | null> {
      const rows = await orm
        .select({ room: sessionRooms.room })
        .from(sessionRooms)
        .where(eq(sessionRooms.userId, userId))
      return rows[0]?.room ?? null
    },

    async putRoom(
      { userId }: Authorized<OwnCalendar>,
      room: Room | null,
      updatedAt: Date,
    ): Promise<void> {
      if (!room) {
        await orm.delete(sessionRooms).where(eq(sessionRooms.userId, userId))
        return
      }
      const given = { room, updatedAt }
      await orm
        .insert(sessionRooms)
        .values({ userId, ...given })
        .onConflictDoUpdate({ target: sessionRooms.userId, set: given })
    },
  }
}

/** Busy slots with what their owner wrote. */
function busyRows(orm: Orm) {
  return {
    /** Busy slots that have not ended, first first. */
    async busyFrom(
      userId: string,
      { from, limit }: { from: Date; limit: number },
      tx: Pick<Orm, 'select'> = orm,
    ): Promise<BusyRow[]> {
      return tx
        .select()
        .from(busySlots)
        .where(and(eq(busySlots.userId, userId), gt(busySlots.endsAt, from)))
        .orderBy(asc(busySlots.startsAt), asc(busySlots.id))
        .limit(limit)
    },

    /** Those that reach into a time, first first. */
    async busyRowsWithin(userId: string, { fromMs, toMs }: Interval): Promise<BusyRow[]> {
      return orm
        .select()
        .from(busySlots)
        .where(
          and(
            eq(busySlots.userId, userId),
            gt(busySlots.endsAt, new Date(fromMs)),
            lt(busySlots.startsAt, new Date(toMs)),
          ),
        )
        .orderBy(asc(busySlots.startsAt), asc(busySlots.id))
    },
  }
}

function busyTimesOf(orm: Orm) {
  const busy = busyTimes(orm).prepare('calendar_busy')

  return {
    async busyWithin(
      userId: string,
      { fromMs, toMs }: Interval,
      tx?: Pick<Orm, 'select'>,
    ): Promise<Interval[]> {
      const asked = {
        userId,
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
      }
      const rows = await (tx === undefined ? busy : busyTimes(tx).prepare('calendar_busy')).execute(
        asked,
      )
      return rows.map(({ startsAt, endsAt }) => ({
        fromMs: startsAt.getTime(),
        toMs: endsAt.getTime(),
      }))
    },

    async insertBusy(
      tx: Transaction,
      own: Authorized<OwnCalendar>,
      slot: Omit<BusyRow, 'userId'>,
    ): Promise<BusyRow> {
      const [row] = await tx
        .insert(busySlots)
        .values({ ...slot, userId: own.userId })
        .returning()
      if (!row) throw new Error('The busy slot was not stored')
      return row
    },

    async busyOwner(id: string): Promise<OwnCalendar | undefined> {
      const rows = await orm
        .select({ userId: busySlots.userId })
        .from(busySlots)
        .where(eq(busySlots.id, id))
      return rows[0]
    },

    async deleteBusy(own: Authorized<OwnCalendar>, id: string): Promise<void> {
      await orm.delete(busySlots).where(and(eq(busySlots.id, id), eq(busySlots.userId, own.userId)))
    },
  }
}

function googleConnections(orm: Orm) {
  return {
    async googleOf(userId: string, tx: Pick<Orm, 'select'> = orm): Promise<GoogleRow | undefined> {
      const rows = await tx.select().from(googleCalendars).where(eq(googleCalendars.userId, userId))
      return rows[0]
    },

    async putGoogle(
      own: Authorized<OwnCalendar>,
      given: { sealedTokens: string; connectedAt: Date },
      first: (tx: Transaction) => Promise<void>,
    ): Promise<void> {
      const row = { ...given, expiredAt: null }
      await orm.transaction(async (tx) => {
        await first(tx)
        await tx
          .insert(googleCalendars)
          .values({ userId: own.userId, ...row })
          .onConflictDoUpdate({ target: googleCalendars.userId, set: row })
      })
    },

    /** Stores what Google gave anew for a connection; one that was made meanwhile stays as it is. */
    async renewGoogle(row: GoogleRow, sealedTokens: string): Promise<void> {
      await orm.update(googleCalendars).set({ sealedTokens }).where(isSameConnection(row))
    },

    /** Notes that a connection has ended, with `first` in the same transaction, once; one that was made meanwhile stays. */
    async expireGoogle(
      row: GoogleRow,
      expiredAt: Date,
      first: (tx: Transaction) => Promise<void>,
    ): Promise<void> {
      await orm.transaction(async (tx) => {
        const expired = await tx
          .update(googleCalendars)
          .set({ expiredAt })
          .where(and(isSameConnection(row), isNull(googleCalendars.expiredAt)))
          .returning({ userId: googleCalendars.userId })
        if (expired.length > 0) await first(tx)
      })
    },

    async deleteGoogle(own: Authorized<OwnCalendar>): Promise<void> {
      await orm.delete(googleCalendars).where(eq(googleCalendars.userId, own.userId))
    },
  }
}

function isSameConnection({ userId, connectedAt }: GoogleRow) {
  return and(eq(googleCalendars.userId, userId), eq(googleCalendars.connectedAt, connectedAt))
}

/** The busy slots of a provider that reach into a time; without a transaction the statement is made once. */
function busyTimes(orm: Pick<Orm, 'select'>) {
  return orm
    .select({ startsAt: busySlots.startsAt, endsAt: busySlots.endsAt })
    .from(busySlots)
    .where(
      and(
        eq(busySlots.userId, sql.placeholder('userId')),
        sql`${busySlots.endsAt} > ${sql.placeholder('from')}::timestamptz`,
        sql`${busySlots.startsAt} < ${sql.placeholder('to')}::timestamptz`,
      ),
    )
}
