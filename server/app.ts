import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import { api, type Api } from '#contract/api.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { composeDeps, mountBeside, routesOf } from './compose.ts'
import type { ServerDeps } from './feature.ts'
import { createSessions } from './features/account/index.ts'
import { mountOpenApi } from './http/openapi/openapi.ts'
import { mountClientPolicy, mountHealth } from './http/process/listener.ts'
import { mountRoute, type ChainDeps, mountUnmatched } from './http/routing/mount.ts'
import { type AuditRule, requestIds, type ApiEnv } from './http/routing/route.ts'
import { createPictures } from './http/static/pictures.ts'
import { createUploads, uploadLimits, type UploadLimits } from './http/uploads/upload.ts'
import type { AuditTrail } from './ports/audit/trail.ts'
import { noMetrics } from './ports/metrics/metrics.ts'
import type { ScannerPort } from './ports/scanner/clamd.ts'

type Made = 'now' | 'newId' | 'metrics' | 'pictures' | 'sessions'

export interface AppDeps
  extends Omit<ServerDeps, Made>, Partial<Pick<ServerDeps, 'now' | 'newId' | 'metrics'>> {
  readonly trustedProxyHops: number
  readonly uploadLimits?: UploadLimits | undefined
  /** Undefined where no scanner for malicious files is set up. */
  readonly scanner: ScannerPort | undefined
  readonly audit: AuditTrail
  /** A superAdmin without a second factor may do nothing but turn it on. */
  readonly requireSecondFactor: boolean
  /** Calls by a lower number of the contract are refused; unset, none is. */
  readonly minContract?: number | undefined
  /** The description of the API is served. */
  readonly apiDocs: boolean
}

/** Composes the API: every call of the contract at its path, health, its description, and 404 for the rest. */
export function createApi(appDeps: AppDeps): Hono<ApiEnv> {
  const { database, now = Date.now, newId = uuidv7, metrics = noMetrics } = appDeps
  const limits = appDeps.uploadLimits ?? uploadLimits
  const sessions = createSessions(database.orm, now, newId, appDeps)
  const chain: ChainDeps = {
    log: appDeps.log,
    trustedProxyHops: appDeps.trustedProxyHops,
    nextRequestId: requestIds(randomBytes(5).toString('hex')),
    findSession: sessions.find,
    uploads: createUploads(appDeps.uploadFolder, { limits, scanner: appDeps.scanner }),
    audit: appDeps.audit,
    pace: limits.pace,
    minContract: appDeps.minContract ?? 0,
    metrics,
  }
  const pictures = createPictures()
  const deps = composeDeps({ ...appDeps, now, newId, metrics, sessions, pictures })
  const routes = routesOf(deps)

  const app = new Hono<ApiEnv>()
  for (const name of Object.keys(api) as (keyof Api)[]) {
    // One name, so the rule was written for this endpoint.
    const rule = auditRules[name] as AuditRule<Endpoint> | undefined
    mountRoute<Endpoint>(app, api[name], routes[name], chain, rule)
  }
  mountBeside(app, chain, deps)
  mountHealth(app, chain, { lifecycle: appDeps.lifecycle, ping: () => database.ping() })
  mountClientPolicy(app, chain)
  if (appDeps.apiDocs) mountOpenApi(app, chain)
  mountUnmatched(app, chain)
  return app
}

/**
 * Every call that leaves a trace, whatever comes of it; each denial of any call does besides. Calls that anybody may make
 * as often as they like are stored a moment later, together; the others before their answer leaves.
 */
const auditRules: { readonly [K in keyof Api]?: AuditRule<Api[K]> } = {
  login: ({ body }, reply, hashed) => ({
    event: 'sign_in',
    actorId: reply?.userPayload._id,
    object: hashed(body.email.toLowerCase()),
  }),
  logout: () => ({ event: 'sign_out' }),
  registerAdolescent: registered,
  registerParent: registered,
  registerServiceProvider: registered,
  forgotPassword: ({ body }, _reply, hashed) => ({
    event: 'password_reset',
    object: hashed(body.email.toLowerCase()),
    detail: 'asked',
  }),
  resetPassword: () => ({ event: 'password_reset', detail: 'done' }),
  updatePassword: ({ params }) => ({ event: 'password_change', object: params.id }),
  endSession: ({ params }) => ({ event: 'sessions_ended', object: params.id }),
  endOtherSessions: () => ({ event: 'sessions_ended', detail: 'all others' }),
  getPaper: ({ params }) => ({
    event: 'paper_read',
    object: params.id,
    detail: params.paper,
  }),
  exportMyData: () => ({ event: 'export' }),
  deleteAccount: () => ({ event: 'account_deleted' }),
  reviewProvider: ({ params, body }) => ({
    event: 'review',
    object: params.id,
    detail: body.decision,
  }),
  confirmEmail: () => ({ event: 'email_confirmed' }),
  changeEmail: ({ params }) => ({ event: 'email_change', object: params.id }),
  confirmSecondFactor: () => ({ event: 'second_factor', detail: 'turned on' }),
  renewRecoveryCodes: () => ({ event: 'second_factor', detail: 'new recovery codes' }),
  endSecondFactor: () => ({ event: 'second_factor', detail: 'turned off' }),
  proveSelf: () => ({ event: 'proof' }),
  listMinorsConcerned: ({ params }) => ({
    event: 'minors_read',
    object: params.id,
  }),
  getReportFile: ({ params }) => ({
    event: 'report_file_read',
    object: params.id,
    detail: params.messageId,
  }),
  listReports: () => ({ event: 'reports_read' }),
  handleReport: ({ params, body }) => ({
    event: 'report_decision',
    object: params.id,
    detail: [body.state, ...(body.suspend === undefined ? [] : [suspension(body.suspend)])].join(),
  }),
  refundPayment: ({ params }) => ({ event: 'refund', object: params.paymentId }),
  savePricing: ({ body }) => ({ event: 'pricing_change', object: body.serviceProviderId }),
}

function registered(
  _request: unknown,
  reply: ReplyOf<Api['registerParent']> | undefined,
): ReturnType<AuditRule<Api['registerParent']>> {
  return { event: 'register', actorId: reply?.userPayload._id }
}

function suspension(suspend: boolean): string {
  return suspend ? 'suspended' : 'opened again'
}
