import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { BodyOutput, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { FileRule } from '#contract/file-rule.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { epochHeader } from '#contract/sync/api.ts'
import type { contractHeader } from '#contract/version.ts'
import { asProblem } from '#server/http/routing/problem.ts'
import type { StreamReply, FileReply } from '#server/http/routing/response.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor, Session } from '#server/http/session/caller.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { AuditNote, AuditTrail } from '#server/ports/audit/trail.ts'

/**
 * How the server answers one endpoint. The chain of a request is limit, session, validate, policy, handle:
 * each step may end it by throwing a `ProblemError`.
 */
export interface Route<E extends Endpoint> {
  /** Refuses an address that asks too often, before anything of the request is read. */
  readonly limit?: (address: string) => Promise<void>
  /** Refuses a person who asks too often, before their body is read. */
  readonly admit?: (actor: ActorOf<E>) => void
  /** Which calls are open to somebody who has to turn on a second factor first; none unless given. */
  readonly beforeEnrolment?: (session: Session, params: ParamsOf<E>) => boolean
  /** Which people may make this call at all; what they may touch is decided on the record by `authorize`. */
  readonly policy: (actor: ActorOf<E>) => Verdict
  readonly handle: (request: RouteRequest<E>) => Promise<HandlerReply<E>>
  /** Sent with a reply that went well. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends a validator with the reply, and 304 to a caller who has it already. */
  readonly revalidates?: boolean
}

/** What a handler gets: everything parsed by the endpoint's schemas. */
export interface RouteRequest<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOutput<E>
  /** Files that fit their rules. They are gone once the request has been answered. */
  readonly files: FilesOf<E>
  readonly session: SessionOf<E>
  readonly address: string
  readonly header: (
    name:
      | 'idempotency-key'
      | 'user-agent'
      | 'cookie'
      | 'accept-language'
      | typeof epochHeader
      | typeof contractHeader,
  ) => string | undefined
  /** Sends a header along with a reply that goes well. */
  readonly setHeader: (name: 'set-cookie', value: string) => void
  /** Tells the audit trail whom the call is about, where only its handler finds that out. */
  readonly concerns: (userId: string) => void
}

/** A route for every endpoint of an API: one that is missing does not compile. */
export type Routes<A extends Record<string, Endpoint>> = { readonly [K in keyof A]: Route<A[K]> }

type HandlerReply<E extends Endpoint> = E['reply'] extends { type: 'file' }
  ? FileReply
  : E['reply'] extends { type: 'stream' }
    ? StreamReply
    : ReplyOf<E>

type FilesOf<E extends Endpoint> = E['body'] extends {
  files: infer F extends Readonly<Record<string, FileRule>>
}
  ? {
      readonly [K in keyof F]: F[K]['required'] extends true
        ? UploadedFile
        : UploadedFile | undefined
    }
  : undefined

type SessionOf<E extends Endpoint> = E['session'] extends 'required' ? Session : undefined

type ActorOf<E extends Endpoint> = E['session'] extends 'required' ? Actor : undefined

/** For `beforeEnrolment` of calls that are about whoever makes them. */
export function alsoBeforeEnrolment(): boolean {
  return true
}

/** The policy of calls that are open to everybody, signed in or not. */
export function anybody(): Verdict {
  return 'allow'
}

/** The policy of calls that any signed-in person may make. */
export function anyMember(_actor: Actor): Verdict {
  return 'allow'
}

export type ApiEnv = { Bindings: HttpBindings }

export type ApiContext = Context<ApiEnv>

/** One request on its way through the chain: what a log line, a limit and an answer need to know of it. */
export interface Exchange {
  readonly requestId: string
  readonly incoming: IncomingMessage
  /** The caller's address as limits count it. */
  readonly address: string
}

/** Version, trace, parent and flags; a later version may say more behind them. Ids of zeros alone are none. */
const traceShape =
  /^(?!ff)(?<version>[0-9a-f]{2})-(?<trace>(?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?<more>-.*)?$/

/** The trace that a request belongs to, as W3C's `traceparent` says; undefined without one that can be read. */
export function traceOf({ headers }: IncomingMessage): string | undefined {
  const given = headers['traceparent']
  const found = typeof given === 'string' ? traceShape.exec(given)?.groups : undefined
  return found?.['version'] === '00' && found['more'] !== undefined ? undefined : found?.['trace']
}

/** Makes a function that numbers requests: `prefix` tells this process from others and from its past lives. */
export function requestIds(prefix: string): () => string {
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}

/** What the trail is told of a call; `reply` is there when it went well. */
export type AuditRule<E extends Endpoint> = (
  request: RouteRequest<E>,
  reply: ReplyOf<E> | undefined,
  hashed: AuditTrail['hashed'],
) => Pick<AuditNote, 'event' | 'actorId' | 'object' | 'detail'>

/** Tells the audit trail how a call ended: one that has a rule, or any that was denied. */
export function auditOf<E extends Endpoint>(call: {
  endpoint: E
  request: RouteRequest<E>
  rule: AuditRule<E> | undefined
  audit: AuditTrail
  caller: Pick<AuditNote, 'actorId' | 'address'>
  /** What the handler told of whom the call is about. */
  concerned: () => string | undefined
}) {
  const { endpoint, request, rule, audit, caller, concerned } = call

  async function record(outcome: string, reply?: ReplyOf<E>): Promise<void> {
    if (!rule) return
    const facts = rule(request, reply, (text) => audit.hashed(text))
    const actorId = facts.actorId ?? caller.actorId
    const note = { ...caller, ...facts, actorId, object: facts.object ?? concerned(), outcome }
    // Strangers knock as often as they like; what somebody signed in did is stored before they are told.
    if (endpoint.session === 'none') audit.add(note)
    else await audit.write(note)
  }

  return {
    done: (reply: ReplyOf<E>) => record('ok', reply),
    failed: async (error: unknown) => {
      const { code } = asProblem(error).body
      if (rule) return record(code)
      if (caller.actorId === undefined || !denials.has(code)) return
      const detail = `${endpoint.method} ${endpoint.path}`
      const object = Object.values(request.params ?? {}).join(' ') || undefined
      audit.add({ ...caller, event: 'denied', outcome: code, object, detail })
    },
  }
}

/** What is somebody else's is answered like what is not there: both are noted, so that trying out ids shows. */
const denials: ReadonlySet<ProblemCode> = new Set(['forbidden', 'not_found'])
