import { baseLanguage, directionOf, type Language } from '#contract/language.ts'

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
