import { join } from 'node:path'
import type { Logger } from 'pino'
import { mkdir, writeFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'
import type { MailPort } from './mail.ts'

/** A sender for files alone: no server ever sees it. */
const localSender = 'Zync <zync@localhost>'

/** The way for messages that the environment names; without one, files in development and nothing in production. */
export function openMail(options: {
  smtp: { smtpUrl: string; from: string } | undefined
  production: boolean
  dataDir: string
  newId: () => string
  log: Logger
}): MailPort {
  const { smtp, production, dataDir, newId, log } = options
  if (smtp) return smtpMail(smtp)
  if (!production) {
    return fileMail({ directory: join(dataDir, 'mail'), from: localSender, newId, log })
  }
  log.warn('mail is off: SMTP_URL is not set, so nobody gets a code to reset their password')
  return noMail
}

/** Nobody carries messages: each is lost, as the log said at start. */
const noMail: MailPort = {
  send: async () => undefined,
  close: () => undefined,
}

/** Messages as files that any mail program opens, for a machine without a mail server. The log names each. */
function fileMail(options: {
  directory: string
  from: string
  newId: () => string
  log: Logger
}): MailPort {
  const { directory, from, newId, log } = options
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ ...mail, from })
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, `${newId()}.eml`)
      await writeFile(file, message, { mode: 0o600 })
      log.info({ file }, 'a message was written to a file, since SMTP_URL is not set')
    },
    close: () => transport.close(),
  }
}

/** A mail server that takes longer than this is down: well before the time of a job is over, which another process then does. */
const patienceDefault = { connectMs: 10_000, silenceMs: 20_000 }

/** Messages through a mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
export function smtpMail(options: {
  smtpUrl: string
  from: string
  patience?: typeof patienceDefault
}): MailPort {
  const { connectMs, silenceMs } = options.patience ?? patienceDefault
  const domain = options.from.match(/@([^\s>]+)>?\s*$/)?.[1] ?? 'localhost'
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ key, ...mail }) {
      const messageId = key ? { messageId: `<${key}@${domain}>` } : {}
      await transport.sendMail({ ...mail, ...messageId, from: options.from })
    },
    close: () => transport.close(),
  }
}
