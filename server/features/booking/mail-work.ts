import type pg from 'pg'
import * as v from 'valibot'
import type { BookingRole } from '#contract/booking/policy.ts'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Orm } from '#server/db/orm.ts'
import { mailTo, type MailRecipient } from '#server/features/account/index.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import type { Mail } from '#server/ports/mail/port.ts'
import type { MailQueue } from '#server/ports/mail/queue.ts'
import { newsMail, proposalMail, reminderMail, withdrawnMail, type SessionMail } from './mails.ts'
import type { BookingRepo } from './repo.ts'
import type { ShownBooking } from './shown-bookings.ts'
import { sideEffectJobs, type SessionMailKind } from './side-effects.ts'

interface MailWorkDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: BookingRepo
  readonly mails: Pick<MailQueue, 'send'>
  readonly now: () => number
}

/** Sends one of the two one message about a session, as it is by then; none that is out of date. */
export async function sendSessionMail(deps: MailWorkDeps, given: unknown): Promise<void> {
  const { bookingId, role, what } = v.parse(sideEffectJobs.mail.payload, given)
  const shown = await deps.repo.byId(bookingId)
  const mail = shown && (await sessionMail(deps, shown, role))
  const message = mail && messageOf(what, mail, { ...shown.booking, nowMs: deps.now() })
  if (message) await deps.mails.send(message)
}

function messageOf(
  what: SessionMailKind,
  mail: SessionMail,
  {
    status,
    startsAt,
    proposedStartsAt,
    nowMs,
  }: Pick<ShownBooking['booking'], 'status' | 'startsAt' | 'proposedStartsAt'> & { nowMs: number },
): Mail | undefined {
  switch (what) {
    case 'withdrawn':
      return withdrawnMail(mail)
    case 'reminder':
      return status === 'booked' && startsAt.getTime() > nowMs ? reminderMail(mail) : undefined
    case 'proposed':
      return proposedStartsAt ? proposalMail(what, { ...mail, proposedStartsAt }) : undefined
    case 'declined':
      return proposalMail(what, { ...mail, proposedStartsAt })
    case 'booked':
    case 'moved':
    case 'accepted':
    case 'cancelled':
      return newsMail(what, mail)
  }
}

async function sessionMail(
  deps: MailWorkDeps,
  { booking, client, provider }: ShownBooking,
  role: BookingRole,
): Promise<SessionMail | undefined> {
  const [person, other] = role === 'client' ? [client, provider] : [provider, client]
  const reader = person ? await mailRecipient(deps, person.id) : undefined
  if (!person || !reader) return undefined
  return {
    to: reader.to,
    role,
    otherName: other && (await nameFor(deps, person.id, other)),
    startsAt: booking.startsAt,
    timeZone: role === 'provider' ? booking.timeZone : timeZoneOfCountry(reader.country),
  }
}

/** Whom a message to somebody goes to; undefined for those who get none. */
export async function mailRecipient(
  { orm }: Pick<MailWorkDeps, 'orm'>,
  userId: string,
): Promise<MailRecipient | undefined> {
  const found = await mailTo(orm, userId)
  return found?.suspended ? undefined : found
}

/** Nobody is named to whoever was blocked, nor somebody under 18 to a provider who does not see them. */
async function nameFor(
  deps: MailWorkDeps,
  readerId: string,
  other: NonNullable<ShownBooking['provider']>,
) {
  const { relation } = await pairStatus(deps.pool, readerId, other.id, utcDate(deps.now()))
  const nameless = relation === 'blocked' || relation === 'unavailable'
  return nameless ? null : `${other.firstname} ${other.lastname}`
}
