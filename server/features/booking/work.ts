import * as v from 'valibot'
import type { BookingRole } from '#contract/booking/model.ts'
import type { NoticeKind } from '#contract/notices/api.ts'
import type { Orm } from '#server/db/orm.ts'
import type { GoogleConnections } from '#server/features/calendar/index.ts'
import { addNotice, withdrawNotice } from '#server/features/notices/index.ts'
import type pg from 'pg'
import type { Jobs, JobTry } from '#server/ports/jobs/port.ts'
import type { OpenCalendar } from '#server/ports/calendar/port.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { MailQueue } from '#server/ports/mail/mail.ts'
import { baseLanguage } from '#contract/language.ts'
import { wordsIn } from '#server/words/words.ts'
import { mailRecipient, sendSessionMail, aloneMail } from './mails.ts'
import { sideEffectJobs, type ProposalNews, type SessionMailKind } from './side-effects.ts'
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
  readonly mails: Pick<MailQueue, 'send'>
  readonly now: () => number
}

/** Does what follows from sessions: messages, notices, reminders and the provider's Google calendar. */
export function handleSideEffects(deps: WorkDeps): void {
  const { jobs } = deps
  const { news, reminder, mail, calendar, alone } = sideEffectJobs
  jobs.handle(news.kind, (given, { id }) => sendNews(deps, given, id))
  jobs.handle(reminder.kind, (given, { id }) => remind(deps, given, id))
  jobs.handle(mail.kind, (given, job) => sendSessionMail(deps, given, job))
  jobs.handle(calendar.kind, (given) => writeCalendar(deps, given))
  jobs.handle(alone.kind, (given, job) => mailLeftAlone(deps, given, job))
}

/** Mails both what became of a session, and notifies the one who did not do it. */
async function sendNews(deps: WorkDeps, given: unknown, jobId: string): Promise<void> {
  const { repo } = deps
  const { bookingId, news } = v.parse(sideEffectJobs.news.payload, given)
  const shown = await repo.byId(bookingId)
  if (!shown) return
  if (news === 'proposed' || news === 'declined')
    return sendProposalNews(deps, shown, { news, jobId })
  // A move or a cancel ends what was proposed, unless it was proposed since.
  if (shown.booking.proposedStartsAt === null) {
    const about = { userId: shown.client.id, aboutId: bookingId }
    await withdrawNotice(deps.pool, { ...about, kind: 'booking.proposed' })
  }
  const by = news === 'cancelled' ? shown.booking.cancelledBy : 'client'
  if (by === 'zync') {
    await notifyWithdrawn(deps, shown, jobId)
    await noteMails(deps, { bookingId, what: 'withdrawn', jobId })
    return
  }
  await notify(deps, shown, `booking.${news}`, {
    roles: [by === 'client' ? 'provider' : 'client'],
    jobId,
  })
  await noteMails(deps, { bookingId, what: news, jobId })
}

/** Says to a client that another time is proposed, unless it no longer is; to a provider that theirs was declined. */
async function sendProposalNews(
  deps: WorkDeps,
  shown: ShownBooking,
  { news, jobId }: { news: ProposalNews; jobId: string },
): Promise<void> {
  const { proposedStartsAt } = shown.booking
  if (news === 'proposed' && proposedStartsAt === null) return
  const role = news === 'proposed' ? 'client' : 'provider'
  await notify(deps, shown, `booking.${news}`, { roles: [role], jobId })
  await noteMails(deps, { bookingId: shown.booking.id, what: news, jobId }, [role])
}

/** Reminds both of a session, unless it was moved or cancelled meanwhile. */
async function remind(deps: WorkDeps, given: unknown, jobId: string): Promise<void> {
  const { repo, jobs } = deps
  const { bookingId, sequence } = v.parse(sideEffectJobs.reminder.payload, given)
  const shown = await repo.byId(bookingId)
  const { booking } = shown ?? {}
  const still = booking?.status === 'booked' && booking.sequence === sequence
  if (!shown || !still || booking.startsAt.getTime() <= (await jobs.now())) return
  await notify(deps, shown, 'booking.reminder', {
    roles: ['client', 'provider'],
    jobId,
    until: booking.startsAt,
  })
  await noteMails(deps, { bookingId, what: 'reminder', jobId })
}

/** Makes the provider's Google calendar say what ours says. */
async function writeCalendar(deps: WorkDeps, given: unknown): Promise<void> {
  const { bookingId, providerId } = v.parse(sideEffectJobs.calendar.payload, given)
  await deps.google.withCalendar(providerId, (open) => writeEvent(deps, open, bookingId))
}

/** The job of a change that came meanwhile may have been done before this one wrote: then it is written again. */
async function writeEvent(deps: WorkDeps, open: OpenCalendar, bookingId: string): Promise<void> {
  const shown = await deps.repo.byId(bookingId)
  const eventId = bookingId.replaceAll('-', '')
  if (!shown || shown.booking.status === 'cancelled') return open.removeEvent(eventId)
  await open.putEvent({
    eventId,
    start: shown.booking.startsAt.toISOString(),
    end: shown.booking.endsAt.toISOString(),
    summary: wordsIn(shown.provider?.language ?? baseLanguage).calendarSession,
  })
  const now = await deps.repo.byId(bookingId)
  if (now?.booking.sequence !== shown.booking.sequence) await writeEvent(deps, open, bookingId)
}

/** Mails somebody whose session went with the account of the other one. */
async function mailLeftAlone(deps: WorkDeps, given: unknown, job: JobTry): Promise<void> {
  const { mails } = deps
  const { userId, start } = v.parse(sideEffectJobs.alone.payload, given)
  const reader = await mailRecipient(deps, userId)
  if (!reader) return
  await mails.send(aloneMail(reader, new Date(start)), job)
}

/** Tells those parts of a session of what the other did, or that it is coming up. */
async function notify(
  deps: WorkDeps,
  { booking, client, provider }: ShownBooking,
  kind: NoticeKind,
  { roles, jobId, until }: { roles: readonly BookingRole[]; jobId: string; until?: Date },
): Promise<void> {
  if (!provider) return
  for (const role of roles) {
    const [userId, actorId] =
      role === 'client' ? [client.id, provider.id] : [provider.id, client.id]
    const about = { userId, actorId, kind, aboutId: booking.id, key: jobId }
    const at = new Date(deps.now())
    await addNotice(deps.pool, { id: deps.newId(), ...about, at, ...(until ? { until } : {}) })
    deps.events.publish([userId], { type: 'notices' })
  }
}

/** Neither of the two did it, and neither is named to the other. */
async function notifyWithdrawn(
  deps: WorkDeps,
  { booking, client, provider }: ShownBooking,
  key: string,
): Promise<void> {
  for (const userId of [client.id, ...(provider ? [provider.id] : [])]) {
    const about = { userId, actorId: userId, aboutId: booking.id, key }
    const at = new Date(deps.now())
    await addNotice(deps.pool, { id: deps.newId(), kind: 'booking.withdrawn', ...about, at })
    deps.events.publish([userId], { type: 'notices' })
  }
}

/**
 * Notes a message for each of them, once for a job however often it is tried. It comes last: a job that fails before has noted
 * none, and one that the operator gives back after weeks, when those messages are forgotten, mails nobody twice.
 */
async function noteMails(
  { orm, jobs, now }: WorkDeps,
  { jobId, ...about }: { bookingId: string; what: SessionMailKind; jobId: string },
  roles: readonly BookingRole[] = ['client', 'provider'],
): Promise<void> {
  const { kind } = sideEffectJobs.mail
  await orm.transaction(async (tx) => {
    for (const role of roles) {
      const payload = { ...about, role }
      await jobs.add(tx, { kind, key: `${jobId}:${role}`, payload, runAt: new Date(now()) })
    }
  })
}
