import type { StreamEvent } from '#contract/events/model.ts'

/**
 * What a process says of itself in numbers. Every label is a name out of our own code: the pattern of a path, a kind, a
 * status. Never an id, never a path as it was asked for, and nothing that a caller wrote.
 */
export interface Metrics {
  /** A request was answered; `route` is the pattern of its path. */
  readonly request: (route: string, status: number, ms: number) => void
  /** A live stream was opened (1) or ended (-1). */
  readonly stream: (change: 1 | -1) => void
  readonly event: (type: StreamEvent['type']) => void
  /** How long a notification took from this process back to itself. */
  readonly eventsLag: (ms: number) => void
  /** What became of a queued operation; `kind` is one that the server knows, or `unknown`. */
  readonly operation: (kind: string, status: string) => void
  readonly mail: (status: 'sent' | 'failed') => void
  /** A try at a job ended. */
  readonly jobTry: (kind: string, status: 'done' | 'failed') => void
  /** A push service answered, or did not (0). Its host is told by its family: there are as many hosts as services like. */
  readonly pushSend: (host: string, status: number) => void
}

/** Where nobody asks. */
export const noMetrics: Metrics = {
  request: () => undefined,
  stream: () => undefined,
  event: () => undefined,
  eventsLag: () => undefined,
  operation: () => undefined,
  mail: () => undefined,
  jobTry: () => undefined,
  pushSend: () => undefined,
}
