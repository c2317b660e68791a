import type { BookingRole } from '#contract/booking/model.ts'
import { isolated, type Language } from '#contract/language.ts'
import { majorOf, type Currency } from '#contract/pricing/money.ts'
import type { PushedKind } from '#contract/push/model.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** What a message says. */
export interface MailWords {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/** A session as its messages speak of it. */
export interface SessionFacts {
  /** The other person's name, ready to stand in a sentence; null where nobody is named. */
  readonly name: string | null
  readonly when: string
}

export interface ReceiptFacts {
  readonly number: string
  readonly sessions: number
  readonly minutes: number
  readonly seller: string | null
  readonly price: string
  readonly vatPercent: number
  readonly vat: string
  readonly total: string
  /** A guest has no account to find anything in. */
  readonly payer: 'self' | 'guest'
  readonly sandbox: boolean
}

/**
 * Everything that the server alone says to people, in one language: a sentence that a language lacks does not compile. What
 * a phone says too, in calendar files and for a notification in neutral words, is in the contract.
 * Subjects and notifications say neither with whom nor what about, for locked screens show them to everybody.
 */
export interface Words {
  readonly resetCode: (code: string) => MailWords
  readonly confirmCode: (code: string) => MailWords
  readonly sessions: {
    readonly booked: (session: SessionFacts) => MailWords
    readonly moved: (session: SessionFacts) => MailWords
    /** A proposal was accepted. */
    readonly accepted: (session: SessionFacts) => MailWords
    /** `cancelTapped`: when its client tapped, where that counts although the message came late. */
    readonly cancelled: (
      session: SessionFacts & { readonly role: BookingRole; readonly cancelTapped: string | null },
    ) => MailWords
    readonly declined: (session: SessionFacts) => MailWords
    readonly proposed: (session: SessionFacts & { readonly other: string | null }) => MailWords
    /** The product cancelled it. It says no more than that, and with whom it was to nobody: mail is read by others too. */
    readonly withdrawn: (
      session: Pick<SessionFacts, 'when'> & { readonly role: BookingRole },
    ) => MailWords
    /** For a client, of a session that was canceled and whose provider's account is gone or closed. */
    readonly providerLeft: (session: Pick<SessionFacts, 'when'>) => MailWords
    readonly reminder: (session: SessionFacts) => MailWords
    /** For a provider whose client's account is gone, and the session with it. */
    readonly alone: (session: Pick<SessionFacts, 'when'>) => MailWords
  }
  readonly receipt: (facts: ReceiptFacts) => MailWords
  /** For a provider whose Google calendar lets Zync in no longer. */
  readonly calendarExpired: MailWords
  /** For whoever has so many paid sessions left whose provider's account is gone or closed. */
  readonly sessionsLost: (sessions: number) => MailWords
  readonly push: Readonly<Record<PushedKind, string>>
  /** What a discreet notification says of anything. */
  readonly discreetPush: string
  /** How a session is called in a provider's own calendar. */
  readonly calendarSession: string
}

const all: Readonly<Record<Language, Words>> = { en, ar, fr }

export function wordsIn(language: Language): Words {
  return all[language]
}

/** Spec 9: English dates are those of the United States; the calendar and the digits are the same in every language. */
const locales: Readonly<Record<Language, string>> = {
  en: 'en-US',
  ar: 'ar-u-ca-gregory-nu-latn',
  fr: 'fr-u-ca-gregory-nu-latn',
}

/** A moment by the clock of a zone, which stands beside it. */
export function timeText(at: Date, timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  })
  const plain = format.format(at).replaceAll('\u202f', ' ')
  // Intl has « 1 » for the first of a month.
  const text = language === 'fr' ? plain.replace(/(?<!\S)1(?= \p{L}{3})/u, '1er') : plain
  return `${text} (${isolated(timeZone, language)})`
}

/** An amount in minor units. */
export function amountText(minor: number, currency: Currency, language: Language): string {
  const format = new Intl.NumberFormat(locales[language], { style: 'currency', currency })
  // Intl puts spaces that do not break, which plain-text mails show as a riddle.
  const text = format.format(majorOf(minor)).replaceAll(/[\u00a0\u202f]/g, ' ')
  // From right to left "US$" would have its sign on the wrong side.
  return isolated(text.replace(/[A-Z]+\$/, '\u2066$&\u2069'), language)
}
