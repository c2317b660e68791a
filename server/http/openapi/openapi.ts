import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import type { Hono } from 'hono'
import { api } from '#contract/api.ts'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import type { FileRule } from '#contract/file-rule.ts'
import { problemCatalogue, problemSchema, type ProblemCode } from '#contract/problem.ts'
import { answering, type ChainDeps } from '#server/http/routing/mount.ts'
import { contentTypes, jsonResponse } from '#server/http/routing/response.ts'
import type { ApiEnv } from '#server/http/routing/route.ts'
import { builtFile, type BuiltFile } from '#server/http/static/built-files.ts'

type JsonObject = Record<string, unknown>

/** The OpenAPI 3.1 description of every call in the contract, with every answer that it can give. */
export function openApiDocument(): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Zync',
      version: '1',
      description:
        'Errors have one body, `Problem`: branch on its `code`. Every answer carries `x-zync: 1` and an `x-request-id`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: [...new Set(Object.values<Endpoint>(api).map(({ tag }) => tag))].map((name) => ({
      name,
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a login' },
      },
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
    },
  }
}

function operation(name: string, endpoint: Endpoint): JsonObject {
  const { body } = endpoint
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.session === 'none' ? { security: [] } : {}),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.problems.includes('op_reused') ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: { required: true, content: bodyContent(body) } }),
    responses: { ...reply(endpoint), ...problemReplies(endpoint) },
  }
}

function bodyContent({ type, schema, files }: NonNullable<Endpoint['body']>): JsonObject {
  const fields = jsonSchema(schema, 'input')
  if (type === 'json') return { 'application/json': { schema: fields } }
  const rules = Object.entries(files ?? {})
  const parts = rules.map(([name, rule]) => [name, filePart(rule)])
  const encodings = rules.map(([name, { kinds }]) => [
    name,
    { contentType: kinds.map((kind) => contentTypes[kind]).join(', ') },
  ])
  return {
    'multipart/form-data': {
      schema: {
        ...fields,
        properties: { ...asObject(fields['properties']), ...Object.fromEntries(parts) },
        required: [
          ...asNames(fields['required']),
          ...rules.filter(([, { required }]) => required).map(([name]) => name),
        ],
      },
      encoding: Object.fromEntries(encodings),
    },
  }
}

/** OpenAPI 3.1 says a file's bytes with an empty schema for its part, and its kinds with the part's encoding. */
function filePart({ kinds, bytesMax }: FileRule): JsonObject {
  return {
    contentMediaType: 'application/octet-stream',
    description: `${kinds.join(', ')}, judged by content; at most ${bytesMax} bytes`,
  }
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function asNames(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key and body gets the first reply again.',
  schema: { type: 'string', maxLength: 255 },
}

function parameters(location: 'path' | 'query', schema: Schema | undefined): JsonObject[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: JsonObject
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: of,
  }))
}

function reply({ reply: { status, schema, type } }: Endpoint): JsonObject {
  if (status === 204) return { 204: { description: 'Done' } }
  return { [status]: { description: 'Done', content: replyContent(type, schema) } }
}

function replyContent(type: Endpoint['reply']['type'], schema: Schema): JsonObject {
  switch (type) {
    case 'file':
      return { '*/*': { schema: { contentMediaType: 'application/octet-stream' } } }
    case 'stream':
      return { 'text/event-stream': { schema: { type: 'string' } } }
    case 'json':
    case undefined:
      return { 'application/json': { schema: jsonSchema(schema, 'input') } }
  }
}

/** One response for each status, naming the codes that it can carry. */
function problemReplies(endpoint: Endpoint): JsonObject {
  const byStatus = Object.groupBy(
    [...new Set([...endpoint.problems, ...commonProblems(endpoint)])],
    (code) => String(problemCatalogue[code].status),
  )
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes
          .map((code) => `\`${code}\` ${problemCatalogue[code].message}`)
          .join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** What the chain before the handler can answer. */
function commonProblems(endpoint: Endpoint): ProblemCode[] {
  return [
    ...(endpoint.session === 'required' ? (['unauthenticated', 'forbidden'] as const) : []),
    ...(endpoint.params ? (['not_found'] as const) : []),
    ...(endpoint.query || endpoint.body ? (['invalid_input'] as const) : []),
    ...(endpoint.body?.type === 'json' ? (['malformed_json'] as const) : []),
    ...(endpoint.body
      ? (['length_required', 'body_too_large', 'unsupported_media_type', 'too_slow'] as const)
      : []),
    'database_unavailable',
    'internal',
  ]
}

/** Rules that JSON Schema has no word for (a day that exists) are left out: the server still checks them. */
function jsonSchema(
  schema: Schema,
  typeMode: NonNullable<ConversionConfig['typeMode']>,
): JsonObject {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
  })
  return rest
}

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

/**
 * The reference page's files by their path: Swagger UI's own, and a page and a start script of ours, so that its
 * content security policy needs no inline code.
 */
export function docsFiles(): Map<string, BuiltFile> {
  const styles = import.meta.resolve('swagger-ui-dist/swagger-ui.css')
  const bundle = import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')
  return new Map([
    ['/api/docs', builtFile('index.html', Buffer.from(page))],
    ['/api/docs/start.js', builtFile('start.js', Buffer.from(startScript))],
    ['/api/docs/swagger-ui.css', fileAt('swagger-ui.css', styles)],
    ['/api/docs/swagger-ui-bundle.js', fileAt('swagger-ui-bundle.js', bundle)],
  ])
}

function fileAt(name: string, url: string): BuiltFile {
  return builtFile(name, readFileSync(fileURLToPath(url)))
}

/** Swagger UI draws its arrows from data: addresses and sets styles from script, which needs no permission. */
export const docsHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Zync API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

const startScript = `window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
})
`
