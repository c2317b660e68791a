/** A message for one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** How messages leave. */
export interface MailPort {
  /** Resolves once the message is out of our hands. */
  send(mail: Mail): Promise<void>
  close(): void
}
