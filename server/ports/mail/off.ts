import type { MailPort } from './port.ts'

/** Nobody carries messages: each is lost, as the log said at start. */
export const noMail: MailPort = {
  send: async () => undefined,
  close: () => undefined,
}
