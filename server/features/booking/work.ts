import type pg from 'pg'
import * as v from 'valibot'
import type { BookingRole } from '#contract/booking/model.ts'
import { baseLanguage } from '#contract/language.ts'
import { utcDate } from '#contract/local-date.ts'
import type { NoticeKind } from '#contract/notices/api.ts'
import { inTransaction, ormOn, type Orm } from '#server/db/orm.ts'
import { personById } from '#server/features/account/index.ts'
import type { GoogleConnections } from '#server/features/calendar/index.ts'
import { lockPair, pairStatus } from '#server/features/connections/index.ts'
import { addNotice } from '#server/features/notices/index.ts'
import type { OpenCalendar } from '#server/ports/calendar/port.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Jobs, JobTry } from '#server/ports/jobs/port.ts'
import type { MailQueue } from '#server/ports/mail/mail.ts'
import { wordsIn } from '#server/words/words.ts'
import { mailRecipient, sendSessionMail, aloneMail } from './mails.ts'
import { withdrawProposed } from './placing.ts'
import { canBeAccepted } from './policy.ts'
import type { BookingRepo } from './repo.ts'
import type { ShownBooking } from './shown-bookings.ts'
import {
  eventIdOf,
  sideEffectJobs,
  type ProposalNews,
  type SessionMailKind,
} from './side-effects.ts'

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
  jobs.handle(alone.kind, (given, job) => tellLeftAlone(deps, given, job))
}

/** Mails both what became of a session, and notifies the one who did not do it; says nothing that is out of date. */
async function sendNews(deps: WorkDeps, given: unknown, jobId: string): Promise<void> {
  const { bookingId, news } = v.parse(sideEffectJobs.news.payload, given)
  if (news === 'proposed' || news === 'declined')
    return sendProposalNews(deps, bookingId, { news, jobId })
  const what = await asItStands(deps, bookingId, async (held) => {
    const { booking } = held.shown
    // A move or a cancel ends what was proposed, unless it was proposed since.
    if (booking.proposedStartsAt === null) await withdrawProposed(held.client, booking)
    if (news !== 'cancelled' && booking.status !== 'booked') return undefined
    const by = news === 'cancelled' ? booking.cancelledBy : 'client'
    if (by === 'zync' || (by === 'provider' && !held.shown.provider)) {
      const kind = by === 'zync' ? 'booking.withdrawn' : 'booking.provider_left'
      await notifyNameless(deps, held, kind, jobId)
      return by === 'zync' ? 'withdrawn' : news
    }
    const roles = [by === 'client' ? 'provider' : 'client'] as const
    await notify(deps, held, `booking.${news}`, { roles, jobId })
    return news
  })
  if (what) await noteMails(deps, { bookingId, what, jobId })
}

/** Says to a client that another time is proposed, while they can accept it; to a provider that theirs was declined. */
async function sendProposalNews(
  deps: WorkDeps,
  bookingId: string,
  { news, jobId }: { news: ProposalNews; jobId: string },
): Promise<void> {
  const role = news === 'proposed' ? 'client' : 'provider'
  const nowMs = await deps.jobs.now()
  const still = await asItStands(deps, bookingId, async (held) => {
    if (news === 'proposed' && !canBeAccepted(held.shown.booking, nowMs)) return false
    await notify(deps, held, `booking.${news}`, { roles: [role], jobId })
    return true
  })
  if (still) await noteMails(deps, { bookingId, what: news, jobId }, [role])
}

/** Reminds both of a session, unless it was moved or cancelled meanwhile. */
async function remind(deps: WorkDeps, given: unknown, jobId: string): Promise<void> {
  const { bookingId, sequence } = v.parse(sideEffectJobs.reminder.payload, given)
  const nowMs = await deps.jobs.now()
  const still = await asItStands(deps, bookingId, async (held) => {
    const { status, sequence: current, startsAt: until } = held.shown.booking
    if (status !== 'booked' || current !== sequence || until.getTime() <= nowMs) return false
    const roles = ['client', 'provider'] as const
    await notify(deps, held, 'booking.reminder', { roles, jobId, until })
    return true
  })
  if (still) await noteMails(deps, { bookingId, what: 'reminder', jobId })
}

/** A session under its locks, and the connection that holds them. */
interface Held {
  readonly client: pg.PoolClient
  readonly shown: ShownBooking
  /** Whoever is told something: their devices hear of it once it is committed. */
  readonly notified: string[]
}

/**
 * Does `work` with a session as it is while nobody changes it and neither of the two blocks the other: what is told comes
 * before what takes it back, or not at all. Gives undefined for a session that is gone.
 */
async function asItStands<T>(
  { pool, repo, events }: WorkDeps,
  bookingId: string,
  work: (held: Held) => Promise<T>,
): Promise<T | undefined> {
  const before = await repo.byId(bookingId)
  if (!before) return undefined
  const notified: string[] = []
  const done = await inTransaction(pool, 'begin', async (client) => {
    if (before.provider) await lockPair(client, before.client.id, before.provider.id)
    const booking = await repo.lock(ormOn(client), bookingId)
    if (!booking) return undefined
    const provider = booking.providerId === null ? null : before.provider
    return work({ client, shown: { ...before, booking, provider }, notified })
  })
  for (const userId of notified) events.publish([userId], { type: 'notices' })
  return done
}

/** Makes the provider's Google calendar say what ours says. */
async function writeCalendar(deps: WorkDeps, given: unknown): Promise<void> {
  const { bookingId, providerId } = v.parse(sideEffectJobs.calendar.payload, given)
  await deps.google.withCalendar(providerId, (open) => writeEvent(deps, open, bookingId))
}

/** The job of a change that came meanwhile may have been done before this one wrote: then it is written again. */
async function writeEvent(deps: WorkDeps, open: OpenCalendar, bookingId: string): Promise<void> {
  const shown = await deps.repo.byId(bookingId)
  const eventId = eventIdOf(bookingId)
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

/** Tells somebody whose session went with the account of the other one, once however often its job is tried. */
async function tellLeftAlone(deps: WorkDeps, given: unknown, job: JobTry): Promise<void> {
  const { pool, events, mails, newId, now } = deps
  const { userId, bookingId, start } = v.parse(sideEffectJobs.alone.payload, given)
  if (!(await personById(deps.orm, userId))) return
  if (bookingId !== undefined) {
    const about = { userId, actorId: userId, aboutId: bookingId, key: job.id, once: true }
    const at = new Date(now())
    await addNotice(pool, { id: newId(), kind: 'booking.withdrawn', ...about, at })
    events.publish([userId], { type: 'notices' })
  }
  const reader = await mailRecipient(deps, userId)
  if (reader) await mails.send(aloneMail(reader, new Date(start)), job)
}

/** Tells those parts of a session of what the other did, or that it is coming up; nobody is named after a block. */
async function notify(
  deps: WorkDeps,
  { client: connection, shown, notified }: Held,
  kind: NoticeKind,
  { roles, jobId, until }: { roles: readonly BookingRole[]; jobId: string; until?: Date },
): Promise<void> {
  const { booking, client, provider } = shown
  if (!provider) return
  const at = new Date(deps.now())
  // Asked for the client, who hears of a block whatever their age.
  const pair = await pairStatus(connection, client.id, provider.id, utcDate(at.getTime()))
  if (pair.relation === 'blocked') return
  for (const role of roles) {
    const [userId, actorId] =
      role === 'client' ? [client.id, provider.id] : [provider.id, client.id]
    const about = { userId, actorId, kind, aboutId: booking.id, key: jobId }
    await addNotice(connection, { id: deps.newId(), ...about, at, ...(until ? { until } : {}) })
    notified.push(userId)
  }
}

/** Neither of the two did it, or whoever did is gone with their account: nobody is named to the other. */
async function notifyNameless(
  deps: WorkDeps,
  { client: connection, shown: { booking, client, provider }, notified }: Held,
  kind: 'booking.withdrawn' | 'booking.provider_left',
  key: string,
): Promise<void> {
  for (const userId of [client.id, ...(provider ? [provider.id] : [])]) {
    const about = { userId, actorId: userId, aboutId: booking.id, key }
    const at = new Date(deps.now())
    await addNotice(connection, { id: deps.newId(), kind, ...about, at })
    notified.push(userId)
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
