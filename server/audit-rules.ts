import type { Api } from '#contract/api.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { AuditRule } from './http/session/audit.ts'

/**
 * Every call that leaves a trace, whatever comes of it; each denial of any call does besides. Calls that anybody may make
 * as often as they like are stored a moment later, together; the others before their answer leaves.
 */
export const auditRules: { readonly [K in keyof Api]?: AuditRule<Api[K]> } = {
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
