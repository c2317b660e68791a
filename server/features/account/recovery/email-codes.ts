import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql, isNotNull } from 'drizzle-orm'
import { emailCodeLifeMs, emailCodeTriesMax } from '#contract/account/api.ts'
import type { User } from '#contract/account/profile.ts'
import { resetCodeDigits } from '#contract/account/recovery.ts'
import { baseLanguage, type Language } from '#contract/language.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { users, emailCodes } from '#server/db/schema/account.ts'
import { demoDomain } from '#server/demo/load.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { type Authorized, authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { type Mail, type MailAddress, plainMail, type MailQueue } from '#server/ports/mail/mail.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { wordsIn, type MailWords } from '#server/words/words.ts'
import { isOwn } from '../policy.ts'
import type { People } from '../profile/people.ts'
import { changeEmail, type NewUser, type UserRow, type AccountRepo } from '../repo.ts'
import type { Reauthenticate } from '../sign-in/passwords.ts'

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
 * The row as it is now; undefined for somebody who was deleted meanwhile, and where another address took the place of the
 * proven `email`. Doing it again changes nothing.
 */
export async function markConfirmed(
  tx: Transaction,
  { userId }: Authorized<{ readonly userId: string }>,
  { email, at }: { email: string; at: Date },
): Promise<UserRow | undefined> {
  const listed = sql`case when ${users.approvedAt} is null then ${users.verifiedAt}
    else coalesce(${users.verifiedAt}, ${at}) end`
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${at})`, verifiedAt: listed })
    .where(and(eq(users.id, userId), eq(users.email, email)))
    .returning()
  if (rows.length > 0) await tx.delete(emailCodes).where(eq(emailCodes.userId, userId))
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

interface ConfirmationLimits {
  /** Codes per person, an hour and a day: nobody is flooded with mail, and a day of guessing finds one in 16,000. */
  readonly hours: Limiter
  readonly days: Limiter
  /** Per address, over all people. */
  readonly sends: Limiter
  readonly tries: Limiter
}

interface ConfirmationDeps {
  readonly orm: Orm
  readonly accounts: AccountRepo
  readonly codes: EmailCodes
  readonly people: People
  readonly mails: MailQueue
  readonly limits: ConfirmationLimits
  readonly reauthenticate: Reauthenticate
  /** Invented people have no place there, and nobody may pass for one. */
  readonly production: boolean
  readonly now: () => number
}

export const confirmedText = 'Your email is already confirmed.'

export const codesPerHourMax = 5
export const codesPerDayMax = 12
/** A school behind one address fits. */
export const confirmationsPerAddressMax = 60

export type Confirmation = ReturnType<typeof createConfirmation>

/** How people prove that they read the e-mail that they registered with. */
export function createConfirmation(deps: ConfirmationDeps) {
  const { orm, accounts, codes, people, mails, limits, now } = deps

  /**
   * Confirms one's address with its code. A reply that got lost is asked for again: whoever is confirmed stays so,
   * whatever they send. Throws `invalid_code` for a code that is wrong, too old, replaced or tried five times before;
   * `rate_limited`.
   */
  async function confirm(actor: Actor, code: string, address: string): Promise<User> {
    await limits.tries.take(address)
    const own = authorize(actor, { userId: actor.userId }, isOwn)
    const before = await accounts.userById(own.userId)
    if (!before) throw new ProblemError('unauthenticated')
    if (before.emailConfirmedAt) return people.presentOwn(before)
    if (!(await codes.isRight(own.userId, code))) throw new ProblemError('invalid_code')
    const proven = { email: before.email, at: new Date(now()) }
    const user = await orm.transaction((tx) => markConfirmed(tx, own, proven))
    if (!user) throw new ProblemError('invalid_code')
    return people.presentOwn(user)
  }

  /** Mails a new code; to an address that is confirmed nothing. Throws `rate_limited`. */
  async function send(actor: Actor, address: string): Promise<'sent' | 'confirmed'> {
    await limits.sends.take(address)
    await takeCode(limits, actor)
    const mail = await orm.transaction(async (tx) => {
      const mine = eq(users.id, actor.userId)
      // Locked: a code that goes to one address proves no other that takes its place meanwhile.
      const [user] = await tx.select().from(users).where(mine).for('update')
      if (!user) throw new ProblemError('unauthenticated')
      if (user.emailConfirmedAt) return undefined
      const own = authorize(actor, { ...user, userId: user.id }, isOwn)
      return confirmMail(own.email, await codes.renew(tx, own), user.language)
    })
    if (!mail) return 'confirmed'
    mails.add(mail)
    return 'sent'
  }

  return { confirm, send, change: createEmailChange(deps) }
}

/**
 * Takes another address in the place of one that was never confirmed, and mails a code there; those that were mailed
 * before end. It counts as a code that is asked for, also where the address is somebody's. Throws `not_found` for anybody
 * else's account, `wrong_password`, `email_taken`, `wrong_state`, `rate_limited` or `busy`.
 */
function createEmailChange(deps: ConfirmationDeps) {
  const { orm, codes, people, mails, limits, reauthenticate, production } = deps

  return async function change(
    actor: Actor,
    userId: string,
    given: { email: string; password: string },
    address: string,
  ): Promise<User> {
    const own = authorize(actor, { id: userId, userId }, isOwn)
    await limits.sends.take(address)
    const { passwordHash, language } = await reauthenticate(userId, given.password, 'password')
    const email = given.email.toLowerCase()
    if (production) refuseDemoAddress(email)
    await takeCode(limits, actor)
    let code: string | undefined
    const outcome = await changeEmail(orm, own, { email, provenHash: passwordHash }, async (tx) => {
      code = await codes.renew(tx, own)
    })
    if (outcome === 'email_taken') throw emailTaken()
    if (outcome === 'gone') throw new ProblemError('unauthenticated')
    if (outcome === 'confirmed') throw new ProblemError('wrong_state', { message: confirmedText })
    if (code !== undefined) mails.add(confirmMail(email, code, language))
    return people.presentOwn(outcome)
  }
}

/** Counts a code that is mailed to somebody, or throws `rate_limited`. */
async function takeCode({ hours, days }: ConfirmationLimits, { userId }: Actor): Promise<void> {
  await hours.take(userId)
  await days.take(userId)
}

/** A database with an address of the demo in it would not start in production again. */
export function refuseDemoAddress(email: string): void {
  if (!email.toLowerCase().endsWith(`@${demoDomain}`)) return
  throw new ProblemError('invalid_input', { fields: { email: 'Invalid email format' } })
}

export function emailTaken(): ProblemError {
  return new ProblemError('email_taken', { fields: { email: 'This email is already in use.' } })
}
