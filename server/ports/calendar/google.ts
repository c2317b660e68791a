import { calendar } from '@googleapis/calendar'
import { CodeChallengeMethod, OAuth2Client, type Credentials } from 'google-auth-library'
import type { Interval } from '#contract/instant.ts'
import { PartnerError } from '../partner-error.ts'
import {
  CalendarRefusedError,
  type CalendarEvent,
  type CalendarPort,
  type CalendarTokens,
  type OpenCalendar,
  CalendarExpiredError,
} from './port.ts'

export interface GoogleKeys {
  readonly clientId: string
  readonly clientSecret: string
  /** Another address than Google's own, as `http://127.0.0.1:4127`. */
  readonly apiBase: string | undefined
}

/** No more than we need: when somebody is busy, and events. */
const scopes = [
  'https://www.googleapis.com/auth/calendar.freebusy',
  'https://www.googleapis.com/auth/calendar.events',
]
const timeoutMs = 8_000
const calendarId = 'primary'

/** Where Google sends the browser back to: a page of the app. */
export const googleReturnPath = '/calendar/google/callback'

/** Google calendars through Google's own libraries. */
export function googleCalendars(keys: GoogleKeys, options: { publicUrl: string }): CalendarPort {
  const redirectUri = options.publicUrl + googleReturnPath
  const newClient = () =>
    new OAuth2Client({
      clientId: keys.clientId,
      clientSecret: keys.clientSecret,
      redirectUri,
      transporterOptions: { timeout: timeoutMs, retryConfig: { retry: 1 } },
      ...(keys.apiBase === undefined ? {} : { endpoints: endpointsAt(keys.apiBase) }),
    })
  return {
    consentUrl: ({ state, codeChallenge }) =>
      newClient().generateAuthUrl({
        access_type: 'offline',
        // Without it Google gives the lasting token the first time only.
        prompt: 'consent',
        scope: scopes,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: CodeChallengeMethod.S256,
      }),
    async exchange(given) {
      try {
        const { tokens } = await newClient().getToken(given)
        requireScopes(tokens)
        return tokensOf(tokens, undefined)
      } catch (cause) {
        if (cause instanceof CalendarRefusedError) throw cause
        if (isRefusal(cause)) throw new CalendarRefusedError('Google refused the code', { cause })
        throw new PartnerError('google', cause)
      }
    },
    open(tokens, renewed) {
      const client = newClient()
      client.setCredentials(credentialsOf(tokens))
      return openCalendar(client, { tokens, renewed, apiBase: keys.apiBase })
    },
  }
}

function openCalendar(
  client: OAuth2Client,
  deps: {
    tokens: CalendarTokens
    renewed: (tokens: CalendarTokens) => Promise<void>
    apiBase: string | undefined
  },
): OpenCalendar {
  const { tokens, renewed, apiBase } = deps
  const google = calendar({
    version: 'v3',
    auth: client,
    timeout: timeoutMs,
    retryConfig: { retry: 1 },
    ...(apiBase === undefined ? {} : { rootUrl: `${apiBase}/` }),
  })

  /** Tokens that were renewed on the way are kept before the answer is. */
  async function asking<T>(work: () => Promise<T>): Promise<T> {
    let fresh: Credentials | undefined
    const note = (credentials: Credentials) => {
      fresh = credentials
    }
    client.on('tokens', note)
    try {
      return await work()
    } catch (cause) {
      throw asCalendarError(cause)
    } finally {
      client.off('tokens', note)
      if (fresh) await renewed(tokensOf(fresh, tokens.refreshToken))
    }
  }

  return {
    busyWithin: (within) => asking(async () => busyTimes(google, within)),
    putEvent: (event) => asking(async () => putEvent(google, event)),
    removeEvent: (eventId) =>
      asking(async () => {
        await google.events.delete({ calendarId, eventId }).catch(unlessMissing)
      }),
    revoke: () =>
      asking(async () => {
        await client.revokeToken(tokens.refreshToken)
      }),
  }
}

type Google = ReturnType<typeof calendar>

async function busyTimes(google: Google, { fromMs, toMs }: Interval): Promise<Interval[]> {
  const { data } = await google.freebusy.query({
    requestBody: {
      timeMin: new Date(fromMs).toISOString(),
      timeMax: new Date(toMs).toISOString(),
      items: [{ id: calendarId }],
    },
  })
  const own = data.calendars?.[calendarId]
  if (!own || (own.errors?.length ?? 0) > 0)
    throw new Error('Google does not say when they are busy')
  return (own.busy ?? []).map(({ start, end }) => ({
    fromMs: Date.parse(start ?? ''),
    toMs: Date.parse(end ?? ''),
  }))
}

async function putEvent(google: Google, event: CalendarEvent): Promise<void> {
  const { eventId, start, end, summary } = event
  const requestBody = {
    id: eventId,
    summary,
    start: { dateTime: start },
    end: { dateTime: end },
    status: 'confirmed',
    visibility: 'private',
  }
  try {
    await google.events.update({ calendarId, eventId, requestBody })
  } catch (error) {
    if (!isMissing(error)) throw error
    await google.events.insert({ calendarId, requestBody })
  }
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

/** The owner may leave a box of Google's consent page off; a calendar that we may not read offers nothing. */
function requireScopes({ scope }: Credentials): void {
  const granted = scope?.split(' ')
  if (granted && !scopes.every((each) => granted.includes(each))) {
    throw new CalendarRefusedError('Google lets us do less than we need')
  }
}

function tokensOf(given: Credentials, refreshToken: string | undefined): CalendarTokens {
  const lasting = given.refresh_token ?? refreshToken
  if (lasting === undefined) throw new CalendarRefusedError('Google gave no lasting token')
  return {
    refreshToken: lasting,
    accessToken: given.access_token ?? null,
    accessExpiresMs: given.expiry_date ?? null,
  }
}

function credentialsOf({
  refreshToken,
  accessToken,
  accessExpiresMs,
}: CalendarTokens): Credentials {
  return {
    refresh_token: refreshToken,
    access_token: accessToken,
    expiry_date: accessExpiresMs,
  }
}

function endpointsAt(apiBase: string) {
  return {
    oauth2AuthBaseUrl: `${apiBase}/auth`,
    oauth2TokenUrl: `${apiBase}/token`,
    oauth2RevokeUrl: `${apiBase}/revoke`,
    tokenInfoUrl: `${apiBase}/tokeninfo`,
  }
}

/** Google's way to say that a refresh token or a code is worth nothing (any more). */
const goneGrant = 'invalid_grant'

/** What a failed call of an open calendar means to its owner. */
function asCalendarError(cause: unknown): Error {
  return isRefusal(cause) || statusOf(cause) === 401
    ? new CalendarExpiredError('Google no longer lets us in', { cause })
    : new PartnerError('google', cause)
}

/** True when Google answered that it does not accept what was shown to it. */
function isRefusal(error: unknown): boolean {
  const body = field(field(error, 'response'), 'data')
  return field(body, 'error') === goneGrant
}

/** True for an event that Google does not have (404), or has deleted (410). */
function isMissing(error: unknown): boolean {
  const status = statusOf(error)
  return status === 404 || status === 410
}

function statusOf(error: unknown): unknown {
  return field(error, 'status') ?? field(field(error, 'response'), 'status')
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
