import { and, eq, gt, lt, sql, isNotNull } from 'drizzle-orm'
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { emailCodeLifeMs, emailCodeTriesMax } from '#contract/account/confirmation.ts'
import { baseLanguage, type Language } from '#contract/language.ts'
import { resetCodeDigits } from '#contract/account/recovery.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { users, emailCodes } from '#server/db/schema/account.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { type Mail, type MailAddress, plainMail } from '#server/ports/mail/port.ts'
import { wordsIn, type MailWords } from '#server/words/words.ts'
import type { NewUser, UserRow } from '../repo.ts'

export type EmailCodes = ReturnType<typeof createEmailCodes>

/** The codes by which people prove their e-mail: one a person, five tries, 24 hours. `now` gives epoch milliseconds. */
export function createEmailCodes(deps: { orm: Orm; sealer: Sealer; now: () => number }) {
  const { orm, now } = deps
  const keyOf = (userId: string) => deps.sealer.keyFor(`email-code:${userId}`)

  return {
    /** Makes a code instead of the one before, for somebody whose address is not confirmed yet. */
    async renew(
      tx: Pick<Transaction, 'insert'>,
      person: Authorized<Pick<NewUser, 'id'>>,
    ): Promise<string> {
      const code = newMailedCode()
      const fresh = {
        codeHash: hashMailedCode(keyOf(person.id), code),
        tries: 0,
        createdAt: new Date(now()),
        expiresAt: new Date(now() + emailCodeLifeMs),
      }
      await tx
        .insert(emailCodes)
        .values({ userId: person.id, ...fresh })
        .onConflictDoUpdate({ target: emailCodes.userId, set: fresh })
      return code
    },

    /** Counts a try, then says whether it was the code. */
    async isRight(userId: string, code: string): Promise<boolean> {
      const [row] = await orm
        .update(emailCodes)
        .set({ tries: sql`${emailCodes.tries} + 1` })
        .where(
          and(
            eq(emailCodes.userId, userId),
            lt(emailCodes.tries, emailCodeTriesMax),
            gt(emailCodes.expiresAt, new Date(now())),
          ),
        )
        .returning()
      return row !== undefined && isMailedCode(keyOf(userId), code, row.codeHash)
    },
  }
}

/**
 * The one way in which an address gets confirmed: the code is used up, and a care provider who is approved is listed.
 * The row as it is now; undefined for somebody who was deleted meanwhile. Doing it again changes nothing.
 */
export async function markConfirmed(
  tx: Transaction,
  { userId }: Authorized<{ readonly userId: string }>,
  at: Date,
): Promise<UserRow | undefined> {
  const listed = sql`case when ${users.approvedAt} is null then ${users.verifiedAt}
    else coalesce(${users.verifiedAt}, ${at}) end`
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${at})`, verifiedAt: listed })
    .where(eq(users.id, userId))
    .returning()
  await tx.delete(emailCodes).where(eq(emailCodes.userId, userId))
  return rows[0]
}

/** Six digits, all of them alike likely. */
export function newMailedCode(): string {
  return String(randomInt(10 ** resetCodeDigits)).padStart(resetCodeDigits, '0')
}

/** What is stored of a code: its HMAC with a key that the table does not hold. */
export function hashMailedCode(key: string, code: string): string {
  return createHmac('sha256', key).update(code).digest('hex')
}

/** True for the code behind a hash, in the same time for any other. */
export function isMailedCode(key: string, code: string, codeHash: string): boolean {
  const given = Buffer.from(hashMailedCode(key, code), 'hex')
  const stored = Buffer.from(codeHash, 'hex')
  return given.length === stored.length && timingSafeEqual(given, stored)
}

/** The message with a reset code. The code is not in the subject, which locked screens show to everybody. */
export function resetMail(to: string, code: string, language: Language): Mail {
  return codeMail(to, code, wordsIn(language).resetCode(code), language)
}

/** The message with the code that proves an address. It names nobody: whoever gets it may never have heard of us. */
export function confirmMail(to: string, code: string, language: Language): Mail {
  return codeMail(to, code, wordsIn(language).confirmCode(code), language)
}

function codeMail(to: string, code: string, words: MailWords, language: Language): Mail {
  const mail = plainMail(toBeProven(to), words, language)
  return { ...mail, html: mail.html.replace(code, `<strong>${code}</strong>`) }
}

/** What a person is spoken to in; English for somebody who is gone. */
export async function languageOf(orm: Pick<Orm, 'select'>, userId: string): Promise<Language> {
  const [row] = await orm
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, userId))
  return row?.language ?? baseLanguage
}

/** Where mail for a person goes, and what to know of them when it is written. */
export interface MailRecipient {
  readonly to: MailAddress
  /** What their clock most likely shows. */
  readonly country: string
  readonly language: Language
  readonly suspended: boolean
}

/** Where mail for a person goes; undefined while nobody has confirmed their address, and once they are gone. */
export async function mailTo(
  orm: Pick<Orm, 'select'>,
  userId: string,
): Promise<MailRecipient | undefined> {
  const [row] = await orm
    .select({
      email: users.email,
      country: users.country,
      language: users.language,
      suspendedAt: users.suspendedAt,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailConfirmedAt)))
  if (!row) return undefined
  const { email, country, language, suspendedAt } = row
  return { to: email as MailAddress, country, language, suspended: suspendedAt !== null }
}

/** An address that the mail itself proves: for mail with a code, and for no other. */
function toBeProven(email: string): MailAddress {
  return email as MailAddress
}
