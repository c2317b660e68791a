import type { Hono } from 'hono'
import type { ApiEnv } from '#server/http/routing/exchange.ts'
import { jsonResponse } from '#server/http/routing/json-response.ts'
import { answering, type ChainDeps } from '#server/http/routing/mount.ts'
import { openApiDocument } from './openapi.ts'

/** Serves the description of the API; built at the first request, since few ask. */
export function mountOpenApi(app: Hono<ApiEnv>, chain: ChainDeps): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  app.get(
    '/api/openapi.json',
    answering('/openapi.json', chain, (_context, exchange) =>
      jsonResponse({ status: 200, body: (document ??= openApiDocument()) }, exchange),
    ),
  )
}
