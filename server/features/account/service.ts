import type { LoginReply, LoginRequest } from '#contract/account/credentials.ts'
import type { User } from '#contract/account/model.ts'
import type { Actor, Session } from '#server/http/actor.ts'
import { authorize } from '#server/http/authorize.ts'
import { ProblemError } from '#server/http/problem-error.ts'
import { newToken } from '#server/http/session.ts'
import type { AccessNotes } from './access-notes.ts'
import type { LoginLimits } from './login-limits.ts'
import type { Passwords } from './passwords.ts'
import type { People } from './people.ts'
import { mayEndSession, mayOpenSession, viewFor } from './policy.ts'
import { presentPayload } from './present.ts'
import type { AccountRepo, Credentials } from './repo.ts'
import type { Sessions } from './sessions.ts'

/** A person, for features that show people in views of their own. */
export { personById } from './repo.ts'
export { presentAdmin, presentCard, presentUser } from './present.ts'

export interface AccountParts {
  readonly repo: AccountRepo
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly loginLimits: LoginLimits
  readonly people: People
  readonly accessNotes: AccessNotes
}

/** Where a login comes from. */
export interface Caller {
  readonly address: string
  readonly userAgent: string | undefined
}

export type AccountService = ReturnType<typeof createAccountService>

export function createAccountService(parts: AccountParts) {
  const { repo, sessions, passwords, loginLimits, people, accessNotes } = parts

  /**
   * Opens a session. An unknown e-mail, a wrong password and a suspended account get the same reply after the
   * same work. Throws `wrong_credentials`, `rate_limited` or `busy`.
   */
  async function login(given: LoginRequest, caller: Caller): Promise<LoginReply> {
    const attempt = await loginLimits.begin(given.email, caller.address)
    try {
      const account = await judge(attempt.credentials, given.password)
      const { token, tokenHash } = newToken()
      await attempt.succeeded(account, sessions.start(tokenHash, caller.userAgent))
      return { token, userPayload: presentPayload(account) }
    } catch (error) {
      if (!isWrong(error)) await attempt.abandoned()
      throw error
    }
  }

  async function judge(account: Credentials | undefined, password: string) {
    const matches = await passwords.matches(password, account?.passwordHash)
    if (!account || !matches) throw new ProblemError('wrong_credentials')
    return authorize<Credentials, undefined>(undefined, account, mayOpenSession)
  }

  async function logout(session: Session): Promise<void> {
    await sessions.end(authorize(session.actor, session, mayEndSession))
  }

  /** A person in the fields that the viewer may see; `not_found` when there are none. */
  async function getUser(actor: Actor, id: string): Promise<User> {
    const user = await repo.userById(id)
    const asked = user && (await people.asked(actor, user))
    const view = asked && viewFor(actor, asked)
    if (!user || !view) throw new ProblemError('not_found')
    if (view === 'client' && user.shareScore) await accessNotes.noteScore(actor, user.id)
    return people.present(view, user)
  }

  return { login, logout, getUser }
}

function isWrong(error: unknown): boolean {
  return error instanceof ProblemError && error.body.code === 'wrong_credentials'
}
