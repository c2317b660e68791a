import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { ChatFileKind } from '#contract/chat/file.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { dayMs } from '#contract/local-date.ts'
import {
  opensInReport,
  reportDaysMax,
  type Report,
  type ReportDecision,
  type Waiting,
  type ReportState,
} from '#contract/safety/api.ts'
import { type Orm, inTransaction, type Queryable } from '#server/db/orm.ts'
import { suspendPerson } from '#server/features/account/index.ts'
import { fileOfReport, openSealedFile } from '#server/features/evidence/index.ts'
import { reviewsWaiting, type Clearance } from '#server/features/providers/index.ts'
import { createAccessLog, type NotedRead } from '#server/features/sharing/index.ts'
import { pageOf, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { attachmentNamed, contentTypes, type FileReply } from '#server/http/routing/response.ts'
import { authorize, type Authorized, requireProof } from '#server/http/session/authorize.ts'
import type { Actor, Session } from '#server/http/session/caller.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { onlySuperAdmins } from './block.ts'
import { openContent } from './report-content.ts'
import {
  type ReportRow,
  reportsList,
  reportsOpen,
  contentRow,
  reportDecide,
  type ReportContent,
} from './safety.sql.ts'

export interface ReportsDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly blobs: BlobStore
  readonly events: EventBus
  readonly clearance: Pick<Clearance, 'changingIn' | 'publish'>
  readonly evidenceSealer: Sealer
  readonly now: () => number
  readonly newId: () => string
}

/** The reports of everybody, for those who handle them. */
export function createReports(deps: ReportsDeps) {
  const { pool, clearance, evidenceSealer } = deps
  const note = createReportNotes(deps)

  async function list(
    actor: Actor,
    { state, limit, after }: QueryOf<Api['listReports']>,
  ): Promise<ReplyOf<Api['listReports']>> {
    const behind = after === undefined ? undefined : cursorByTime(after)
    const rows = await listReports(pool, handlerOf(actor), { state, behind, limit })
    const page = pageOf(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id])
    const noted = await note(actor, page.rows.map(madeBy))
    const reports = page.rows.map((row) => presentReport(row, evidenceSealer, noted))
    return { reports, next: page.next }
  }

  /** What waits for those who handle it; no more than two numbers, so that a look at them leaves no trace. */
  async function waiting(actor: Actor): Promise<Waiting> {
    const [reports, reviews] = await Promise.all([
      countOpenReports(pool, handlerOf(actor)),
      reviewsWaiting(deps.orm),
    ])
    return { reviews, reports }
  }

  /**
   * Notes a decision and does what it says, together. Throws `not_found`, and `proof_required` where an account is to be
   * closed or opened again.
   */
  async function decide(session: Session, id: string, decision: ReportDecision): Promise<Report> {
    const handler = handlerOf(session.actor)
    const by = decision.suspend === undefined ? undefined : requireProof(session, deps.now())
    const at = new Date(deps.now())
    const { suspend } = decision
    let concerned: readonly string[] = []
    const decided = await inTransaction(pool, 'begin', async (client) => {
      const row = await decideReport(client, handler, id, { ...decision, at })
      if (!row) throw new ProblemError('not_found')
      if (by === undefined || !row.subject) return row
      const { id: subjectId } = row.subject
      const suspended = await clearance.changingIn(client, subjectId, () =>
        suspendPerson(client, by, subjectId, suspend ? at : null),
      )
      concerned = suspended.concerned
      return (await decideReport(client, handler, id, { ...decision, at })) ?? row
    })
    if (by && decided.subject) deps.events.publish([decided.subject.id], { type: 'sessions' })
    // Their streams end with their sessions: whoever is suspended hears nothing more.
    clearance.publish(concerned.filter((id) => id !== decided.subject?.id))
    return presentReport(decided, evidenceSealer, await note(session.actor, [madeBy(decided)]))
  }

  /** The file that went with a report, to be saved. Throws `not_found` for every other, and for kinds that nobody opens. */
  async function file(actor: Actor, id: string, messageId: string): Promise<FileReply> {
    const stored = await contentOfReport(pool, handlerOf(actor), id)
    const content = stored && openContent(evidenceSealer, stored)
    const facts = content?.messages.find(({ _id }) => _id === messageId)?.file
    if (!stored || !facts?.attached || !opensInReport(facts.kind))
      throw new ProblemError('not_found')
    const row = await fileOfReport(deps.orm, id, messageId)
    const bytes = row && (await openSealedFile(deps, row))
    if (!bytes) throw new ProblemError('not_found')
    const { kind, name } = facts
    return presentFile({ bytes, kind, name }, await note(actor, [stored]))
  }

  return { list, waiting, decide, file }
}

/** Whoever made a report reads that one of us has read it. Whom it is about is not told that there is one. */
function createReportNotes(deps: ReportsDeps) {
  const accessLog = createAccessLog(deps)
  return (actor: Actor, reports: readonly { id: string; reporterId?: string | null }[]) => {
    const seen = reports.flatMap(({ id, reporterId }) =>
      reporterId ? [{ subjectId: reporterId, what: 'report' as const, itemId: id }] : [],
    )
    return accessLog.note(actor, seen, 'report')
  }
}

function madeBy({ id, reporter }: ReportRow) {
  return { id, reporterId: reporter?.id ?? null }
}

function handlerOf(actor: Actor): Handler {
  return authorize(actor, { userId: actor.userId }, onlySuperAdmins)
}

function presentFile(
  { bytes, kind, name }: { bytes: Buffer; kind: ChatFileKind; name: string },
  _noted: NotedRead,
): FileReply {
  return {
    stream: Readable.from([bytes]),
    bytes: bytes.length,
    contentType: contentTypes[kind],
    headers: { 'content-disposition': attachmentNamed(name) },
  }
}

function presentReport(row: ReportRow, sealer: Sealer, _noted: NotedRead): Report {
  const content = openContent(sealer, row)
  return {
    _id: row.id,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    target: row.target,
    reason: row.reason,
    note: content?.note ?? '',
    snapshot: content?.fields ?? {},
    messages: content?.messages ?? [],
    readable: content !== undefined,
    reporter: row.reporter,
    subject: row.subject,
    handledAt: row.handledAt?.toISOString() ?? null,
    handlingNote: row.handlingNote,
    expiresAt: expiryOf(row),
  }
}

function expiryOf({ state, handledAt }: ReportRow): string | null {
  const decided = state === 'resolved' || state === 'dismissed'
  if (!decided || handledAt === null) return null
  return new Date(handledAt.getTime() + reportDaysMax * dayMs).toISOString()
}

/** Proof that the actor handles reports. */
type Handler = Authorized<{ readonly userId: string }>

/** Reports, oldest first, behind a moment and id. */
async function listReports(
  client: Queryable,
  _handler: Handler,
  given: {
    readonly state: ReportState | undefined
    readonly behind: readonly [Date, string] | undefined
    readonly limit: number
  },
): Promise<ReportRow[]> {
  return reportsList.all(client, [
    given.state ?? null,
    given.behind?.[0] ?? null,
    given.behind?.[1] ?? null,
    given.limit + 1,
  ])
}

/** How many reports nobody has looked at. */
async function countOpenReports(client: Queryable, _handler: Handler): Promise<number> {
  const row = await reportsOpen.first(client, [])
  return row?.count ?? 0
}

/** The content of one report; undefined where there is no such report. */
async function contentOfReport(
  client: Queryable,
  _handler: Handler,
  id: string,
): Promise<ReportContent | undefined> {
  return contentRow.first(client, [id])
}

/** Notes a decision; the last one stands. Undefined where there is no such report. */
async function decideReport(
  client: Queryable,
  handler: Handler,
  id: string,
  decision: { readonly state: ReportState; readonly note: string; readonly at: Date },
): Promise<ReportRow | undefined> {
  return reportDecide.first(client, [
    id,
    decision.state,
    decision.note,
    handler.userId,
    decision.at,
  ])
}
