import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiEnv } from '#server/http/routing/exchange.ts'
import { docsFiles, docsHeaders } from '#server/http/openapi/docs-page.ts'
import { sendFile } from '#server/http/static/send-file.ts'
import type { RequestHandler } from '#server/http/static/static-files.ts'

/** Whether the process is on its way out: it answers what it has, and asks to be left alone. */
export interface Lifecycle {
  draining: boolean
  /** Called when it closes, for what would otherwise hold it up for ever; callers come back spread over so many milliseconds. */
  readonly whenDraining: Set<(spreadMs: number) => void>
}

export function createLifecycle(): Lifecycle {
  return { draining: false, whenDraining: new Set() }
}

/** Two years, which browsers count from every answer anew, here and on every name below ours. */
const hsts = 'max-age=63072000; includeSubDomains'

/** Sends `/api` to the API, its reference page to the page's files, and everything else to the app's files. */
export function createListener(deps: {
  api: Hono<ApiEnv>
  files: RequestHandler
  lifecycle: Lifecycle
  /** Every answer asks browsers for HTTPS alone; on a laptop that would lock out plain http. */
  production: boolean
  /** The reference page of the API is served. */
  apiDocs: boolean
}): RequestHandler {
  const { api, files, lifecycle, production } = deps
  const answerApi = getRequestListener((request, env) => api.fetch(request, env))
  const docs = deps.apiDocs ? docsFiles() : noFiles

  return (request, response) => {
    if (production) response.setHeader('strict-transport-security', hsts)
    // A kept connection would hold `server.close` open until it idles.
    if (lifecycle.draining) response.setHeader('connection', 'close')
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const page = isRead(request) ? docs.get(path) : undefined
    if (page) sendDocs(request, response, page)
    else if (path === '/api' || path.startsWith('/api/')) void answerApi(request, response)
    else files(request, response)
  }
}

const noFiles: ReturnType<typeof docsFiles> = new Map()

function sendDocs(
  request: IncomingMessage,
  response: ServerResponse,
  page: Parameters<typeof sendFile>[2],
): void {
  for (const [name, value] of Object.entries(docsHeaders)) response.setHeader(name, value)
  sendFile(request, response, page)
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}
