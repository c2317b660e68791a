import { and, eq, gt, lt, sql } from 'drizzle-orm'
import pg from 'pg'
import { resetCodeLifeMs, resetTriesMax } from '#contract/account/recovery.ts'
import type { Orm } from '#server/db/orm.ts'
import { passwordResets, secondFactors, sessions, users } from '#server/db/schema/account.ts'
import { createLimiter, hourSeconds } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import { hashToken, newToken } from '#server/http/session/caller.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { MailQueue } from '#server/ports/mail/mail.ts'
import { mayRedeem } from '../policy.ts'
import type { AccountRepo, UserRow } from '../repo.ts'
import type { Caller, LoginLimits } from '../sign-in/login-limits.ts'
import { endOtherSessions, forgetDevices } from '../sign-in/own-sessions.ts'
import { fitPassword, requireUncommon, type Passwords } from '../sign-in/passwords.ts'
import { resetMail, hashMailedCode, isMailedCode, markConfirmed } from './email-codes.ts'

interface RecoveryDeps {
  readonly accounts: AccountRepo
  readonly repo: RecoveryRepo
  readonly limits: RecoveryLimits
  readonly loginLimits: LoginLimits
  readonly passwords: Passwords
  readonly mails: MailQueue
  readonly events: Pick<EventBus, 'publish'>
  readonly now: () => number
  readonly newCode: () => string
}

export type Recovery = ReturnType<typeof createRecovery>

/** The way back in for somebody who forgot their password. */
export function createRecovery(deps: RecoveryDeps) {
  const { accounts, repo, limits, loginLimits, passwords, mails, events, now, newCode } = deps

  /**
   * Makes a code beside those that were asked for before, and gives the token that it works with. For an e-mail that
   * nobody has the same work is done and the same said; the message is sent behind the answer. Throws `rate_limited`.
   */
  async function ask(email: string, caller: Caller): Promise<{ token: string }> {
    await limits.takeRequest(email, caller)
    const account = await accounts.credentialsOf(email)
    const known = account?.suspendedAt === null ? account : undefined
    const { token, tokenHash } = newToken()
    const code = newCode()
    const nowMs = now()
    const owner = known ? { id: known.id, email: known.email } : undefined
    await repo.insertReset(owner, {
      tokenHash,
      codeHash: hashMailedCode(token, code),
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + resetCodeLifeMs),
    })
    if (known) mails.add(resetMail(known.email, code, known.language))
    return { token }
  }

  /**
   * Sets a new password with the code of a token, and says whose. Throws `invalid_code` for a code that is wrong, used, too
   * old, of another browser or tried five times before; `weak_password`; `rate_limited`; `busy`.
   */
  async function reset(
    token: string | undefined,
    given: { otp: string; newPassword: string },
    { address, deviceTokens }: Caller,
  ): Promise<{ userId: string }> {
    await limits.takeTry(address)
    // Before the code is looked at: a password that everybody uses costs none of its five tries.
    requireUncommon(given.newPassword, 'newPassword')
    const request = await prove(token, given.otp)
    const user = await accounts.userById(request.userId)
    if (!user) throw new ProblemError('invalid_code')
    const password = fitPassword(given.newPassword, user, 'newPassword')
    const outcome = await repo.redeem(authorize(undefined, request, mayRedeem), {
      passwordHash: await passwords.hash(password),
      deviceHashes: deviceTokens.map(hashToken),
      at: new Date(now()),
    })
    if (outcome === 'used') throw new ProblemError('invalid_code')
    events.publish([request.userId], { type: 'sessions' })
    await loginLimits.remember(outcome.email, address)
    return { userId: request.userId }
  }

  async function prove(token: string | undefined, otp: string): Promise<ProvenReset> {
    const tokenHash = hashToken(token ?? '')
    const request = token && (await repo.takeTry(tokenHash, new Date(now()), resetTriesMax))
    if (!request || !isMailedCode(token, otp, request.codeHash) || request.userId === null) {
      throw new ProblemError('invalid_code')
    }
    return { tokenHash, userId: request.userId }
  }

  return { ask, reset }
}

interface RecoveryLimits {
  /** Counts a request for a code, or throws `rate_limited`; alike for e-mails that nobody has. */
  takeRequest(email: string, caller: Caller): Promise<void>
  /** Counts a try of a code, or throws `rate_limited`. */
  takeTry(address: string): Promise<void>
}

/** A school behind one address fits. */
export const requestsPerAddressMax = 60

/** Tries per address: five for each of a dozen people at once. */
export const triesPerAddressMax = 60

/** Codes for one account that strangers ask for; each may be guessed at five times, so a day's worth finds one in 16,000. */
export const requestsPerHourMax = 10

export const requestsPerDayMax = 12

/** Of these so many from one address: nobody uses up a person's codes from where they are. The same on a known device. */
export const requestsHerePerHourMax = 5

const requestsHerePerDayMax = 8

/**
 * Limits per address, and per account against guessing code after code. Who asks is counted before what is asked for,
 * and as with logins a known device or address is counted alone: strangers who use up an account's count do not keep its
 * owner from asking.
 */
export function createRecoveryLimits(pool: pg.Pool, loginLimits: LoginLimits): RecoveryLimits {
  const addresses = createLimiter(pool, 'forgot-address', requestsPerAddressMax, hourSeconds)
  const hoursHere = createLimiter(pool, 'forgot-here', requestsHerePerHourMax, hourSeconds)
  const daysHere = createLimiter(pool, 'forgot-day-here', requestsHerePerDayMax, 24 * hourSeconds)
  const hours = createLimiter(pool, 'forgot-hour', requestsPerHourMax, hourSeconds)
  const days = createLimiter(pool, 'forgot-day', requestsPerDayMax, 24 * hourSeconds)
  const tries = createLimiter(pool, 'reset-address', triesPerAddressMax, hourSeconds)

  return {
    async takeRequest(email, caller) {
      await addresses.take(caller.address)
      const { counted, known } = await loginLimits.laneOf(email, caller)
      const here = known ? counted : [...counted, caller.address]
      await hoursHere.take(...here)
      await daysHere.take(...here)
      if (known) return
      await hours.take(...counted)
      await days.take(...counted)
    },
    takeTry: (address) => tries.take(address),
  }
}

type ResetRow = typeof passwordResets.$inferSelect
type NewReset = typeof passwordResets.$inferInsert
/** A request whose code was right, and the account it is for. */
export type ProvenReset = Pick<ResetRow, 'tokenHash'> & { readonly userId: string }
export type RecoveryRepo = ReturnType<typeof createRecoveryRepo>

/** To whom a code is mailed; undefined where nobody has the e-mail. */
type Recipient = Pick<UserRow, 'id' | 'email'> | undefined

const nobody = { id: null, email: null }

/**
 * Whose request it is: nobody's where another address has taken the place of the one that its code is mailed to. The lock
 * waits for such a change.
 */
function ownerOf({ id, email }: NonNullable<Recipient> | typeof nobody) {
  return sql`(select ${users.id} from ${users}
    where ${users.id} = ${id}::uuid and ${users.email} = ${email}::text for key share)`
}

const ownerColumns = { email: users.email, emailConfirmedAt: users.emailConfirmedAt }

/** Reads and writes of `password_resets`, and the change of a password with all that ends by it. */
export function createRecoveryRepo(orm: Orm) {
  return {
    /** Stores a request beside the account's others; the same statement where there is no account. */
    async insertReset(to: Recipient, reset: Omit<NewReset, 'userId'>): Promise<void> {
      await orm.insert(passwordResets).values({ ...reset, userId: ownerOf(to ?? nobody) })
    },

    /** Counts a try before anybody looks at its code; undefined when there is none left, or no such request. */
    async takeTry(tokenHash: string, now: Date, triesMax: number): Promise<ResetRow | undefined> {
      const rows = await orm
        .update(passwordResets)
        .set({ tries: sql`${passwordResets.tries} + 1` })
        .where(
          and(
            eq(passwordResets.tokenHash, tokenHash),
            lt(passwordResets.tries, triesMax),
            gt(passwordResets.expiresAt, now),
          ),
        )
        .returning()
      return rows[0]
    },

    /**
     * Sets the password; every request and every session of the account ends, and every device is forgotten but those
     * given. The code came by mail, so the address is confirmed, too. A second factor from before it ever was is not known
     * to be of who reads that mail, and goes. Says whose it was, or that somebody was faster.
     */
    async redeem(
      reset: Authorized<ProvenReset>,
      given: { passwordHash: string; deviceHashes: readonly string[]; at: Date },
    ): Promise<{ email: string } | 'used'> {
      const { userId, tokenHash } = reset
      return orm.transaction(async (tx) => {
        // The person first: two requests of theirs that are redeemed at once would wait for one another.
        const mine = eq(users.id, userId)
        const [owner] = await tx.select(ownerColumns).from(users).where(mine).for('update')
        const used = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash))
        if (!owner || !used.rowCount) return 'used'
        await tx.update(users).set({ passwordHash: given.passwordHash }).where(mine)
        await markConfirmed(tx, reset, { email: owner.email, at: given.at })
        await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
        await tx.delete(sessions).where(eq(sessions.userId, userId))
        if (!owner.emailConfirmedAt) {
          await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
        }
        await forgetDevices(tx, userId, given.deviceHashes)
        return owner
      })
    },

    /**
     * Sets the password of somebody who is signed in. Every other session of theirs ends, and every reset code where the
     * password is another one. Nothing is changed where the password that they gave, or their session, has ended meanwhile.
     */
    async changePassword(
      own: Authorized<{ userId: string; tokenHash: string }>,
      given: { provenHash: string; passwordHash: string; keepsCodes: boolean },
    ): Promise<'changed' | 'gone'> {
      const mine = eq(users.id, own.userId)
      return orm.transaction(async (tx) => {
        const proven = and(mine, eq(users.passwordHash, given.provenHash))
        const [owner] = await tx.select({ id: users.id }).from(users).where(proven).for('update')
        const session = eq(sessions.tokenHash, own.tokenHash)
        if (!owner || (await tx.$count(sessions, session)) === 0) return 'gone'
        await tx.update(users).set({ passwordHash: given.passwordHash }).where(mine)
        const codes = eq(passwordResets.userId, own.userId)
        if (!given.keepsCodes) await tx.delete(passwordResets).where(codes)
        await endOtherSessions(tx, own)
        return 'changed'
      })
    },
  }
}
