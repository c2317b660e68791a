import { execFile } from 'node:child_process'
import { createPublicKey, randomBytes, verify, type ECDH } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { decrypt } from 'http_ece'
import * as v from 'valibot'
import type { Subscription } from '#contract/push/model.ts'
import { assertPlain, browserKeys } from './push-silent.ts'

/** What a browser got, opened with its own keys. */
export interface PushReceived {
  readonly endpoint: string
  readonly text: string
  readonly ttl: number
  readonly topic: string
  readonly urgency: string
  readonly bytes: number
}

export type FakeAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and says nothing. */
  | 'hang'

export interface PushFake {
  /** `localhost:port`: what the server must be allowed to send to. */
  readonly host: string
  readonly ca: string
  readonly received: readonly PushReceived[]
  /** How often each address was asked, whatever the answer. */
  readonly asked: ReadonlyMap<string, number>
  /** A browser that subscribes with a key of a server's. */
  subscribe(publicKey: string): Subscription
  /** What an address answers from now on: 201 unless something is said. */
  answers(endpoint: string, answer: FakeAnswer): void
  close(): Promise<void>
}

interface Browser {
  readonly curve: ECDH
  readonly auth: string
  readonly publicKey: string
}

/** A push service over TLS, with a certificate of its own, that believes nothing: it checks signatures and opens messages. */
export async function startPushFake({ opens = true } = {}): Promise<PushFake> {
  const { key, cert } = await certificate()
  const browsers = new Map<string, Browser>()
  const answers = new Map<string, FakeAnswer>()
  const received: PushReceived[] = []
  const asked = new Map<string, number>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = `https://${request.headers.host}${request.url}`
    asked.set(endpoint, (asked.get(endpoint) ?? 0) + 1)
    const body = await buffer(request)
    const said = answers.get(endpoint) ?? { status: 201 }
    if (said === 'hang') return
    const browser = browsers.get(endpoint)
    const status = browser ? (isSigned(request, browser) ? said.status : 403) : 404
    if (browser && status === 201) {
      const { topic = '', urgency = '', ttl = '' } = stringHeaders(request)
      const text = opens ? opened(body, browser) : ''
      if (opens) assertPlain(text)
      received.push({ endpoint, text, topic, urgency, ttl: Number(ttl), bytes: body.length })
    }
    response.writeHead(status, said.headers).end()
  }

  const server = createServer({ key, cert }, (request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `localhost:${port}`,
    ca: cert,
    received,
    asked,
    subscribe(publicKey) {
      const { curve, keys } = browserKeys()
      const endpoint = `https://localhost:${port}/push/${randomBytes(12).toString('hex')}`
      browsers.set(endpoint, { curve, auth: keys.auth, publicKey })
      return { endpoint, keys, expirationTime: null }
    },
    answers: (endpoint, said) => void answers.set(endpoint, said),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Opens a message by another library than the one that sealed it. */
function opened(body: Buffer, { curve, auth }: Browser): string {
  return decrypt(body, { version: 'aes128gcm', privateKey: curve, authSecret: auth }).toString()
}

const claims = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ aud: v.string(), exp: v.number(), sub: v.string() }),
)

/** RFC 8292: signed with the key that the browser subscribed with, for this service and no longer than a day. */
function isSigned(request: IncomingMessage, { publicKey }: Browser): boolean {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  if (key !== publicKey) return false
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const verifier = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = v.parse(claims, Buffer.from(payload, 'base64url').toString())
  const inADay = Date.now() / 1_000 + 24 * 3_600
  return signed && aud === `https://${request.headers.host}` && exp < inADay && sub.includes(':')
}

function stringHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** A key and a certificate of `localhost` for an hour's tests. */
async function certificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'zync-push-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const files = ['-keyout', keyFile, '-out', certFile]
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...name, ...files])
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certFile, 'utf8')]
  await rm(folder, { recursive: true })
  return { key, cert }
}
