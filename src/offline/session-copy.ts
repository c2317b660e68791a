import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import * as v from 'valibot'

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

/** Notes whose data is about to be deleted, so that a wipe cut short is finished at the next start. */
export async function noteWipe(userId: string): Promise<void> {
  await set('wiping', userId, store())
}

export async function unfinishedWipe(): Promise<string | undefined> {
  const userId: unknown = await get('wiping', store())
  return typeof userId === 'string' ? userId : undefined
}

export async function wipeDone(): Promise<void> {
  await del('wiping', store())
}
