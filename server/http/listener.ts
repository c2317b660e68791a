import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiEnv } from './exchange.ts'
import { docsFiles, docsHeaders } from './docs-page.ts'
import { sendFile } from './send-file.ts'
import type { RequestHandler } from './static-files.ts'

/** Whether the process is on its way out: it answers what it has, and asks to be left alone. */
export interface Lifecycle {
  draining: boolean
  /** Called when it starts to go: for what would otherwise hold it up for ever. */
  readonly whenDraining: Set<() => void>
}

export function createLifecycle(): Lifecycle {
  return { draining: false, whenDraining: new Set() }
}

/** Sends `/api` to the API, its reference page to the page's files, and everything else to the app's files. */
export function createListener(parts: {
  api: Hono<ApiEnv>
  files: RequestHandler
  lifecycle: Lifecycle
}): RequestHandler {
  const { api, files, lifecycle } = parts
  const answerApi = getRequestListener((request, env) => api.fetch(request, env))
  const docs = docsFiles()

  return (request, response) => {
    // A kept connection would hold `server.close` open until it idles.
    if (lifecycle.draining) response.setHeader('connection', 'close')
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const page = isRead(request) ? docs.get(path) : undefined
    if (page) sendDocs(request, response, page)
    else if (path === '/api' || path.startsWith('/api/')) void answerApi(request, response)
    else files(request, response)
  }
}

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
