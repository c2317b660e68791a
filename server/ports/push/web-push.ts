import { Agent, request } from 'node:https'
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import type { Metrics } from '#server/ports/metrics/metrics.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { type VapidPair, loadVapidPairs, type PushEnv } from './env.ts'
import type { PushAddress, PushMessage, Pushed, PushPort } from './port.ts'

/** The push services of the browsers there are; a star stands for one name or several. */
export const knownPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

interface WebPushDeps {
  /** Every pair that a subscription may have been made with; the first one is for new ones. */
  readonly keys: readonly [VapidPair, ...VapidPair[]]
  /** Whom a push service turns to: an address of ours. */
  readonly subject: string
  readonly hosts: readonly string[]
  readonly log: Logger
  readonly metrics?: Pick<Metrics, 'pushSend'> | undefined
  readonly now: () => number
  /** Tests bring the certificate of theirs. */
  readonly ca?: string
  /** In the place of ours. */
  readonly timeoutMs?: number
}

const timeoutMsDefault = 10_000
/** All messages are of one length, so that nobody learns from it what they are about. */
const messageBytes = 1_024
const signatureMs = 6 * 3_600_000
const retryAfterMsMax = 6 * 3_600_000
const socketsPerHostMax = 32

/**
 * Web Push (RFC 8030, 8291 and 8292). Addresses come from strangers: only known hosts are asked, on their own port, no
 * redirect is followed, and nothing of an answer but its status is read. Addresses are never logged.
 */
export function createWebPush(deps: WebPushDeps): PushPort {
  const { keys, hosts, log, now, ca } = deps
  const agent = new Agent({ keepAlive: true, maxSockets: socketsPerHostMax, ...(ca ? { ca } : {}) })
  const signed = createSignatures(deps)
  const rests = createRests(now)
  const complained = new Set<string>()

  async function send(message: PushMessage): Promise<Pushed> {
    const { endpoint } = message.to
    const { host } = new URL(endpoint)
    const restMs = rests.leftMs(host)
    if (restMs > 0) return { status: 'later', afterMs: restMs }
    const pair = keys.find(({ publicKey }) => publicKey === message.publicKey)
    // Made with a key that we have no more, it can be reached by nobody: the device subscribes anew.
    if (!pair || !isKnownHost(endpoint, hosts)) return { status: 'gone' }
    const [headers, body] = await Promise.all([signed(message.to, pair), sealedBody(message)])
    const answer = await post(
      { endpoint, headers: { ...headers, ...headersOf(message, body) }, body },
      { agent, timeoutMs: deps.timeoutMs ?? timeoutMsDefault },
    ).catch(() => undefined)
    deps.metrics?.pushSend(host, answer?.status ?? 0)
    if (answer === undefined) return { status: 'later', afterMs: rests.failed(host) }
    rests.answered(host)
    const pushed = pushedOf(answer, now())
    const complaint = `${host} ${answer.status}`
    if (pushed.status === 'refused' && !complained.has(complaint)) {
      complained.add(complaint)
      log.warn({ host, status: answer.status }, 'a push service refuses messages')
    }
    return pushed
  }

  return {
    publicKey: keys[0].publicKey,
    admits: async (address) => isKnownHost(address.endpoint, hosts) && isOnCurve(address),
    hostOf: (endpoint) => new URL(endpoint).host,
    send,
    close: () => agent.destroy(),
  }
}

/** Whether an address is of one of the hosts, by TLS on their own port, without a name or password in it. */
export function isKnownHost(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, username, password, host } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return hosts.some((known) =>
    known.startsWith('*.')
      ? host.endsWith(known.slice(1)) && host.length >= known.length
      : host === known,
  )
}

/** Keys that lie on no curve are refused where they come in: later they would fail in the middle of others' messages. */
async function isOnCurve(to: PushAddress): Promise<boolean> {
  try {
    await encryptNotification(asLibrary(to), new Uint8Array(1), { pad: false })
    return true
  } catch {
    return false
  }
}

/** What a push service carries: nobody but the browser opens it. */
export function sealedBody({ to, text }: Pick<PushMessage, 'to' | 'text'>): Promise<Uint8Array> {
  const bytes = Buffer.from(text)
  // Blanks behind JSON mean nothing to whoever reads it.
  const padded = Buffer.alloc(Math.max(messageBytes, bytes.length), ' ')
  bytes.copy(padded)
  return encryptNotification(asLibrary(to), new Uint8Array(padded), { pad: false })
}

function asLibrary({ endpoint, keys }: PushAddress) {
  return { endpoint, keys, expirationTime: null }
}

function headersOf({ ttlSeconds, topic, urgency }: PushMessage, body: Uint8Array) {
  return {
    ttl: String(Math.max(0, Math.floor(ttlSeconds))),
    topic,
    urgency,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(body.byteLength),
  }
}

/** One signature serves all messages to a push service for hours. */
function createSignatures({ subject, now }: Pick<WebPushDeps, 'subject' | 'now'>) {
  const known = new Map<string, { headers: { authorization: string }; untilMs: number }>()
  return async function signed(to: PushAddress, { publicKey, privateKey }: VapidPair) {
    const key = `${new URL(to.endpoint).origin} ${publicKey}`
    const before = known.get(key)
    if (before && before.untilMs > now()) return before.headers
    const { headers } = await vapidHeaders(asLibrary(to), { subject, publicKey, privateKey })
    known.set(key, { headers, untilMs: now() + signatureMs })
    return headers
  }
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
}

function post(
  given: { endpoint: string; headers: Record<string, string>; body: Uint8Array },
  { agent, timeoutMs }: { agent: Agent; timeoutMs: number },
): Promise<Answer> {
  const { endpoint, headers, body } = given
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const sending = request(endpoint, { method: 'POST', headers, agent, signal }, (response) => {
      response.on('error', () => undefined).resume()
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
    })
    sending.on('error', reject).end(body)
  })
}

function pushedOf({ status, retryAfter }: Answer, nowMs: number): Pushed {
  if (status >= 200 && status < 300) return { status: 'sent' }
  if (status === 404 || status === 410) return { status: 'gone' }
  if (status === 429 || status >= 500) {
    return { status: 'later', afterMs: waitMsOf(retryAfter, nowMs) }
  }
  return { status: 'refused' }
}

const waitMsDefault = 60_000

/** `Retry-After` is a number of seconds, or a date. */
function waitMsOf(retryAfter: string | undefined, nowMs: number): number {
  if (retryAfter === undefined) return waitMsDefault
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - nowMs
  return waitMs >= 0 ? Math.min(waitMs, retryAfterMsMax) : waitMsDefault
}

const failuresMax = 3
const restMs = 60_000

/** A push service that does not answer is left alone for a while, so that nobody waits for it again and again. */
function createRests(now: () => number) {
  const failures = new Map<string, number>()
  const restsUntil = new Map<string, number>()
  return {
    leftMs: (host: string) => (restsUntil.get(host) ?? 0) - now(),
    answered: (host: string) => void failures.delete(host),
    failed(host: string): number {
      const count = (failures.get(host) ?? 0) + 1
      failures.set(host, count)
      if (count >= failuresMax) {
        restsUntil.set(host, now() + restMs)
        failures.delete(host)
      }
      return restMs
    },
  }
}

/** Notifications as the environment says; undefined where they are off. */
export async function openPush(
  { push, publicUrl }: PushEnv,
  deps: {
    database: Database
    sealer: Sealer
    log: Logger
    metrics: Pick<Metrics, 'pushSend'>
    now: () => number
  },
): Promise<PushPort | undefined> {
  if (!push.on) {
    deps.log.info('PUSH is off: nobody gets notifications on their devices')
    return undefined
  }
  const keys = await loadVapidPairs({ ...deps, orm: deps.database.orm }, push.privateKey)
  const hosts = push.hosts ?? knownPushHosts
  return createWebPush({ ...deps, keys, hosts, subject: subjectOf(push.subject, publicUrl, deps) })
}

/** Apple takes no subject of a machine without a name; the others take any. */
function subjectOf(given: string | undefined, publicUrl: string, { log }: { log: Logger }): string {
  if (given !== undefined) return given
  if (publicUrl.startsWith('https://')) return publicUrl
  log.info('PUBLIC_URL is no https address: notifications do not reach devices of Apple')
  return 'mailto:nobody@localhost'
}
