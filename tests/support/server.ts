import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino, { type Logger } from 'pino'
import { createApi } from '#server/app.ts'
import type { Database } from '#server/db/client.ts'
import { createPasswords, type Passwords } from '#server/features/account/passwords.ts'
import { createListener, type Lifecycle } from '#server/http/listener.ts'
import { staticFiles } from '#server/http/static-files.ts'

export interface TestServer {
  /** `http://127.0.0.1:port`, without a slash at its end. */
  readonly origin: string
  readonly lifecycle: Lifecycle
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly now?: () => number
  readonly log?: Logger
  readonly passwords?: Passwords
  readonly trustedProxyHops?: number
  /** The built app; none unless given. */
  readonly distDir?: string
  readonly production?: boolean
}

/** The noon by which tests count days, unless they bring a clock of their own. */
export const testNoonMs = Date.parse('2026-06-15T12:00:00Z')

/** The real server on a free port, put together as `main.ts` does it, with a clock that stands at `testNoonMs`. */
export async function startTestServer(
  database: Database,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const lifecycle: Lifecycle = { draining: false }
  const api = createApi({
    database,
    lifecycle,
    passwords: options.passwords ?? (await createPasswords()),
    log: options.log ?? pino({ level: 'silent' }),
    trustedProxyHops: options.trustedProxyHops ?? 0,
    now: options.now ?? (() => testNoonMs),
  })
  const files = staticFiles(options.distDir ?? '/nowhere', {
    production: options.production ?? false,
  })
  const server = createServer(createListener({ api, files, lifecycle }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    lifecycle,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
