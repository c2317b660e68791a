import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { GoogleKeys } from '#server/ports/calendar/google.ts'

export interface GoogleFake {
  readonly keys: GoogleKeys
  /** What the owner of every calendar is busy with. */
  busy: { start: string; end: string }[]
  readonly events: Map<string, Record<string, unknown>>
  /** Every request that came. */
  readonly seen: readonly string[]
  readonly revoked: readonly string[]
  /** What the owner leaves ticked of what they are asked for. */
  scope: string
  /** What a refresh token is answered with from now on. */
  grants: 'honoured' | 'withdrawn'
  /** Runs before an event is added that Google does not have. */
  beforeInsert: () => Promise<unknown>
  /** The next so many requests to the calendar are answered with this status. */
  failNext(count: number, status: number): void
  /** What the owner answers on the page where Google asks them; it then sends the browser back. */
  answer: 'consents' | 'declines'
  /** What the owner's consent sends the browser back with. */
  consent(authUrl: string): { code: string; state: string }
  close(): Promise<void>
}

const clientId = 'zync-tests'
const clientSecret = 'secret of the tests'
const scopes =
  'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.freebusy'

/** Google's token, free/busy and events endpoints on a free port; a code is worth something with its verifier alone. */
export async function startGoogleFake(): Promise<GoogleFake> {
  const challenges = new Map<string, { challenge: string; redirectUri: string }>()
  const events = new Map<string, Record<string, unknown>>()
  const [seen, revoked]: string[][] = [[], []]
  let failure = { count: 0, status: 500 }
  let issued = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://google')
    const call = `${request.method} ${pathname}`
    seen?.push(call)
    const body = await text(request)
    if (call === 'GET /auth') {
      response.writeHead(302, { location: wayBack(request.url ?? '') })
      return void response.end()
    }
    const end = (status: number, reply?: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(reply && JSON.stringify(reply))
    }
    if (call === 'POST /token') return end(...tokenReply(new URLSearchParams(body)))
    if (call === 'POST /revoke') {
      revoked?.push(searchParams.get('token') ?? new URLSearchParams(body).get('token') ?? '')
      return end(200, {})
    }
    if (failure.count > 0) {
      failure.count -= 1
      return end(failure.status, { error: { code: failure.status } })
    }
    if (!/^Bearer access-\d+$/.test(request.headers.authorization ?? '')) return end(401, {})
    if (call === 'POST /calendar/v3/freeBusy') {
      return end(200, { calendars: { primary: { busy: fake.busy } } })
    }
    if (request.method === 'POST') await fake.beforeInsert()
    return end(...eventReply(request.method ?? '', pathname, body))
  }

  function wayBack(authUrl: string): string {
    const asked = new URL(authUrl, 'http://google')
    const back = new URL(asked.searchParams.get('redirect_uri') ?? '')
    const { code, state } = fake.consent(asked.href)
    const reply = { state, ...(fake.answer === 'consents' ? { code } : { error: 'access_denied' }) }
    back.search = new URLSearchParams(reply).toString()
    return back.href
  }

  function tokenReply(given: URLSearchParams): [number, object] {
    const ours = given.get('client_id') === clientId && given.get('client_secret') === clientSecret
    if (!ours) return [401, { error: 'invalid_client' }]
    const access = {
      access_token: `access-${(issued += 1)}`,
      expires_in: 3600,
      token_type: 'Bearer',
    }
    if (given.get('grant_type') === 'refresh_token') {
      return fake.grants === 'honoured' ? [200, access] : [400, { error: 'invalid_grant' }]
    }
    const code = given.get('code') ?? ''
    const begun = challenges.get(code)
    challenges.delete(code)
    const verifier = given.get('code_verifier') ?? ''
    const right =
      begun?.redirectUri === given.get('redirect_uri') &&
      begun?.challenge === createHash('sha256').update(verifier).digest('base64url')
    if (!right) return [400, { error: 'invalid_grant' }]
    return [200, { ...access, refresh_token: `refresh-${code}`, scope: fake.scope }]
  }

  function eventReply(method: string, path: string, body: string): [number, object] {
    const given = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    const id = path.split('/events/')[1]
    if (method === 'POST') {
      events.set(String(given['id']), given)
      return [200, given]
    }
    if (id === undefined || !events.has(id)) return [404, { error: { code: 404 } }]
    if (method === 'PUT') events.set(id, given)
    else events.delete(id)
    return [method === 'PUT' ? 200 : 204, given]
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: GoogleFake = {
    keys: { clientId, clientSecret, apiBase: `http://127.0.0.1:${port}` },
    busy: [],
    events,
    seen: seen ?? [],
    revoked: revoked ?? [],
    scope: scopes,
    grants: 'honoured',
    answer: 'consents',
    beforeInsert: async () => undefined,
    failNext: (count, status) => {
      failure = { count, status }
    },
    consent(authUrl) {
      const query = new URL(authUrl).searchParams
      if (query.get('code_challenge_method') !== 'S256') throw new Error('No PKCE')
      const code = `code-${(issued += 1)}`
      const challenge = query.get('code_challenge') ?? ''
      challenges.set(code, { challenge, redirectUri: query.get('redirect_uri') ?? '' })
      return { code, state: query.get('state') ?? '' }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}
