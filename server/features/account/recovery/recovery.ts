import { resetCodeLifeMs, resetTriesMax } from '#contract/account/recovery.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { hashToken, newToken } from '#server/http/session/session.ts'
import type { MailQueue } from '#server/ports/mail/queue.ts'
import { resetMail } from './code-mails.ts'
import type { Caller, LoginLimits } from '../sign-in/login-limits.ts'
import { hashMailedCode, isMailedCode } from './mailed-code.ts'
import { fitPassword, requireUncommon } from '../sign-in/fit-password.ts'
import type { Passwords } from '../sign-in/passwords.ts'
import { mayRedeem } from '../policy.ts'
import type { RecoveryLimits } from './recovery-limits.ts'
import type { ProvenReset, RecoveryRepo } from './recovery-repo.ts'
import type { AccountRepo } from '../repo.ts'

export interface RecoveryDeps {
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
export function createRecovery(deps: RecoveryDeps) {
  const { accounts, repo, limits, loginLimits, passwords, mails, now, newCode } = deps

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
    await repo.insertReset({
      tokenHash,
      userId: known?.id ?? null,
      codeHash: hashMailedCode(token, code),
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + resetCodeLifeMs),
    })
    if (known) mails.add(resetMail(known.email, code))
    return { token }
  }

  /**
   * Sets a new password with the code of a token. Throws `invalid_code` for a code that is wrong, used, too old, of
   * another browser or tried five times before; `weak_password`; `rate_limited`; `busy`.
   */
  async function reset(
    token: string | undefined,
    given: { otp: string; newPassword: string },
    { address, deviceTokens }: Caller,
  ): Promise<void> {
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
    await loginLimits.remember(outcome.email, address)
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
