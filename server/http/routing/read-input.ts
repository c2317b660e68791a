import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { jsonBytesMax, KIB, type Endpoint, type Schema } from '#contract/endpoint.ts'
import { readText, type BodyPace } from '#server/http/uploads/receive-body.ts'
import type { Sender, Upload, Uploads } from '#server/http/uploads/upload.ts'
import { ProblemError } from './problem.ts'
import type { ApiContext } from './route.ts'

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** The files of a multipart body by field; undefined for any other body. */
  readonly files: Upload['files'] | undefined
  /** Lets go of what the request left on disk. */
  readonly discard: () => Promise<void>
}

/**
 * A body with files may be this much longer than its limit: so much is read and thrown away, so that the answer can
 * name the file that is too large.
 */
const overlongBytesRead = 4 * 1024 * KIB

/**
 * Refuses a body by its announced length, before a byte of it is read: node holds a sender to that length, so
 * nothing else has to count. A request that announces none and is not chunked has no body (RFC 9112, 6.3).
 */
export function checkLength(endpoint: Endpoint, context: ApiContext): void {
  const { headers } = context.env.incoming
  if (headers['transfer-encoding'] !== undefined) throw new ProblemError('length_required')
  const bytesMax = endpoint.body?.bytesMax ?? jsonBytesMax
  const bytesRead = endpoint.body?.files ? bytesMax + overlongBytesRead : bytesMax
  if (Number(headers['content-length'] ?? 0) > bytesRead) throw new ProblemError('body_too_large')
}

/**
 * Parses parameters, query and body; a parameter that cannot name anything makes the address not found. Whoever gets
 * an input calls its `discard` in the end.
 */
export async function readInput(
  endpoint: Endpoint,
  context: ApiContext,
  { uploads, pace, sender }: { uploads: Uploads; pace: BodyPace; sender: Sender },
): Promise<Input> {
  const { params, query, body } = endpoint
  const addressed = {
    params: params && parseParams(params, pathParams(endpoint.path, context.req.param())),
    query: query && parse(query, context.req.query()),
  }
  if (body?.type === 'multipart') {
    checkContentType('multipart/form-data', context)
    const rules = { files: body.files ?? {}, fieldBytesMax: body.fieldBytesMax }
    const upload = await uploads.receive(context.env.incoming, rules, sender)
    return { ...addressed, ...(await readForm(body.schema, upload)) }
  }
  return {
    ...addressed,
    body: body && parse(body.schema, await readJson(context, pace)),
    files: undefined,
    discard: nothingToDiscard,
  }
}

async function nothingToDiscard(): Promise<void> {}

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

function checkContentType(
  expected: 'application/json' | 'multipart/form-data',
  context: ApiContext,
): void {
  const contentType = context.env.incoming.headers['content-type'] ?? ''
  if (contentType.split(';')[0]?.trim().toLowerCase() !== expected) {
    throw new ProblemError('unsupported_media_type')
  }
}

async function readJson(context: ApiContext, pace: BodyPace): Promise<unknown> {
  checkContentType('application/json', context)
  const text = await readText(context, pace)
  try {
    return JSON.parse(text)
  } catch {
    throw new ProblemError('malformed_json')
  }
}

/** The texts of every field that is wrong go out together, those of the files among them. */
async function readForm(
  schema: Schema,
  upload: Upload,
): Promise<Pick<Input, 'body' | 'files' | 'discard'>> {
  const { files, refused, missing, discard } = upload
  const parsed = v.safeParse(schema, upload.fields, { message: plainMessage })
  const wrong = { ...(parsed.success ? {} : fieldProblems(parsed.issues)), ...missing }
  const fields = { ...wrong, ...refused }
  if (parsed.success && Object.keys(fields).length === 0) {
    return { body: parsed.output, files, discard }
  }
  await discard()
  const filesAlone = Object.keys(wrong).length === 0
  throw new ProblemError(filesAlone ? 'invalid_file' : 'invalid_input', { fields })
}

/** More would help nobody: a form has fewer fields, and a broken client breaks alike in all of them. */
const fieldProblemsMax = 50

/** A path holds names that the caller chose. */
const pathCharsMax = 100
const required = 'is required'
const invalid = 'is not valid'

/**
 * One text for each field path (`ops.0.payload`), the first that its schema raised, with `plainMessage` for rules that
 * have none. Nothing of the input is repeated.
 */
export function fieldProblems(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const found = new Map<string, string>()
  for (const issue of issues) {
    const path = (v.getDotPath(issue) ?? '').slice(0, pathCharsMax)
    if (!found.has(path) && found.size < fieldProblemsMax) found.set(path, textOf(issue, path))
  }
  return Object.fromEntries(found)
}

/**
 * For rules without a text of their own: valibot's default is for developers, and would repeat what was received,
 * passwords too. A schema inside another does not know its field yet, so the text is whole once `fieldProblems` made it.
 */
export function plainMessage(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'This field is not known.'
  return issue.input === undefined ? required : invalid
}

/** Spec 5 writes `{field} is required`; an item is named after its list. */
function textOf({ message }: v.BaseIssue<unknown>, path: string): string {
  if (message !== required && message !== invalid) return message
  const names = path.split('.').filter((name) => !/^\d*$/.test(name))
  return `${names.at(-1) ?? 'This'} ${message}`
}

/** A parameter of a contract path and the fixed ending of its segment: `{type}-score`. */
const parameter = /\{(\w+)\}([^/]*)/g

/** A contract path in the router's own spelling. */
export function routePath(path: string): string {
  return path.replace(parameter, (_, name: string, ending: string) =>
    ending === '' ? `:${name}` : `:${name}{[^/]+${ending}}`,
  )
}

/** What stands in the place of each parameter, without the fixed endings that the router leaves on. */
function pathParams(path: string, found: Readonly<Record<string, string>>): Record<string, string> {
  const endings = new Map([...path.matchAll(parameter)].map(([, name, ending]) => [name, ending]))
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => {
      const ending = endings.get(name) ?? ''
      return [name, ending === '' ? value : value.slice(0, -ending.length)]
    }),
  )
}

const keyCharsMax = 255
const uuidShape = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/**
 * The operation id that an `Idempotency-Key` stands for: a UUID is the id itself, so that a device may send one
 * operation either way; any other key is hashed to one. Quotes of the header's draft syntax are taken off.
 */
export function opIdOfKey(header: string): string {
  const key = header.trim().replace(/^"(.*)"$/, '$1')
  if (key === '' || key.length > keyCharsMax) {
    throw new ProblemError('invalid_input', {
      fields: { 'idempotency-key': `Expected 1 to ${keyCharsMax} characters.` },
    })
  }
  const lowered = key.toLowerCase()
  return uuidShape.test(lowered) ? lowered : hashedUuid(key)
}

/** RFC 9562, version 8: a UUID of our own making. */
function hashedUuid(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
