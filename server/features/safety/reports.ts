import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Report, ReportDecision } from '#contract/safety/model.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Actor } from '#server/http/actor.ts'
import { authorize } from '#server/http/authorize.ts'
import { pageOf, placeByTime } from '#server/http/page-cursor.ts'
import { ProblemError } from '#server/http/problem-error.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { onlySuperAdmins } from './policy.ts'
import {
  decideReport,
  listReports,
  suspendSubject,
  type Handler,
  type ReportRow,
} from './reports-repo.ts'

/** The reports of everybody, for those who handle them. */
export function createReports(parts: { pool: pg.Pool; events: EventBus; now: () => number }) {
  const { pool } = parts

  async function list(
    actor: Actor,
    { state, limit, after }: QueryOf<Api['listReports']>,
  ): Promise<ReplyOf<Api['listReports']>> {
    const behind = after === undefined ? undefined : placeByTime(after)
    const rows = await listReports(pool, handlerOf(actor), { state, behind, limit })
    const page = pageOf(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id])
    return { reports: page.rows.map(presentReport), next: page.next }
  }

  /** Notes a decision and does what it says, together. Throws `not_found`. */
  async function decide(actor: Actor, id: string, decision: ReportDecision): Promise<Report> {
    const handler = handlerOf(actor)
    const at = new Date(parts.now())
    const { suspend } = decision
    const decided = await inTransaction(pool, 'begin', async (client) => {
      const row = await decideReport(client, handler, id, { ...decision, at })
      if (!row) throw new ProblemError('not_found')
      if (suspend === undefined || !row.subject) return row
      await suspendSubject(client, handler, row.subject.id, suspend ? at : null)
      return (await decideReport(client, handler, id, { ...decision, at })) ?? row
    })
    if (suspend && decided.subject) parts.events.publish([decided.subject.id], { type: 'sessions' })
    return presentReport(decided)
  }

  return { list, decide }
}

function handlerOf(actor: Actor): Handler {
  return authorize(actor, { userId: actor.userId }, onlySuperAdmins)
}

function presentReport(row: ReportRow): Report {
  return {
    _id: row.id,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    target: row.target,
    reason: row.reason,
    note: row.note,
    snapshot: row.snapshot,
    reporter: row.reporter,
    subject: row.subject,
    handledAt: row.handledAt?.toISOString() ?? null,
    handlingNote: row.handlingNote,
  }
}
