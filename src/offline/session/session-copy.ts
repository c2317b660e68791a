import { del, delMany, get, set, setMany, update } from 'idb-keyval'
import * as v from 'valibot'
import { tokenHashSchema } from '#contract/account/model.ts'
import { StorageFullError, withQuotaRetry } from '#src/offline/storage/quota.ts'
import {
  ownerIn,
  revocationKey,
  sessionStore as store,
  setVault,
  unlockedToken,
  vaultOf,
  type SessionCopy,
} from './session-start.ts'

/** No notification for whoever left comes here any more, and none stays on the screen for whoever is next. */
export async function leaveNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = registration?.getNotifications().catch(() => [])
  const subscription = await registration?.pushManager?.getSubscription()
  await Promise.allSettled([subscription?.unsubscribe()])
  for (const one of (await shown) ?? []) one.close()
}

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

/** A session as local storage has it. */
interface LocalSession {
  /** Empty while an app lock seals it. */
  readonly token: string
  readonly user: { readonly _id: string }
}

/**
 * Stores the session of a login; sealed, and `true`, where the same person has an app lock that is open in this page. What
 * it takes the place of, here or in local storage (`before`), ends where it is somebody else's: the hash of its token is
 * noted with it, or not at all, and no notification for them comes here any more.
 */
export async function writeSession(session: SessionCopy, before?: LocalSession): Promise<boolean> {
  const stored: unknown = await get('current', store())
  const vault = isSealedFor(stored, session.userId) ? vaultOf(session.userId) : undefined
  const sealed = await vault?.reseal(stored, session.token)
  const replaced = [stored, before && { userId: before.user._id, token: before.token }]
  const hashes = await Promise.all(replaced.map((one) => hashOfOther(one, session.userId)))
  const ended = hashes.flatMap(noteOf)
  await withQuotaRetry(() => setMany([['current', sealed ?? session], ...ended], store()))
  if (vault && sealed) setVault({ ...vault, token: session.token })
  if (ended.length > 0) leaveNotifications().catch(() => undefined)
  return sealed !== undefined
}

const replacedSchema = v.object({
  userId: v.string(),
  token: v.optional(v.string()),
  tokenHash: v.optional(tokenHashSchema),
})

/** The hash of the token of somebody else's session, as far as it is known here. */
async function hashOfOther(session: unknown, userId: string): Promise<string | undefined> {
  const parsed = v.safeParse(replacedSchema, session)
  if (!parsed.success || parsed.output.userId === userId) return undefined
  const { token, tokenHash } = parsed.output
  return token ? await hashOfToken(token) : tokenHash
}

/** What the server stores of a token: SHA-256, in hex. */
export async function hashOfToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The note that the server has still to end a session. */
function noteOf(tokenHash: string | undefined): [string, unknown][] {
  return tokenHash ? [[revocationKey(tokenHash), true]] : []
}

/**
 * Stores a session as this page knows it; one that an app lock has sealed meanwhile stays sealed. Where it is stored
 * already nothing is written, so that no start waits for the disk.
 */
export async function copySession(session: SessionCopy): Promise<void> {
  const { userId, token } = session
  const isStored = (stored: unknown) => {
    const owner = ownerIn(stored)
    return owner?.userId === userId && (owner.token === undefined || owner.token === token)
  }
  if (isStored(await get('current', store()))) return
  const copy = (stored: unknown) => (isStored(stored) ? stored : session)
  await withQuotaRetry(() => update('current', copy, store()))
}

export async function clearSession(): Promise<void> {
  await delMany(['current', 'tries', 'way'], store())
}

/** After this nobody expects a tap on a notification to lead anywhere. */
const wayMaxMs = 300_000
const waySchema = v.object({ path: v.string(), atMs: v.number() })

/** Notes where a tapped notification leads, for a page that is on its way or behind its app lock. */
export async function noteWay(path: string, atMs: number): Promise<void> {
  await set('way', { path, atMs }, store())
}

/** Where a notification leads that was tapped just now, once. */
export async function takeWay(nowMs: number): Promise<string | undefined> {
  const noted: unknown = await get('way', store())
  if (noted === undefined) return undefined
  await del('way', store())
  const way = v.safeParse(waySchema, noted)
  const isFresh = way.success && Math.abs(nowMs - way.output.atMs) <= wayMaxMs
  return isFresh ? way.output.path : undefined
}

/**
 * Notes whose data is about to be deleted, so that a wipe cut short is finished at the next start; and with it, or not
 * at all, the hash of the token that the server has still to be told about. False where a full disk has no room for it: a
 * deletion that makes room does not wait for that.
 */
export async function noteWipe(userId: string, tokenHash?: string): Promise<boolean> {
  return await noteIfRoom([['wiping', userId], ...noteOf(tokenHash)])
}

/** Notes the hash alone, once its person's data is gone; false where there is no room even then. */
export async function noteRevocation(tokenHash: string): Promise<boolean> {
  return await noteIfRoom(noteOf(tokenHash))
}

async function noteIfRoom(entries: [string, unknown][]): Promise<boolean> {
  try {
    await withQuotaRetry(() => setMany(entries, store()))
    return true
  } catch (error) {
    if (error instanceof StorageFullError) return false
    throw error
  }
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
