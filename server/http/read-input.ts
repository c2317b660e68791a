import * as v from 'valibot'
import { jsonBytesMax, type Endpoint, type Schema } from '#contract/endpoint.ts'
import type { ApiContext } from './exchange.ts'
import { fieldProblems, plainMessage } from './field-problems.ts'
import { ProblemError } from './problem-error.ts'

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Refuses a body by its announced length, before a byte of it is read: node holds a sender to that length, so
 * nothing else has to count.
 */
export function checkLength(endpoint: Endpoint, context: ApiContext): void {
  const { headers } = context.env.incoming
  const announced = headers['content-length']
  const chunked = headers['transfer-encoding'] !== undefined
  if (chunked || (announced === undefined && endpoint.body)) {
    throw new ProblemError('length_required')
  }
  if (Number(announced ?? 0) > (endpoint.body?.bytesMax ?? jsonBytesMax)) {
    throw new ProblemError('body_too_large')
  }
}

/** Parses parameters, query and body; a parameter that cannot name anything makes the address not found. */
export async function readInput(endpoint: Endpoint, context: ApiContext): Promise<Input> {
  const { params, query, body } = endpoint
  return {
    params: params && parseParams(params, context.req.param()),
    query: query && parse(query, context.req.query()),
    body: body && parse(body.schema, await readBody(body.type, context)),
  }
}

function parseParams(schema: Schema, params: unknown): unknown {
  const parsed = v.safeParse(schema, params)
  if (!parsed.success) throw new ProblemError('not_found')
  return parsed.output
}

function parse(schema: Schema, value: unknown): unknown {
  const parsed = v.safeParse(schema, value, { message: plainMessage })
  if (parsed.success) return parsed.output
  throw new ProblemError('invalid_input', { fields: fieldProblems(parsed.issues) })
}

function readBody(type: 'json' | 'multipart', context: ApiContext): Promise<unknown> {
  const contentType = context.env.incoming.headers['content-type'] ?? ''
  const expected = type === 'json' ? 'application/json' : 'multipart/form-data'
  if (contentType.split(';')[0]?.trim().toLowerCase() !== expected) {
    throw new ProblemError('unsupported_media_type')
  }
  return type === 'json' ? readJson(context) : readForm(context)
}

async function readJson(context: ApiContext): Promise<unknown> {
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new ProblemError('malformed_json')
  }
}

/** The text fields of a form. The last of a name stands; a file is refused by name, since nothing keeps files yet. */
async function readForm(context: ApiContext): Promise<unknown> {
  const form = await context.req.raw.formData().catch(() => {
    throw new ProblemError('invalid_input')
  })
  const entries = [...form.entries()]
  const files = entries.filter(([, value]) => typeof value !== 'string')
  if (files.length > 0) {
    throw new ProblemError('invalid_input', {
      fields: Object.fromEntries(files.map(([name]) => [name, 'Files are not taken here.'])),
    })
  }
  return Object.fromEntries(entries)
}
