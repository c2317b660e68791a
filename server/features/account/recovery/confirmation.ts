import type { User } from '#contract/account/profile.ts'
import type { Orm } from '#server/db/orm.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { MailQueue } from '#server/ports/mail/queue.ts'
import { confirmMail, markConfirmed, type EmailCodes } from './email-codes.ts'
import type { People } from '../profile/people.ts'
import { isOwn } from '../policy.ts'
import type { AccountRepo } from '../repo.ts'

export interface ConfirmationLimits {
  /** Codes per person, an hour and a day: nobody is flooded with mail, and a day of guessing finds one in 16,000. */
  readonly hours: Limiter
  readonly days: Limiter
  /** Per address, over all people. */
  readonly sends: Limiter
  readonly tries: Limiter
}

export interface ConfirmationDeps {
  readonly orm: Orm
  readonly accounts: AccountRepo
  readonly codes: EmailCodes
  readonly people: People
  readonly mails: MailQueue
  readonly limits: ConfirmationLimits
  readonly now: () => number
}

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
    if (before?.emailConfirmedAt) return people.presentOwn(before)
    if (!(await codes.isRight(own.userId, code))) throw new ProblemError('invalid_code')
    const user = await orm.transaction((tx) => markConfirmed(tx, own, new Date(now())))
    if (!user) throw new ProblemError('unauthenticated')
    return people.presentOwn(user)
  }

  /** Mails a new code; to an address that is confirmed nothing. Throws `rate_limited`. */
  async function send(actor: Actor, address: string): Promise<'sent' | 'confirmed'> {
    await limits.sends.take(address)
    await limits.hours.take(actor.userId)
    await limits.days.take(actor.userId)
    const user = await accounts.userById(actor.userId)
    if (!user) throw new ProblemError('unauthenticated')
    if (user.emailConfirmedAt) return 'confirmed'
    const own = authorize(actor, { ...user, userId: user.id }, isOwn)
    mails.add(confirmMail(own.email, await codes.renew(orm, own), user.language))
    return 'sent'
  }

  return { confirm, send }
}
