import pg from 'pg'
import * as v from 'valibot'
import type { BookingRole } from '#contract/booking/model.ts'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import { isolated, type Language } from '#contract/language.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Orm } from '#server/db/orm.ts'
import { mailTo, type MailRecipient } from '#server/features/account/index.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import type { Jobs, JobTry } from '#server/ports/jobs/port.ts'
import { plainMail, type Mail, type MailAddress, type MailQueue } from '#server/ports/mail/mail.ts'
import { timeText, wordsIn } from '#server/words/words.ts'
import { canBeAccepted } from './policy.ts'
import type { BookingRepo } from './repo.ts'
import type { ShownBooking } from './shown-bookings.ts'
import { sideEffectJobs, type SessionMailKind } from './side-effects.ts'

/** Whom a message is for, and what it says about a session. */
interface SessionMail {
  readonly to: MailAddress
  readonly language: Language
  readonly role: BookingRole
  /** The other person's name; null where nobody is named. */
  readonly otherName: string | null
  /** Whether it is for a client whose provider's account is gone or closed. */
  readonly providerGone: boolean
  readonly startsAt: Date
  /** The zone whose clock the reader most likely goes by. */
  readonly timeZone: string
}

/** For a provider whose client's account is gone, and the session with it. */
export function aloneMail({ to, country, language }: MailRecipient, startsAt: Date): Mail {
  const when = timeText(startsAt, timeZoneOfCountry(country), language)
  return plainMail(to, wordsIn(language).sessions.alone({ when }), language)
}

interface MailWorkDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: BookingRepo
  readonly mails: Pick<MailQueue, 'send'>
  readonly jobs: Pick<Jobs, 'now'>
  readonly now: () => number
}

/** Sends one of the two one message about a session, as it is by then; none that is out of date. */
export async function sendSessionMail(
  deps: MailWorkDeps,
  given: unknown,
  job: JobTry,
): Promise<void> {
  const { bookingId, role, what } = v.parse(sideEffectJobs.mail.payload, given)
  const shown = await deps.repo.byId(bookingId)
  const mail = shown && (await sessionMail(deps, shown, role))
  const message = mail && messageOf(what, mail, { ...shown.booking, nowMs: await deps.jobs.now() })
  if (message) await deps.mails.send(message, job)
}

function messageOf(
  what: SessionMailKind,
  mail: SessionMail,
  {
    status,
    startsAt,
    proposedStartsAt,
    proposedUntil,
    cancelTappedAt,
    nowMs,
  }: Pick<
    ShownBooking['booking'],
    'status' | 'startsAt' | 'proposedStartsAt' | 'proposedUntil' | 'cancelTappedAt'
  > & { nowMs: number },
): Mail | undefined {
  const { to, language, role, otherName, providerGone, timeZone } = mail
  const textOf = (at: Date) => timeText(at, timeZone, language)
  const facts = {
    name: otherName && isolated(otherName, language),
    when: textOf(mail.startsAt),
    role,
    other: proposedStartsAt && textOf(proposedStartsAt),
    cancelTapped: cancelTappedAt && textOf(cancelTappedAt),
  }
  // Nothing that was canceled can be booked again with somebody who is gone, nor its credit be used.
  const over = what === 'cancelled' || what === 'withdrawn'
  const words = wordsIn(language).sessions[over && providerGone ? 'providerLeft' : what]
  return isDue() ? plainMail(to, words(facts), language) : undefined

  function isDue(): boolean {
    switch (what) {
      case 'withdrawn':
      case 'declined':
      case 'cancelled':
        return true
      case 'reminder':
        return status === 'booked' && startsAt.getTime() > nowMs
      case 'proposed':
        return canBeAccepted({ proposedUntil }, nowMs)
      // Each message is tried by itself: this one may come after the one that says that the session is canceled.
      case 'booked':
      case 'moved':
      case 'accepted':
        return status === 'booked'
    }
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
    language: reader.language,
    role,
    otherName: other && (await nameFor(deps, person.id, other)),
    providerGone: role === 'client' && (provider === null || provider.suspendedAt !== null),
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
