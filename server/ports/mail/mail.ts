import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { baseLanguage, directionOf, type Language } from '#contract/language.ts'
import type { JobTry } from '#server/ports/jobs/port.ts'

declare const mailable: unique symbol

/**
 * An address that mail may go to. The account feature alone makes one: of people who confirmed theirs, and for the
 * message with the code that proves it, so that mail to anybody else does not compile.
 */
export type MailAddress = string & { readonly [mailable]: true }

/** A message for one person. */
export interface Mail {
  readonly to: MailAddress
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for every try of one message: a mail program that gets it twice, after an answer that was lost, shows it once. */
  readonly key?: string
}

/** How messages leave. */
export interface MailPort {
  /** Resolves once the message is out of our hands. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** A message of a few paragraphs in a language; whatever people wrote in them stays text. */
export function plainMail(
  to: MailAddress,
  { subject, paragraphs }: { readonly subject: string; readonly paragraphs: readonly string[] },
  language: Language,
): Mail {
  const html = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html:
      language === baseLanguage
        ? html
        : `<div lang="${language}" dir="${directionOf(language)}">\n${html}\n</div>`,
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Messages on their way, one after another, behind the answers of the requests that caused them. */
export interface MailQueue {
  /** Returns at once, and takes the same time whoever it is for. */
  add(mail: Mail): void
  /** Sends at once, for a job: rejects with `MailNotSent` when the message is not out of our hands, and the job is tried again. */
  send(mail: Mail, job: JobTry): Promise<void>
  /** Resolves when nothing is left to send, or after five seconds. What failed by then gets no further try. */
  stop(): Promise<void>
}

/** Pauses before the second and the third try. */
const pausesMs = [1_000, 5_000]
/** A mail server that is slow to answer holds up the end of the process no longer. */
const stopMsDefault = 5_000
/** In a flood the newest are refused: a code lives for ten minutes, and its owner can ask again. */
const waitingMax = 500

/**
 * The queue lives in this process alone: a code stands nowhere but in its message, and is worth nothing by the time
 * that a crashed process has come back.
 */
export function createMailQueue(
  port: MailPort,
  options: { log: Logger; pause?: (ms: number) => Promise<unknown>; stopMsMax?: number },
): MailQueue {
  const { log, pause = wait, stopMsMax = stopMsDefault } = options
  const waiting: Mail[] = []
  let running: Promise<void> | undefined
  let stopping = false

  async function sendAll(): Promise<void> {
    for (let mail = waiting.shift(); mail; mail = waiting.shift()) await send(mail)
    running = undefined
  }

  async function send(mail: Mail): Promise<void> {
    for (const pauseMs of [...pausesMs, undefined]) {
      const failure = await port.send(mail).then(() => undefined, mailErrorFacts)
      if (!failure) return
      log.error(failure, 'a message was not sent')
      if (pauseMs === undefined || stopping) return
      await pause(pauseMs)
    }
  }

  return {
    async send(mail, job) {
      const failure = await port
        .send({ ...mail, key: job.id })
        .then(() => undefined, mailErrorFacts)
      if (!failure) return
      log.error(failure, 'a message was not sent')
      throw new MailNotSent()
    },
    add(mail) {
      if (waiting.length >= waitingMax) log.error('a message was dropped: too many are waiting')
      else waiting.push(mail)
      // Not before the answer that is being written now.
      running ??= new Promise((resolve) => setImmediate(() => resolve(sendAll())))
    },
    async stop() {
      stopping = true
      const limit = new AbortController()
      const patience = wait(stopMsMax, undefined, { signal: limit.signal }).catch(() => undefined)
      await Promise.race([running, patience])
      limit.abort()
      port.close()
    },
  }
}

/** Says no more: a mail server's words repeat the address. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
}

/** The kind of failure alone: a mail server's words repeat the address. */
function mailErrorFacts(error: unknown): object {
  const fact = (key: string) =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  return { code: fact('code'), responseCode: fact('responseCode'), command: fact('command') }
}

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
