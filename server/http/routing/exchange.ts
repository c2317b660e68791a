import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type ApiEnv = { Bindings: HttpBindings }
export type ApiContext = Context<ApiEnv>

/** One request on its way through the chain: what a log line, a limit and an answer need to know of it. */
export interface Exchange {
  readonly requestId: string
  readonly incoming: IncomingMessage
  /** The caller's address as limits count it. */
  readonly address: string
}

/** Makes a function that numbers requests: `prefix` tells this process from others and from its past lives. */
export function requestIds(prefix: string): () => string {
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
