import * as v from 'valibot'
import type { BookingRole } from '#contract/booking/policy.ts'
import type { NoticeKind } from '#contract/notices/model.ts'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import type { GoogleConnections } from '#server/features/calendar/service.ts'
import { tell } from '#server/features/notices/service.ts'
import type pg from 'pg'
import type { Jobs } from '#server/ports/jobs/port.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Mail } from '#server/ports/mail/port.ts'
import { aftermathJobs } from './aftermath.ts'
import { aloneMail, newsMail, reminderMail, type SessionMail } from './mails.ts'
import type { BookingRepo, ShownBooking } from './repo.ts'

export interface WorkParts {
  readonly pool: pg.Pool
  readonly events: EventBus
  readonly newId: () => string
  readonly jobs: Jobs
  readonly repo: BookingRepo
  readonly google: GoogleConnections
  readonly mails: { add(mail: Mail): void }
  readonly now: () => number
}

/** Does what follows from sessions: messages, notices, reminders and the provider's Google calendar. */
export function handleAftermath(parts: WorkParts): void {
  const { jobs, repo, google, mails, now } = parts
  const { told, reminder, calendar, alone } = aftermathJobs

  jobs.handle(told.kind, async (given) => {
    const { bookingId, news } = v.parse(told.payload, given)
    const shown = await repo.byId(bookingId)
    if (!shown) return
    await toBoth(shown, (mail) => newsMail(news, mail))
    const by = news === 'cancelled' ? shown.booking.cancelledBy : 'client'
    await notify(shown, `booking.${news}`, [by === 'client' ? 'provider' : 'client'])
  })

  jobs.handle(reminder.kind, async (given) => {
    const { bookingId, sequence } = v.parse(reminder.payload, given)
    const shown = await repo.byId(bookingId)
    const { booking } = shown ?? {}
    const still = booking?.status === 'booked' && booking.sequence === sequence
    if (!shown || !still || booking.startsAt.getTime() <= now()) return
    await toBoth(shown, reminderMail)
    await notify(shown, 'booking.reminder', ['client', 'provider'])
  })

  jobs.handle(calendar.kind, async (given) => {
    const { bookingId, providerId } = v.parse(calendar.payload, given)
    const shown = await repo.byId(bookingId)
    const eventId = bookingId.replaceAll('-', '')
    await google.withCalendar(providerId, async (open) => {
      if (!shown || shown.booking.status === 'cancelled') return open.removeEvent(eventId)
      return open.putEvent({
        eventId,
        start: shown.booking.startsAt.toISOString(),
        end: shown.booking.endsAt.toISOString(),
        summary: 'Zync session',
      })
    })
  })

  jobs.handle(alone.kind, async (given) => {
    const { userId, start } = v.parse(alone.payload, given)
    const address = await repo.addressOf(userId)
    if (!address) return
    mails.add(aloneMail(address.email, new Date(start), timeZoneOfCountry(address.country)))
  })

  /** Tells those parts of a session of what the other did, or that it is coming up. */
  async function notify(
    { booking, client, provider }: ShownBooking,
    kind: NoticeKind,
    roles: readonly BookingRole[],
  ): Promise<void> {
    if (!provider) return
    for (const role of roles) {
      const [userId, actorId] =
        role === 'client' ? [client.id, provider.id] : [provider.id, client.id]
      const about = { userId, actorId, kind, aboutId: booking.id }
      await tell(parts.pool, { id: parts.newId(), ...about, at: new Date(now()) })
      parts.events.publish([userId], { type: 'notices' })
    }
  }

  async function toBoth(shown: ShownBooking, mailOf: (mail: SessionMail) => Mail): Promise<void> {
    for (const role of ['client', 'provider'] as const) {
      const mail = await sessionMail(shown, role)
      if (mail) mails.add(mailOf(mail))
    }
  }

  async function sessionMail(
    { booking, client, provider }: ShownBooking,
    role: BookingRole,
  ): Promise<SessionMail | undefined> {
    const [reader, other] = role === 'client' ? [client, provider] : [provider, client]
    const address = reader ? await repo.addressOf(reader.id) : undefined
    if (!address) return undefined
    return {
      to: address.email,
      role,
      otherName: other && `${other.firstname} ${other.lastname}`,
      startsAt: booking.startsAt,
      timeZone: role === 'provider' ? booking.timeZone : timeZoneOfCountry(address.country),
    }
  }
}
