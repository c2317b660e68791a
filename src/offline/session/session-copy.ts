import { del, delMany, get, set, setMany, update } from 'idb-keyval'
import {
  ownerIn,
  revocationKey,
  sessionStore as store,
  setVault,
  unlockedToken,
  vaultOf,
  type SessionCopy,
} from './session-start.ts'

/** The signed-in session; undefined when logged out, unreadable, or sealed by a lock that is not open in this page. */
export async function readSession(): Promise<SessionCopy | undefined> {
  const stored: unknown = await get('current', store())
  const owner = ownerIn(stored)
  if (!owner) return undefined
  const { userId, token = unlockedToken(userId) } = owner
  return token === undefined ? undefined : { token, userId }
}

/** Whose session is stored, sealed or not. */
export async function readOwner(): Promise<string | undefined> {
  return ownerIn(await get('current', store()))?.userId
}

function isSealedFor(stored: unknown, userId: string): boolean {
  const owner = ownerIn(stored)
  return owner?.userId === userId && owner.token === undefined
}

/** Stores the session of a login; sealed, and `true`, where the same person has an app lock that is open in this page. */
export async function writeSession(session: SessionCopy): Promise<boolean> {
  const stored: unknown = await get('current', store())
  const vault = isSealedFor(stored, session.userId) ? vaultOf(session.userId) : undefined
  await set('current', vault ? await vault.reseal(stored, session.token) : session, store())
  if (vault) setVault({ ...vault, token: session.token })
  return vault !== undefined
}

/** Stores a session as this page knows it; one that an app lock has sealed meanwhile stays sealed. */
export async function copySession(session: SessionCopy): Promise<void> {
  const keepSealed = (stored: unknown) => (isSealedFor(stored, session.userId) ? stored : session)
  await update('current', keepSealed, store())
}

export async function clearSession(): Promise<void> {
  await delMany(['current', 'tries'], store())
}

/**
 * Notes whose data is about to be deleted, so that a wipe cut short is finished at the next start; and with it, or not
 * at all, the hash of the token that the server has still to be told about.
 */
export async function noteWipe(userId: string, tokenHash?: string): Promise<void> {
  const revocation: [string, unknown][] = tokenHash ? [[revocationKey(tokenHash), true]] : []
  await setMany([['wiping', userId], ...revocation], store())
}

export async function wipeDone(): Promise<void> {
  await del('wiping', store())
}

export async function dropRevocations(tokenHashes: readonly string[]): Promise<void> {
  await delMany(tokenHashes.map(revocationKey), store())
}

/** The person logged out, perhaps in another tab: nothing more may be written as them. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}
