import { resetCodeLifeMs, resetTriesMax } from '#contract/account/recovery.ts'
import { authorize } from '#server/http/authorize.ts'
import { ProblemError } from '#server/http/problem-error.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import type { MailQueue } from '#server/ports/mail/queue.ts'
import type { LoginLimits } from './login-limits.ts'
import type { Passwords } from './passwords.ts'
import { mayRedeem } from './policy.ts'
import type { RecoveryLimits } from './recovery-limits.ts'
import type { ProvenReset, RecoveryRepo } from './recovery-repo.ts'
import type { AccountRepo } from './repo.ts'
import { hashResetCode, isResetCode } from './reset-code.ts'
import { resetMail } from './reset-mail.ts'

export interface RecoveryParts {
  readonly accounts: AccountRepo
  readonly repo: RecoveryRepo
  readonly limits: RecoveryLimits
  readonly loginLimits: LoginLimits
  readonly passwords: Passwords
  readonly mails: MailQueue
  readonly now: () => number
  readonly newCode: () => string
}

export type Recovery = ReturnType<typeof createRecovery>

/** The way back in for somebody who forgot their password. */
export function createRecovery(parts: RecoveryParts) {
  const { accounts, repo, limits, loginLimits, passwords, mails, now, newCode } = parts

  /**
   * Makes a code and gives the token that it works with. For an e-mail that nobody has the same work is done and the
   * same said; the message is sent behind the answer. Throws `rate_limited`.
   */
  async function ask(email: string, address: string): Promise<{ token: string }> {
    await limits.takeRequest(email, address)
    const account = await accounts.credentialsOf(email)
    const known = account?.suspendedAt === null ? account : undefined
    const { token, tokenHash } = newToken()
    const code = newCode()
    const nowMs = now()
    await repo.replaceReset({
      tokenHash,
      userId: known?.id ?? null,
      codeHash: hashResetCode(token, code),
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + resetCodeLifeMs),
    })
    if (known) mails.add(resetMail(known.email, code))
    return { token }
  }

  /**
   * Sets a new password with the code of a token. Throws `invalid_code` for a code that is wrong, used, too old, of
   * another browser or tried five times before; `rate_limited`; `busy`.
   */
  async function reset(
    token: string | undefined,
    given: { otp: string; newPassword: string },
    address: string,
  ): Promise<void> {
    await limits.takeTry(address)
    const request = await prove(token, given.otp)
    const passwordHash = await passwords.hash(given.newPassword)
    const outcome = await repo.redeem(authorize(undefined, request, mayRedeem), passwordHash)
    if (outcome === 'used') throw new ProblemError('invalid_code')
    await loginLimits.remember(outcome.email, address)
  }

  async function prove(token: string | undefined, otp: string): Promise<ProvenReset> {
    const tokenHash = hashToken(token ?? '')
    const request = token && (await repo.takeTry(tokenHash, new Date(now()), resetTriesMax))
    if (!request || !isResetCode(token, otp, request.codeHash) || request.userId === null) {
      throw new ProblemError('invalid_code')
    }
    return { tokenHash, userId: request.userId }
  }

  return { ask, reset }
}
