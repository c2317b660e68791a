import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import { api, type Api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { auditRules } from './audit-rules.ts'
import { composeDeps, mountBeside, routesOf } from './compose.ts'
import type { ServerDeps } from './deps.ts'
import { createSessions } from './features/account/index.ts'
import type { AuditRule } from './http/session/audit.ts'
import { requestIds, type ApiEnv } from './http/routing/exchange.ts'
import { mountHealth } from './http/process/health.ts'
import { mountRoute, type ChainParts } from './http/routing/mount.ts'
import { mountOpenApi } from './http/openapi/openapi-route.ts'
import { createPictures } from './http/static/pictures.ts'
import { mountUnmatched } from './http/routing/unmatched.ts'
import { createUploads, uploadLimits, type UploadLimits } from './http/uploads/upload.ts'
import type { AuditTrail } from './ports/audit/trail.ts'
import type { ScannerPort } from './ports/scanner/port.ts'

type Made = 'now' | 'newId' | 'pictures' | 'sessions'

export interface AppParts
  extends Omit<ServerDeps, Made>, Partial<Pick<ServerDeps, 'now' | 'newId'>> {
  readonly trustedProxyHops: number
  readonly uploadLimits?: UploadLimits | undefined
  /** Undefined where no scanner for malicious files is set up. */
  readonly scanner: ScannerPort | undefined
  readonly audit: AuditTrail
  /** A superAdmin without a second factor may do nothing but turn it on. */
  readonly requireSecondFactor: boolean
  /** The description of the API is served. */
  readonly apiDocs: boolean
}

/** Composes the API: every call of the contract at its path, health, its description, and 404 for the rest. */
export function createApi(parts: AppParts): Hono<ApiEnv> {
  const { database, now = Date.now, newId = uuidv7 } = parts
  const limits = parts.uploadLimits ?? uploadLimits
  const sessions = createSessions(database.orm, now, newId, parts)
  const chain: ChainParts = {
    log: parts.log,
    trustedProxyHops: parts.trustedProxyHops,
    nextRequestId: requestIds(randomBytes(5).toString('hex')),
    findSession: sessions.find,
    uploads: createUploads(parts.uploadFolder, { limits, scanner: parts.scanner }),
    audit: parts.audit,
    pace: limits.pace,
  }
  const deps = composeDeps({ ...parts, now, newId, sessions, pictures: createPictures() })
  const routes = routesOf(deps)

  const app = new Hono<ApiEnv>()
  for (const name of Object.keys(api) as (keyof Api)[]) {
    // One name, so the rule was written for this endpoint.
    const rule = auditRules[name] as AuditRule<Endpoint> | undefined
    mountRoute<Endpoint>(app, api[name], routes[name], chain, rule)
  }
  mountBeside(app, chain, deps)
  mountHealth(app, chain, { lifecycle: parts.lifecycle, ping: () => database.ping() })
  if (parts.apiDocs) mountOpenApi(app, chain)
  mountUnmatched(app, chain)
  return app
}
