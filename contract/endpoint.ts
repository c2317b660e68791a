import type * as v from 'valibot'
import type { FileRule } from './file-rule.ts'
import type { ProblemCode } from './problem.ts'

/** Every answer of ours carries this header, so that a captive portal's page is never taken for one. */
export const appHeader = { name: 'x-zync', value: '1' } as const

export type Schema = v.GenericSchema<unknown, unknown>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the API as data: the server mounts it, the client calls it and OpenAPI is drawn from it.
 * `path` stands below `/api`, with `{name}` for a path parameter.
 */
export interface Endpoint {
  readonly method: Method
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  readonly session: 'required' | 'none'
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: {
    readonly type: 'json' | 'multipart'
    readonly schema: Schema
    readonly bytesMax: number
    /** The longest text field of a multipart body, where it is longer than the 16 KB of any other form. */
    readonly fieldBytesMax?: number
    /** The file parts of a multipart body, by field. */
    readonly files?: Readonly<Record<string, FileRule>>
  }
  /** A reply of type `file` is the file's own bytes, one of type `stream` never ends; their schemas say nothing. */
  readonly reply: {
    readonly status: 200 | 201 | 204
    readonly schema: Schema
    readonly type?: 'json' | 'file' | 'stream'
  }
  /** The codes a caller should expect beyond those every call can answer with. */
  readonly problems: readonly ProblemCode[]
  /**
   * Spec 8: what the feature says for a code, in place of the catalogue's text. One sentence for each code, so that it
   * never tells a record that is hidden from one that is not there.
   */
  readonly texts?: Partial<Readonly<Record<ProblemCode, string>>>
}

type Out<S> = S extends Schema ? v.InferOutput<S> : undefined
type In<S> = S extends Schema ? v.InferInput<S> : undefined
type BodyOf<E extends Endpoint> = E['body'] extends { schema: infer S } ? S : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOutput<E extends Endpoint> = Out<BodyOf<E>>
export type ReplyOf<E extends Endpoint> = v.InferInput<E['reply']['schema']>
export type ReplyOutput<E extends Endpoint> = v.InferOutput<E['reply']['schema']>

/** What a caller hands over: raw parameters, query and body, before their schemas ran. */
export type CallInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: In<E['params']> }
  : unknown) &
  (E['query'] extends Schema ? { query?: In<E['query']> } : unknown) &
  (E['body'] extends { schema: Schema } ? { body: In<BodyOf<E>> } : unknown) &
  (E['body'] extends { files: infer F }
    ? { files: { readonly [K in keyof F]?: unknown } }
    : unknown)

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/**
 * The texts of a call whose feature has one sentence for all that may go wrong, unless it has one of its own for a code.
 */
export function failsWith(text: string, more: Endpoint['texts'] = {}): Endpoint['texts'] {
  return { internal: text, forbidden: text, not_found: text, ...more }
}

export const KIB = 1024
/** The largest JSON body of an ordinary call. */
export const jsonBytesMax = 16 * KIB
