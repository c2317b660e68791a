import * as v from 'valibot'
import { api, type Api, type CallName } from '#contract/api.ts'
import { appHeader } from '#contract/endpoint.ts'
import type { CallInput, Endpoint, ReplyOutput } from '#contract/endpoint.ts'
import { problemSchema, type Problem } from '#contract/problem.ts'

export interface CallOptions {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered<T> {
  readonly status: number
  readonly headers: Headers
  /** The reply, which the contract's schema has read; throws when it was a problem. */
  readonly reply: T
  /** What came, as it came: the reply of a call for a file. */
  readonly bytes: Buffer
  /** The problem, which the contract's schema has read; throws when it was a reply. */
  readonly problem: Problem
}

/** A call's input once it no longer matters which call it is for. */
interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly files?: unknown
}

/** Calls an endpoint by its name, and holds every answer to the contract: header, status and body. */
export async function call<K extends CallName>(
  origin: string,
  name: K,
  input: CallInput<Api[K]>,
  options: CallOptions = {},
): Promise<Answered<ReplyOutput<Api[K]>>> {
  const endpoint: Endpoint = api[name]
  const given = input as RawInput
  const { body, headers } = bodyOf(endpoint, given)
  const response = await fetch(origin + addressOf(endpoint, given), {
    method: endpoint.method,
    headers: { ...headers, ...authorization(options.token), ...options.headers },
    ...(body === undefined ? {} : { body }),
  })
  return read(endpoint, response)
}

/** A request to `/api` as it is, for what the typed call cannot send; the answer must be a problem. */
export async function problemOf(
  origin: string,
  path: string,
  init: RequestInit,
): Promise<Answered<never>> {
  const response = await fetch(`${origin}/api${path}`, init)
  return read<never>(undefined, response)
}

async function read<T>(endpoint: Endpoint | undefined, response: Response): Promise<Answered<T>> {
  if (response.headers.get(appHeader.name) !== appHeader.value) throw new Error('No app header')
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString('utf8')
  const isFile = endpoint?.reply.type === 'file' && response.ok
  const body: unknown = text === '' || isFile ? undefined : JSON.parse(text)
  const { status, headers } = response
  return {
    status,
    headers,
    bytes,
    get reply() {
      if (status !== endpoint?.reply.status) throw new Error(`Not a reply: ${status} ${text}`)
      return v.parse(endpoint.reply.schema, body) as T
    },
    get problem() {
      if (status < 400) throw new Error(`Not a problem: ${status} ${text}`)
      return v.parse(problemSchema, body)
    },
  }
}

function addressOf(endpoint: Endpoint, given: RawInput): string {
  const params = new Map(Object.entries(given.params ?? {}))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  )
  const query = new URLSearchParams(Object.entries(given.query ?? {}))
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`
}

function bodyOf(
  endpoint: Endpoint,
  { body, files }: RawInput,
): { body?: string | FormData; headers: Record<string, string> } {
  if (!endpoint.body) return { headers: {} }
  if (endpoint.body.type === 'json') {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...asFields(body), ...asFields(files) })) {
    if (value instanceof Blob || typeof value === 'string') form.set(name, value)
    else if (value !== undefined) throw new Error(`A form cannot carry ${name}`)
  }
  return { body: form, headers: {} }
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function authorization(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}
