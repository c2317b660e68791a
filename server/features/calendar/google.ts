import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import * as v from 'valibot'
import type { Interval } from '#contract/instant.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { mailTo } from '#server/features/account/index.ts'
import { addNotice } from '#server/features/notices/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Session } from '#server/http/session/caller.ts'
import {
  CalendarExpiredError,
  CalendarRefusedError,
  calendarTokensSchema,
  type CalendarPort,
  type CalendarTokens,
  type OpenCalendar,
} from '#server/ports/calendar/port.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { plainMail, type MailQueue } from '#server/ports/mail/mail.ts'
import { PartnerError } from '#server/ports/partner-error.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { wordsIn } from '#server/words/words.ts'
import type { CalendarRepo, GoogleRow } from './repo.ts'
import { isOwnCalendar } from './service.ts'

export interface GoogleDeps {
  readonly repo: CalendarRepo
  /** Undefined where the server has no keys for Google. */
  readonly google: CalendarPort | undefined
  readonly sealer: Sealer
  readonly jobs: Pick<Jobs, 'add'>
  readonly now: () => number
}

export type GoogleConnections = ReturnType<typeof createGoogleConnections>

/** Longer than anybody reads a consent page. */
const consentMs = 10 * 60_000

const stateSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    tokenHash: v.string(),
    codeVerifier: v.string(),
    expiresMs: v.number(),
  }),
)

/**
 * Lets providers connect their Google calendar, and reads and writes it. What goes through the browser is the state: it
 * is sealed, so it carries the verifier of the code (PKCE) unread and needs no table, and it works only in the session
 * that began.
 */
export function createGoogleConnections(deps: GoogleDeps) {
  const { repo, google } = deps
  const { openRow, noteExpiry } = createCalendarOpener(deps)

  /** Forgets the tokens first: should Google not answer, they are gone from here all the same. */
  async function disconnect({ actor }: Session): Promise<void> {
    const own = authorize(actor, { userId: actor.userId }, isOwnCalendar)
    const row = await repo.googleOf(own.userId)
    if (!row) return
    await repo.deleteGoogle(own)
    await openRow(row)
      ?.revoke()
      .catch((error: unknown) => {
        if (!(error instanceof CalendarExpiredError || error instanceof PartnerError)) throw error
      })
  }

  /** Takes events out of the calendar of somebody whose account is gone, and then tells Google that we leave it. */
  async function leave(given: unknown): Promise<void> {
    const { eventIds, ...row } = v.parse(leaveSchema, given)
    const open = openRow({ ...row, expiredAt: null })
    if (!open) return
    try {
      for (const eventId of eventIds) await open.removeEvent(eventId)
      await open.revoke()
    } catch (error) {
      if (!(error instanceof CalendarExpiredError)) throw error
    }
  }

  /**
   * When a provider's Google calendar says they are busy; nothing for one who has none. Throws `calendar_unavailable`
   * where it cannot be read: a slot that might be taken is not offered.
   */
  async function busyWithin(userId: string, within: Interval): Promise<Interval[]> {
    const row = await repo.googleOf(userId)
    if (!row) return []
    const open = row.expiredAt === null ? openRow(row) : undefined
    if (!open) throw new ProblemError('calendar_unavailable')
    return open.busyWithin(within).catch(async (error: unknown) => {
      await noteExpiry(row, error)
      throw new ProblemError('calendar_unavailable', {}, error)
    })
  }

  /** Does something to a provider's calendar; nothing where there is none, or it lets us in no longer. */
  async function withCalendar(
    userId: string,
    work: (calendar: OpenCalendar) => Promise<void>,
  ): Promise<void> {
    const row = await repo.googleOf(userId)
    const open = row && row.expiredAt === null ? openRow(row) : undefined
    if (!row || !open) return
    await work(open).catch(async (error: unknown) => {
      if ((await noteExpiry(row, error)) === 'other') throw error
    })
  }

  return {
    available: google !== undefined,
    ...createConsent(deps),
    disconnect,
    leave,
    busyWithin,
    withCalendar,
  }
}

/** The work that leaves the calendar of somebody whose account is gone. */
export const leaveJob = 'calendar.leave'

const leaveSchema = v.object({
  userId: v.pipe(v.string(), v.uuid()),
  sealedTokens: v.string(),
  connectedAt: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
  eventIds: v.array(v.string()),
})

/**
 * Notes, in the transaction that deletes an account, that its Google calendar is left and which events go from it. The row of
 * the tokens is gone by then, so they go along with the work, sealed as they are.
 */
export async function noteLeave(
  tx: Transaction,
  { repo, jobs, now }: Pick<GoogleDeps, 'repo' | 'jobs' | 'now'>,
  { userId, eventIds }: { userId: string; eventIds: readonly string[] },
): Promise<void> {
  const row = await repo.googleOf(userId, tx)
  if (!row || row.expiredAt !== null) return
  const { sealedTokens, connectedAt } = row
  const payload = { userId, sealedTokens, connectedAt: connectedAt.toISOString(), eventIds }
  await jobs.add(tx, { kind: leaveJob, payload, runAt: new Date(now()) })
}

/** The way to the consent page and back. */
function createConsent(deps: GoogleDeps) {
  const { repo, google, sealer, now } = deps
  const { sealTokens } = createCalendarOpener(deps)

  function begin({ tokenHash }: Session): { authUrl: string } {
    if (!google) throw new ProblemError('not_configured')
    const codeVerifier = randomBytes(48).toString('base64url')
    const state = { tokenHash, codeVerifier, expiresMs: now() + consentMs }
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
    return {
      authUrl: google.consentUrl({
        state: sealer.seal(JSON.stringify(state), statePurpose),
        codeChallenge,
      }),
    }
  }

  /** Throws `invalid_code` for what this session did not begin in the last minutes or Google does not honour. */
  async function finish(
    { actor, tokenHash }: Session,
    given: { code: string; state: string },
    first: (tx: Transaction, userId: string) => Promise<void>,
  ): Promise<void> {
    if (!google) throw new ProblemError('not_configured')
    const own = authorize(actor, { userId: actor.userId }, isOwnCalendar)
    const begun = v.safeParse(stateSchema, sealer.open(given.state, statePurpose))
    if (!begun.success || begun.output.tokenHash !== tokenHash || begun.output.expiresMs < now()) {
      throw new ProblemError('invalid_code')
    }
    const { codeVerifier } = begun.output
    const tokens = await google.exchange({ code: given.code, codeVerifier }).catch(refuse)
    const sealedTokens = sealTokens(own.userId, tokens)
    const row = { sealedTokens, connectedAt: new Date(now()) }
    await repo.putGoogle(own, row, (tx) => first(tx, own.userId))
  }

  return { begin, finish }
}

/** Opens the calendars of rows with their sealed tokens. */
function createCalendarOpener({ repo, google, sealer, jobs, now }: GoogleDeps) {
  function openRow(row: GoogleRow): OpenCalendar | undefined {
    const tokens = v.safeParse(
      v.pipe(v.string(), v.parseJson(), calendarTokensSchema),
      sealer.open(row.sealedTokens, tokensPurpose(row.userId)),
    )
    if (!google || !tokens.success) return undefined
    return google.open(tokens.output, async (renewed) => {
      await repo.renewGoogle(row, sealTokens(row.userId, renewed))
    })
  }

  async function noteExpiry(row: GoogleRow, error: unknown): Promise<'expired' | 'other'> {
    if (!(error instanceof CalendarExpiredError)) return 'other'
    const at = new Date(now())
    const job = { kind: expiredJob, payload: { userId: row.userId }, runAt: at } as const
    await repo.expireGoogle(row, at, (tx) => jobs.add(tx, job))
    return 'expired'
  }

  function sealTokens(userId: string, tokens: CalendarTokens): string {
    return sealer.seal(JSON.stringify(tokens), tokensPurpose(userId))
  }

  return { openRow, noteExpiry, sealTokens }
}

const expiredJob = 'calendar.expired'
const expiredSchema = v.object({ userId: v.pipe(v.string(), v.uuid()) })

/** Tells a provider that Google lets us in no longer, in the app and by mail: until they connect again nobody can book them. */
export function handleExpired(deps: {
  pool: pg.Pool
  orm: Orm
  jobs: Pick<Jobs, 'handle'>
  repo: CalendarRepo
  mails: Pick<MailQueue, 'send'>
  events: Pick<EventBus, 'publish'>
  now: () => number
  newId: () => string
}): void {
  const { pool, orm, jobs, repo, mails, events, now, newId } = deps
  jobs.handle(expiredJob, async (given, job) => {
    const { userId } = v.parse(expiredSchema, given)
    if (!(await repo.googleOf(userId))?.expiredAt) return
    const about = { userId, actorId: userId, aboutId: job.id, key: job.id, once: true }
    await addNotice(pool, { id: newId(), kind: 'calendar.expired', ...about, at: new Date(now()) })
    events.publish([userId], { type: 'notices' })
    const reader = await mailTo(orm, userId)
    if (!reader || reader.suspended) return
    const { to, language } = reader
    await mails.send(plainMail(to, wordsIn(language).calendarExpired, language), job)
  })
}

const statePurpose = 'google consent'

/** Tokens that were put into another person's row open nothing. */
function tokensPurpose(userId: string): string {
  return `google tokens of ${userId}`
}

function refuse(error: unknown): never {
  if (error instanceof CalendarRefusedError) throw new ProblemError('invalid_code')
  throw error
}
