import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import type { Logger } from 'pino'
import { noMetrics, type Metrics } from './port.ts'
import type { Scrapable } from './prometheus.ts'

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
