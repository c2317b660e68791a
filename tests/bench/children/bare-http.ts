import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { answerParent } from '../child.ts'
import type { RawAnswer } from '../raw-answer.ts'

export type BareHttpTasks = { origin: { given: undefined; gives: string } }

export interface BareHttpOptions {
  /** What every request is answered, byte for byte. */
  readonly answer: RawAnswer
  /** With an address, the two queries of `GET /api/trackers/check` run first, prepared. */
  readonly databaseUrl?: string
}

/** A server of node:http alone. */
const { answer, databaseUrl } = JSON.parse(process.argv[2] ?? '') as BareHttpOptions
const body = Buffer.from(answer.bodyBase64, 'base64')
const pool = databaseUrl === undefined ? undefined : new pg.Pool({ connectionString: databaseUrl })

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => void reply(request, response))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (pool) await readAsTheServer(pool, request.headers.authorization ?? '')
  response.writeHead(answer.status, answer.headers).end(body)
}

async function readAsTheServer(pool: pg.Pool, authorization: string): Promise<void> {
  const token = authorization.slice('Bearer '.length)
  const session = await pool.query<{ user_id: string }>({
    name: 'session',
    text: `select s.user_id, s.last_used_at, s.expires_at, u.user_type, u.role, u.verified_at, u.suspended_at
      from sessions s join users u on u.id = s.user_id where s.token_hash = $1`,
    values: [createHash('sha256').update(token).digest('hex')],
  })
  await pool.query({
    name: 'check',
    text: 'select tracker_type from tracker_entries where user_id = $1 and day = current_date',
    values: [session.rows[0]?.user_id],
  })
}

answerParent<BareHttpTasks>({ origin: async () => `http://127.0.0.1:${port}` }, async () =>
  server.closeAllConnections(),
)
