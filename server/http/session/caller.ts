import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { UserId, UserType } from '#contract/account/model.ts'
import { ProblemError } from '#server/http/routing/problem.ts'

/** The signed-in person behind a request, as every policy sees them. */
export interface Actor {
  readonly userId: UserId
  readonly userType: UserType
  readonly superAdmin: boolean
  /** A care provider whose papers were accepted; false for everybody else. */
  readonly verifiedProvider: boolean
}

/** A request that carried a valid token: the person, and which of their sessions it is. */
export interface Session {
  readonly tokenHash: string
  readonly actor: Actor
  /** When they last proved with password and code that it is them; null where that is not known. */
  readonly provedAt: Date | null
  /** They must turn on a second factor first: until then only routes with `beforeEnrolment` are theirs. */
  readonly enrolmentDue: boolean
}

/** 256 bits, base64url: what nobody can guess and what fits in a header. */
const tokenBytes = 32
const bearerShape = /^Bearer ([\w-]{43})$/i

/** A new session's token, to be shown once, and the hash that is kept of it. */
export function newToken(random: (bytes: number) => Buffer = randomBytes): {
  token: string
  tokenHash: string
} {
  const token = random(tokenBytes).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** SHA-256 in hex: enough for 256 random bits, and fast, as every request needs it. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** The session of an `Authorization` header, or 401. What cannot be a token never reaches the database. */
export async function requireSession(
  authorization: string | undefined,
  findSession: (token: string) => Promise<Session | undefined>,
): Promise<Session> {
  const token = bearerShape.exec(authorization ?? '')?.[1]
  const session = token === undefined ? undefined : await findSession(token)
  if (!session) throw new ProblemError('unauthenticated')
  return session
}

/**
 * The caller's address for limits: the socket's, or with `hops` trusted proxies the entry that the outermost of
 * them wrote. An IPv6 caller counts as their /64, which is what one household or phone is given.
 */
export function callerAddress(incoming: IncomingMessage, hops: number): string {
  const forwardedFor = hops === 0 ? undefined : forwarded(incoming, hops)
  return forwardedFor === undefined ? socketAddress(incoming.socket) : network(forwardedFor)
}

/** The address that a connection comes from, counted alike: the caller's, or that of a proxy in front. */
export function socketAddress({ remoteAddress }: Socket): string {
  return network(remoteAddress ?? 'unknown')
}

/** A header shorter than the chain of proxies was not written by them alone: its first entry is all there is. */
function forwarded(incoming: IncomingMessage, hops: number): string | undefined {
  const header = incoming.headers['x-forwarded-for']
  const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',')
  const entry = chain[Math.max(0, chain.length - hops)]?.trim()
  return entry ? withoutPort(entry) : undefined
}

/** Some proxies write the port too, which is another one on each connection. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}

function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  return address.includes(':') ? sixtyFour(address) : address
}

function sixtyFour(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}

interface CookieFacts {
  readonly name: string
  /** The browser sends it to this path and below. */
  readonly path: string
  /** Over HTTPS alone, and refused by browsers from anywhere else; true wherever the server is in production. */
  readonly secure: boolean
}

/** A cookie that no script reads and no other site sends along. */
interface Cookie {
  /** The `Set-Cookie` header that gives it to the browser. */
  set(value: string, maxAgeSeconds: number): string
  /** The `Set-Cookie` header that takes it away. */
  clear(): string
  /** Its value in a `Cookie` header; the first of a name counts. */
  read(header: string | undefined): string | undefined
}

/** The one writer and reader of a cookie: its name is made here alone, and both sides use the same. */
export function createCookie({ name: given, path, secure }: CookieFacts): Cookie {
  // Browsers take a name with this prefix over HTTPS alone: a plain http neighbour cannot plant one.
  const name = secure ? `__Secure-${given}` : given
  const flags = ['HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])]
  const set = (value: string, maxAgeSeconds: number) =>
    [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, ...flags].join('; ')
  return { set, clear: () => set('', 0), read: (header) => valueOf(header, name) }
}

function valueOf(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key = '', ...value] = part.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
  return undefined
}
