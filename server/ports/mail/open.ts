import { join } from 'node:path'
import type { Logger } from 'pino'
import { fileMail } from './files.ts'
import { noMail } from './off.ts'
import type { MailPort } from './port.ts'
import { smtpMail } from './smtp.ts'

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
