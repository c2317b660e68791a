import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { StreamEvent } from '#contract/events/api.ts'
import type { Scrapable } from './prometheus.ts'

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

/** Where numbers are given out: a listener of its own, never the port that people reach. */
export interface MetricsPlace {
  readonly host: string
  readonly port: number
}

export interface OpenMetrics extends Metrics {
  readonly stop: () => Promise<void>
}

/** Counts and serves what it counts where the environment names a port; the library is loaded only then. */
export async function openMetrics(deps: {
  place: MetricsPlace | undefined
  pool: pg.Pool
  log: Logger
}): Promise<OpenMetrics> {
  const { place, pool, log } = deps
  if (!place) return { ...noMetrics, stop: async () => undefined }
  const { prometheusMetrics } = await import('./prometheus.ts')
  const metrics = prometheusMetrics(pool)
  const server = await serve(metrics, place)
  log.info({ metrics: server.address() }, 'metrics are served')
  return {
    ...metrics,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function serve({ scrape }: Scrapable, { host, port }: MetricsPlace): Promise<Server> {
  const server = createServer(({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    scrape().then(
      ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}
