import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { MailPort } from './port.ts'

/** Messages as files that any mail program opens, for a machine without a mail server. The log names each. */
export function fileMail(options: {
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
