import * as v from 'valibot'
import { hourMs } from '#contract/local-date.ts'
import type { Statements } from '#server/db/orm.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import type { BookingRow } from './repo.ts'

/** What became of a session. */
export const bookingNews = ['booked', 'moved', 'cancelled', 'accepted'] as const
export type BookingNews = (typeof bookingNews)[number]

/** What became of a proposal; the session stays as it is. */
export const proposalNews = ['proposed', 'declined'] as const
export type ProposalNews = (typeof proposalNews)[number]

/** What one of the two gets a message about. */
export const sessionMails = [...bookingNews, ...proposalNews, 'withdrawn', 'reminder'] as const
export type SessionMailKind = (typeof sessionMails)[number]

const uuid = v.pipe(v.string(), v.uuid())

/** The work that follows from what happens to sessions, by kind, with what each is told. */
export const sideEffectJobs = {
  news: {
    kind: 'booking.told',
    payload: v.object({
      bookingId: uuid,
      news: v.picklist([...bookingNews, ...proposalNews]),
    }),
  },
  reminder: {
    kind: 'booking.reminder',
    payload: v.object({ bookingId: uuid, sequence: v.number() }),
  },
  /** One message to one of the two, so that another try repeats no other one's. */
  mail: {
    kind: 'booking.mail',
    payload: v.object({
      bookingId: uuid,
      role: v.picklist(['client', 'provider']),
      what: v.picklist(sessionMails),
    }),
  },
  calendar: {
    kind: 'booking.calendar',
    payload: v.object({ bookingId: uuid, providerId: uuid }),
  },
  /** Somebody is left alone with a session, because the other's account is gone. */
  alone: {
    kind: 'booking.alone',
    // Jobs of an older server have no session.
    payload: v.object({ userId: uuid, bookingId: v.optional(uuid), start: v.string() }),
  },
} as const

/** What Google calls a session. */
export function eventIdOf(bookingId: string): string {
  return bookingId.replaceAll('-', '')
}

/** Reminders go out so many hours before a session, where there is still time. */
export const reminderHours: readonly number[] = [24, 1]

export type SideEffects = ReturnType<typeof createSideEffects>

/** Notes, in the transaction that changes a session, everything that has to follow. */
export function createSideEffects(jobs: Pick<Jobs, 'add'>, now: () => number) {
  async function follow(
    tx: Statements,
    booking: Pick<BookingRow, 'id' | 'providerId' | 'startsAt' | 'sequence'>,
    news: BookingNews,
  ): Promise<void> {
    const { id: bookingId, sequence } = booking
    await announce(tx, bookingId, news)
    await touchCalendar(tx, booking)
    if (news !== 'cancelled') await remind(tx, { bookingId, sequence, startsAt: booking.startsAt })
  }

  /** Notes that the people of a session hear of something. */
  async function announce(
    tx: Statements,
    bookingId: string,
    news: BookingNews | ProposalNews,
  ): Promise<void> {
    const { kind } = sideEffectJobs.news
    await jobs.add(tx, { kind, payload: { bookingId, news }, runAt: new Date(now()) })
  }

  /** A reminder of a session that was moved or cancelled meanwhile finds another sequence, and stays silent. */
  async function remind(
    tx: Statements,
    { bookingId, sequence, startsAt }: { bookingId: string; sequence: number; startsAt: Date },
  ): Promise<void> {
    const { kind } = sideEffectJobs.reminder
    for (const hours of reminderHours) {
      const runAtMs = startsAt.getTime() - hours * hourMs
      if (runAtMs <= now()) continue
      const key = `${kind}:${bookingId}:${sequence}:${hours}`
      await jobs.add(tx, {
        kind,
        key,
        payload: { bookingId, sequence },
        runAt: new Date(runAtMs),
      })
    }
  }

  async function touchCalendar(
    tx: Statements,
    { id: bookingId, providerId }: Pick<BookingRow, 'id' | 'providerId'>,
  ): Promise<void> {
    if (providerId === null) return
    const { kind } = sideEffectJobs.calendar
    await jobs.add(tx, { kind, payload: { bookingId, providerId }, runAt: new Date(now()) })
  }

  async function leaveAlone(
    tx: Statements,
    userId: string,
    { id: bookingId, startsAt }: Pick<BookingRow, 'id' | 'startsAt'>,
  ): Promise<void> {
    const { kind } = sideEffectJobs.alone
    const payload = { userId, bookingId, start: startsAt.toISOString() }
    await jobs.add(tx, { kind, payload, runAt: new Date(now()) })
  }

  return { follow, announce, touchCalendar, leaveAlone }
}
