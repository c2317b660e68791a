import { createStore, get, keys, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { tokenHashSchema } from '#contract/account/model.ts'

/*
 * What every start asks about a session before the first screen. The rest is in `session-copy.ts`, which a visitor never
 * loads.
 */

/** A shared lock that every open tab holds for as long as it lives: its holders are the open tabs. */
export const tabLock = 'tab'

const ownerSchema = v.object({ userId: v.string(), token: v.optional(v.string()) })

/** The session as the worker sees it: local storage is out of its reach. */
export interface SessionCopy {
  readonly token: string
  readonly userId: string
}

let opened: UseStore | undefined

/** Where the session is stored: what belongs together is written in one transaction. */
export function sessionStore(): UseStore {
  opened ??= createStore('zync-session', 'session')
  return opened
}

/** What a page holds in memory alone while its app lock is open. */
export interface Vault extends SessionCopy {
  /** What is stored of the lock, with the token of a new login in it; undefined where another tab has ended that lock. */
  readonly reseal: (stored: unknown, token: string) => Promise<unknown>
}

let vault: Vault | undefined

/** Opens the app lock in this page, or closes it. */
export function setVault(next: Vault | undefined): void {
  vault = next
}

/** What this page holds of somebody's session while their app lock is open. */
export function vaultOf(userId: string): Vault | undefined {
  return vault?.userId === userId ? vault : undefined
}

/** The token of a session that the app lock seals, while it is open in this page. */
export function unlockedToken(userId: string): string | undefined {
  return vaultOf(userId)?.token
}

/** Whose session is stored, without a token where it is sealed; undefined for what is no session. */
export function ownerIn(
  stored: unknown,
): { userId: string; token?: string | undefined } | undefined {
  const parsed = v.safeParse(ownerSchema, stored)
  return parsed.success ? parsed.output : undefined
}

/** Whether the session is sealed by an app lock. */
export async function isSealed(): Promise<boolean> {
  const owner = ownerIn(await get('current', sessionStore()))
  return owner !== undefined && owner.token === undefined
}

export async function unfinishedWipe(): Promise<string | undefined> {
  const userId: unknown = await get('wiping', sessionStore())
  return typeof userId === 'string' ? userId : undefined
}

const revokePrefix = 'revoke:'

/** The key of the note that the server has still to end a session. */
export function revocationKey(tokenHash: string): string {
  return revokePrefix + tokenHash
}

/** The hashes of tokens whose sessions ended here and may still be open at the server: of whom, nothing says. */
export async function pendingRevocations(): Promise<string[]> {
  const names = await keys(sessionStore())
  return names.flatMap((name) => {
    if (typeof name !== 'string' || !name.startsWith(revokePrefix)) return []
    const hash = name.slice(revokePrefix.length)
    return v.is(tokenHashSchema, hash) ? [hash] : []
  })
}
