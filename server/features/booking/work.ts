import * as v from 'valibot'
import type { BookingRole } from '#contract/booking/policy.ts'
import type { NoticeKind } from '#contract/notices/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import type { Orm } from '#server/db/orm.ts'
import { mailTo, type MailRecipient } from '#server/features/account/index.ts'
import type { GoogleConnections } from '#server/features/calendar/index.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import { addNotice } from '#server/features/notices/index.ts'
import type pg from 'pg'
import type { Jobs } from '#server/ports/jobs/port.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Mail } from '#server/ports/mail/port.ts'
import { sideEffectJobs, type ProposalNews } from './side-effects.ts'
import {
  aloneMail,
  newsMail,
  proposalMail,
  reminderMail,
  withdrawnMail,
  type SessionMail,
} from './mails.ts'
import type { BookingRepo } from './repo.ts'
import type { ShownBooking } from './shown-bookings.ts'

export interface WorkDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly events: EventBus
  readonly newId: () => string
  readonly jobs: Jobs
  readonly repo: BookingRepo
  readonly google: GoogleConnections
  readonly mails: { add(mail: Mail): void }
  readonly now: () => number
}

/** Does what follows from sessions: messages, notices, reminders and the provider's Google calendar. */
export function handleSideEffects(deps: WorkDeps): void {
  const { jobs } = deps
  const { news, reminder, calendar, alone } = sideEffectJobs
  jobs.handle(news.kind, (given) => sendNews(deps, given))
  jobs.handle(reminder.kind, (given) => remind(deps, given))
  jobs.handle(calendar.kind, (given) => writeCalendar(deps, given))
  jobs.handle(alone.kind, (given) => mailLeftAlone(deps, given))
}

/** Mails both what became of a session, and notifies the one who did not do it. */
async function sendNews(deps: WorkDeps, given: unknown): Promise<void> {
  const { repo } = deps
  const { bookingId, news } = v.parse(sideEffectJobs.news.payload, given)
  const shown = await repo.byId(bookingId)
  if (!shown) return
  if (news === 'proposed' || news === 'declined') return sendProposalNews(deps, shown, news)
  const by = news === 'cancelled' ? shown.booking.cancelledBy : 'client'
  if (by === 'zync') {
    await toBoth(deps, shown, withdrawnMail)
    await notifyWithdrawn(deps, shown)
    return
  }
  await toBoth(deps, shown, (mail) => newsMail(news, mail))
  await notify(deps, shown, `booking.${news}`, [by === 'client' ? 'provider' : 'client'])
}

/** Says to a client that another time is proposed, unless it no longer is; to a provider that theirs was declined. */
async function sendProposalNews(
  deps: WorkDeps,
  shown: ShownBooking,
  news: ProposalNews,
): Promise<void> {
  const { proposedStartsAt } = shown.booking
  if (news === 'proposed' && proposedStartsAt === null) return
  const role = news === 'proposed' ? 'client' : 'provider'
  const mail = await sessionMail(deps, shown, role)
  if (mail) deps.mails.add(proposalMail(news, { ...mail, proposedStartsAt }))
  await notify(deps, shown, `booking.${news}`, [role])
}

/** Reminds both of a session, unless it was moved or cancelled meanwhile. */
async function remind(deps: WorkDeps, given: unknown): Promise<void> {
  const { repo, now } = deps
  const { bookingId, sequence } = v.parse(sideEffectJobs.reminder.payload, given)
  const shown = await repo.byId(bookingId)
  const { booking } = shown ?? {}
  const still = booking?.status === 'booked' && booking.sequence === sequence
  if (!shown || !still || booking.startsAt.getTime() <= now()) return
  await toBoth(deps, shown, reminderMail)
  await notify(deps, shown, 'booking.reminder', ['client', 'provider'])
}

/** Makes the provider's Google calendar say what ours says. */
async function writeCalendar(deps: WorkDeps, given: unknown): Promise<void> {
  const { repo, google } = deps
  const { bookingId, providerId } = v.parse(sideEffectJobs.calendar.payload, given)
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
}

/** Mails somebody whose session went with the account of the other one. */
async function mailLeftAlone(deps: WorkDeps, given: unknown): Promise<void> {
  const { mails } = deps
  const { userId, start } = v.parse(sideEffectJobs.alone.payload, given)
  const reader = await recipient(deps, userId)
  if (!reader) return
  mails.add(aloneMail(reader.to, new Date(start), timeZoneOfCountry(reader.country)))
}

/** Tells those parts of a session of what the other did, or that it is coming up. */
async function notify(
  deps: WorkDeps,
  { booking, client, provider }: ShownBooking,
  kind: NoticeKind,
  roles: readonly BookingRole[],
): Promise<void> {
  if (!provider) return
  for (const role of roles) {
    const [userId, actorId] =
      role === 'client' ? [client.id, provider.id] : [provider.id, client.id]
    const about = { userId, actorId, kind, aboutId: booking.id }
    await addNotice(deps.pool, { id: deps.newId(), ...about, at: new Date(deps.now()) })
    deps.events.publish([userId], { type: 'notices' })
  }
}

/** Neither of the two did it, and neither is named to the other. */
async function notifyWithdrawn(
  deps: WorkDeps,
  { booking, client, provider }: ShownBooking,
): Promise<void> {
  for (const userId of [client.id, ...(provider ? [provider.id] : [])]) {
    const about = { userId, actorId: userId, aboutId: booking.id }
    const at = new Date(deps.now())
    await addNotice(deps.pool, { id: deps.newId(), kind: 'booking.withdrawn', ...about, at })
    deps.events.publish([userId], { type: 'notices' })
  }
}

async function toBoth(
  deps: WorkDeps,
  shown: ShownBooking,
  mailOf: (mail: SessionMail) => Mail,
): Promise<void> {
  for (const role of ['client', 'provider'] as const) {
    const mail = await sessionMail(deps, shown, role)
    if (mail) deps.mails.add(mailOf(mail))
  }
}

async function sessionMail(
  deps: WorkDeps,
  { booking, client, provider }: ShownBooking,
  role: BookingRole,
): Promise<SessionMail | undefined> {
  const [person, other] = role === 'client' ? [client, provider] : [provider, client]
  const reader = person ? await recipient(deps, person.id) : undefined
  if (!person || !reader) return undefined
  return {
    to: reader.to,
    role,
    otherName: other && (await nameFor(deps, person.id, other)),
    startsAt: booking.startsAt,
    timeZone: role === 'provider' ? booking.timeZone : timeZoneOfCountry(reader.country),
  }
}

async function recipient(deps: WorkDeps, userId: string): Promise<MailRecipient | undefined> {
  const found = await mailTo(deps.orm, userId)
  return found?.suspended ? undefined : found
}

/** Nobody is named to whoever was blocked, nor somebody under 18 to a provider who does not see them. */
async function nameFor(
  deps: WorkDeps,
  readerId: string,
  other: NonNullable<ShownBooking['provider']>,
) {
  const { relation } = await pairStatus(deps.pool, readerId, other.id, utcDate(deps.now()))
  const nameless = relation === 'blocked' || relation === 'unavailable'
  return nameless ? null : `${other.firstname} ${other.lastname}`
}
