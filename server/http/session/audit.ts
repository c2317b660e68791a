import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { AuditNote, AuditTrail } from '#server/ports/audit/trail.ts'
import { asProblem } from '#server/http/routing/problem.ts'
import type { RouteRequest } from '#server/http/routing/route.ts'

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
}) {
  const { endpoint, request, rule, audit, caller } = call

  async function record(outcome: string, reply?: ReplyOf<E>): Promise<void> {
    if (!rule) return
    const facts = rule(request, reply, (text) => audit.hashed(text))
    const note = { ...caller, ...facts, actorId: facts.actorId ?? caller.actorId, outcome }
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
