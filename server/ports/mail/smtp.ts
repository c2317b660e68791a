import { createTransport } from 'nodemailer'
import type { MailPort } from './port.ts'

/** A mail server that takes longer than this is down. */
const connectMsMax = 10_000
const silenceMsMax = 20_000

/** Messages through a mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
export function smtpMail(options: { smtpUrl: string; from: string }): MailPort {
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    socketTimeout: silenceMsMax,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, from: options.from })
    },
    close: () => transport.close(),
  }
}
