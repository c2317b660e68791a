import type { SessionInfo } from '#contract/account/settings.ts'
import type { ExportParts } from '#server/feature.ts'
import type { Session } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { Reauthenticate } from '../sign-in/own-password.ts'
import type { OwnSessions } from '../sign-in/own-sessions.ts'
import { isOwn } from '../policy.ts'
import { presentSession } from './present.ts'
import type { RemoveAccount } from '../removal.ts'

export interface SettingsDeps {
  readonly ownSessions: OwnSessions
  readonly reauthenticate: Reauthenticate
  readonly exports: Limiter
  readonly exportParts: ExportParts
  readonly removeAccount: RemoveAccount
  readonly now: () => number
}

export type Settings = ReturnType<typeof createSettings>

/** Exports per person and hour: each reads everything there is of them. */
export const exportsPerHourMax = 10

/** Where a person is signed in, what we hold of them, and their way out. */
export function createSettings(deps: SettingsDeps) {
  const { ownSessions, reauthenticate, exports, exportParts, removeAccount, now } = deps

  async function listSessions(session: Session): Promise<SessionInfo[]> {
    const rows = await ownSessions.listOf(ownOf(session))
    return rows.map((row) => presentSession(row, session.tokenHash))
  }

  /** Throws `not_found` for a session that is somebody else's or has ended. */
  async function endSession(session: Session, id: string): Promise<void> {
    const outcome = await ownSessions.endOne(ownOf(session), id)
    if (outcome === 'not_found') throw new ProblemError('not_found')
  }

  async function endOtherSessions(session: Session): Promise<void> {
    await ownSessions.endOthers(ownOf(session))
  }

  /** Everything the server holds of the person, part by part. Throws `rate_limited`. */
  async function exportAll(session: Session): Promise<Record<string, unknown>> {
    const own = ownOf(session)
    await exports.take(own.userId)
    const found: [string, unknown][] = [['exportedAt', new Date(now()).toISOString()]]
    // One after another: an export takes its time, and leaves the database to others meanwhile.
    for (const [name, part] of Object.entries(exportParts)) found.push([name, await part(own)])
    return Object.fromEntries(found)
  }

  /** Deletes the person for good, files included. Throws `wrong_password`, `rate_limited` or `busy`. */
  async function deleteAccount(session: Session, password: string): Promise<void> {
    const own = ownOf(session)
    await reauthenticate(own.userId, password, 'password')
    await removeAccount(own)
  }

  return { listSessions, endSession, endOtherSessions, exportAll, deleteAccount }
}

function ownOf({ actor, tokenHash }: Session) {
  return authorize(actor, { userId: actor.userId, tokenHash }, isOwn)
}
