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
}

/** How messages leave. */
export interface MailPort {
  /** Resolves once the message is out of our hands. */
  send(mail: Mail): Promise<void>
  close(): void
}
