import type { LoginReply, LoginRequest } from '#contract/account/credentials.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { AccessLog } from '#server/features/sharing/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { type Session, newToken } from '#server/http/session/caller.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { mayEndSession, mayOpenSession, mayRevoke } from './policy.ts'
import { createPersonReads, type People, presentPayload } from './profile/people.ts'
import type { AccountRepo } from './repo.ts'
import type { Caller, LoginLimits } from './sign-in/login-limits.ts'
import type { LoginAccount } from './sign-in/login-repo.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { Sessions, TokenHashes } from './sign-in/sessions.ts'
import type { SecondFactors } from './two-step/second-factors.ts'

export interface AccountDeps {
  readonly repo: AccountRepo
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly loginLimits: LoginLimits
  readonly secondFactors: Pick<SecondFactors, 'check'>
  readonly people: People
  readonly accessLog: AccessLog
  readonly events: Pick<EventBus, 'publish'>
}

/** Where a login comes from. */
export interface LoginCaller extends Caller {
  readonly userAgent: string | undefined
}

export type AccountService = ReturnType<typeof createAccountService>

export function createAccountService(deps: AccountDeps) {
  const { repo, sessions, passwords, loginLimits, secondFactors, events } = deps

  /**
   * Opens a session, and gives the token by which the device is known from now on. An unknown e-mail, a wrong password
   * and a suspended account get the same reply after the same work; only whoever has the password learns whether a code
   * is asked for. Throws `wrong_credentials`, `second_factor_required`, `invalid_code`, `rate_limited` or `busy`.
   */
  async function login(
    given: LoginRequest,
    caller: LoginCaller,
  ): Promise<{ reply: LoginReply; deviceToken: string }> {
    const attempt = await loginLimits.begin(given.email, caller)
    try {
      const account = await judge(attempt.credentials, given.password)
      if (account.secondFactor) {
        await attempt.passed()
        await secondFactors.check(account.id, given.code)
      }
      const { token, tokenHash } = newToken()
      const deviceToken = attempt.deviceToken ?? newToken().token
      const session = sessions.start(tokenHash, caller.userAgent, account)
      await attempt.succeeded(account, session, deviceToken)
      return { reply: { token, userPayload: presentPayload(account) }, deviceToken }
    } catch (error) {
      if (!isWrong(error)) await attempt.abandoned()
      throw error
    }
  }

  async function judge(account: LoginAccount | undefined, password: string) {
    const matches = await passwords.matches(password, account?.passwordHash)
    if (!account || !matches) throw new ProblemError('wrong_credentials')
    return authorize<LoginAccount, undefined>(undefined, account, mayOpenSession)
  }

  async function logout(session: Session): Promise<void> {
    await sessions.end(authorize(session.actor, session, mayEndSession))
  }

  /** Ends the sessions that a device left without a network, and their streams; says nothing of which there were. */
  async function revoke(hashes: TokenHashes): Promise<void> {
    const owners = await sessions.endHashed(authorize(undefined, hashes, mayRevoke))
    if (owners.length > 0) events.publish(owners, { type: 'sessions' })
  }

  return { login, logout, revoke, getUser: createPersonReads({ ...deps, repo }).user }
}

/** A try that guessed: what it was counted for stays counted. */
const wrongCodes: ReadonlySet<ProblemCode> = new Set(['wrong_credentials', 'invalid_code'])

function isWrong(error: unknown): boolean {
  return error instanceof ProblemError && wrongCodes.has(error.body.code)
}
