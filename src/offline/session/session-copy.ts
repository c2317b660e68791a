import { createStore, del, delMany, get, keys, set, setMany, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { tokenHashSchema } from '#contract/account/token-hash.ts'

const sessionSchema = v.object({ token: v.string(), userId: v.string() })

/** The session as the worker sees it: local storage is out of its reach. */
export type SessionCopy = v.InferOutput<typeof sessionSchema>

let opened: UseStore | undefined

function store(): UseStore {
  opened ??= createStore('zync-session', 'session')
  return opened
}

/** The signed-in session, or undefined when logged out or unreadable. */
export async function readSession(): Promise<SessionCopy | undefined> {
  const parsed = v.safeParse(sessionSchema, await get('current', store()))
  return parsed.success ? parsed.output : undefined
}

export async function writeSession(session: SessionCopy): Promise<void> {
  await set('current', session, store())
}

export async function clearSession(): Promise<void> {
  await del('current', store())
}

/**
 * Notes whose data is about to be deleted, so that a wipe cut short is finished at the next start; and with it, or not
 * at all, the hash of the token that the server has still to be told about.
 */
export async function noteWipe(userId: string, tokenHash?: string): Promise<void> {
  const revocation: [string, unknown][] = tokenHash ? [[revokePrefix + tokenHash, true]] : []
  await setMany([['wiping', userId], ...revocation], store())
}

export async function unfinishedWipe(): Promise<string | undefined> {
  const userId: unknown = await get('wiping', store())
  return typeof userId === 'string' ? userId : undefined
}

export async function wipeDone(): Promise<void> {
  await del('wiping', store())
}

const revokePrefix = 'revoke:'

/** The hashes of tokens whose sessions ended here and may still be open at the server: of whom, nothing says. */
export async function pendingRevocations(): Promise<string[]> {
  const names = await keys(store())
  return names.flatMap((name) => {
    if (typeof name !== 'string' || !name.startsWith(revokePrefix)) return []
    const hash = name.slice(revokePrefix.length)
    return v.is(tokenHashSchema, hash) ? [hash] : []
  })
}

export async function dropRevocations(tokenHashes: readonly string[]): Promise<void> {
  await delMany(
    tokenHashes.map((hash) => revokePrefix + hash),
    store(),
  )
}

/** The person logged out, perhaps in another tab: nothing more may be written as them. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}
