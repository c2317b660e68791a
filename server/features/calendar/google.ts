import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Interval } from '#contract/instant.ts'
import type { Transaction } from '#server/db/orm.ts'
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
import { PartnerError } from '#server/ports/partner-error.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import type { CalendarRepo, GoogleRow } from './repo.ts'
import { isOwnCalendar } from './service.ts'

export interface GoogleDeps {
  readonly repo: CalendarRepo
  /** Undefined where the server has no keys for Google. */
  readonly google: CalendarPort | undefined
  readonly sealer: Sealer
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
    busyWithin,
    withCalendar,
  }
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
function createCalendarOpener({ repo, google, sealer, now }: GoogleDeps) {
  function openRow(row: GoogleRow): OpenCalendar | undefined {
    const tokens = v.safeParse(
      v.pipe(v.string(), v.parseJson(), calendarTokensSchema),
      sealer.open(row.sealedTokens, tokensPurpose(row.userId)),
    )
    if (!google || !tokens.success) return undefined
    return google.open(tokens.output, async (renewed) => {
      await repo.changeGoogle(row, { sealedTokens: sealTokens(row.userId, renewed) })
    })
  }

  async function noteExpiry(row: GoogleRow, error: unknown): Promise<'expired' | 'other'> {
    if (!(error instanceof CalendarExpiredError)) return 'other'
    await repo.changeGoogle(row, { expiredAt: new Date(now()) })
    return 'expired'
  }

  function sealTokens(userId: string, tokens: CalendarTokens): string {
    return sealer.seal(JSON.stringify(tokens), tokensPurpose(userId))
  }

  return { openRow, noteExpiry, sealTokens }
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
