import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface Delivered {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
}

export interface MailServer {
  readonly smtpUrl: string
  readonly delivered: readonly Delivered[]
  /** The next so many messages are refused for now, as a busy mail server does. */
  failNext(count: number): void
  close(): Promise<void>
}

/** A mail server on a free port that keeps what it gets and asks for a name and a password. */
export async function startMailServer(): Promise<MailServer> {
  const delivered: Delivered[] = []
  let failures = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      const right = username === 'zync' && password === 'p@ss'
      if (right) done(null, { user: 'zync' })
      else done(new Error('Who are you?'))
    },
    onData: (stream, { envelope }, done) => {
      async function take(): Promise<void> {
        const source = await text(stream)
        if (failures > 0) {
          failures -= 1
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        delivered.push({ from, to, source })
        return done()
      }
      void take()
    },
  })
  // A client that hangs up is its own business.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://zync:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`,
    delivered,
    failNext: (count) => {
      failures = count
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
