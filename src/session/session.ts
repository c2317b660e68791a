import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { LoginReply } from '#contract/account/credentials.ts'
import { userPayloadSchema, type UserPayload } from '#contract/account/model.ts'
import { onResume } from '#src/lib/online.ts'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import {
  isSealed,
  setVault,
  unlockedToken,
  unfinishedWipe,
  pendingRevocations,
} from '#src/offline/session/session-start.ts'

export interface Session {
  /** Empty while the app lock is closed in this page. */
  readonly token: string
  readonly user: UserPayload
}

/** Spec 3: the names under which local storage holds the login. */
const keys = { token: 'token', isLoggedIn: 'isLoggedIn', userPayload: 'userPayload' } as const

/** Stands in the place of a token that an app lock has sealed: what it seals is nowhere in local storage. */
const sealedToken = 'sealed'

const storedSchema = v.object({
  token: v.pipe(v.string(), v.minLength(1)),
  isLoggedIn: v.literal('true'),
  userPayload: v.pipe(v.string(), v.parseJson(), userPayloadSchema),
})

type Stored = { [K in keyof typeof keys]: string | null }

const listeners = new Set<() => void>()
let lastRead: { text: string; session: Session | undefined } | undefined

/** The login of this device as local storage has it at this moment; the same object until it changes. */
export function currentSession(): Session | undefined {
  const stored = {
    token: localStorage.getItem(keys.token),
    isLoggedIn: localStorage.getItem(keys.isLoggedIn),
    userPayload: localStorage.getItem(keys.userPayload),
  }
  const text = JSON.stringify(stored)
  if (lastRead?.text !== text) {
    lastRead = { text, session: parseSession(stored) }
    // A token as it is: the lock that was open here is off.
    if (lastRead.session && lastRead.session.token !== sealedToken) setVault(undefined)
  }
  const { session } = lastRead
  return session?.token === sealedToken ? withOpenedToken(session) : session
}

let opened: Session | undefined

/** The same object until the app lock opens or closes in this page. */
function withOpenedToken({ user }: Session): Session {
  const token = unlockedToken(user._id) ?? ''
  if (opened?.user !== user || opened.token !== token) opened = { token, user }
  return opened
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeToSession, currentSession)
}

/** Called after each login and logout, in this tab or another one. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads a stored login; undefined without a login or when what is stored is not a login. */
export function parseSession(stored: Stored): Session | undefined {
  const parsed = v.safeParse(storedSchema, stored)
  if (!parsed.success) return undefined
  return { token: parsed.output.token, user: parsed.output.userPayload }
}

/** Keeps a new login: in local storage, and in the copy that the service worker reads. */
export async function openSession({ token, userPayload }: LoginReply): Promise<void> {
  const { writeSession } = await import('#src/offline/session/session-copy.ts')
  const sealed = await writeSession({ token, userId: userPayload._id }, currentSession())
  // The token goes first and comes last, so that no other tab ever pairs it with another person's name.
  localStorage.removeItem(keys.token)
  localStorage.setItem(keys.userPayload, JSON.stringify(userPayload))
  localStorage.setItem(keys.isLoggedIn, 'true')
  storeToken(sealed ? undefined : token)
  notifySession()
}

/** Puts a token into local storage; undefined for one that the app lock has sealed. */
export function storeToken(token: string | undefined): void {
  localStorage.setItem(keys.token, token ?? sealedToken)
}

/** Whether an app lock has sealed the token of this login, as local storage has it. */
export function isTokenSealed(): boolean {
  return localStorage.getItem(keys.token) === sealedToken
}

/** Whether there may be an app lock: what decides it is loaded only then. A storage that does not open holds none. */
export async function mayBeLocked(): Promise<boolean> {
  return isTokenSealed() || (await isSealed().catch(() => false))
}

/** Spec 2: logout clears local storage. Drafts of this tab go too. */
export function clearStoredSession(): void {
  localStorage.clear()
  sessionStorage.clear()
  notifySession()
}

/** A login is written key by key; its events are handled together once they have all come. */
const settleMs = 50

/** Follows logins and logouts of other tabs; once, at the start. */
export function followOtherTabs(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && !Object.hasOwn(keys, key)) return
    // Another tab logged in or out, or turned the app lock on or off: what this one has opened is of before.
    if (key === null || key === keys.token) setVault(undefined)
    clearTimeout(timer)
    timer = setTimeout(notifySession, settleMs)
  })
}

/** Tells this tab that the session is another one, or that its app lock was opened or closed. */
export function notifySession(): void {
  listeners.forEach((listener) => listener())
}

/** Finishes a deletion that a killed tab left undone; its person's session goes first, before anything else is read. */
export async function finishOldLogout(): Promise<void> {
  const userId = await unfinishedWipe()
  if (userId === undefined) return
  if (currentSession()?.user._id === userId) clearStoredSession()
  const { finishWipe } = await import('#src/offline/session/end-session.ts')
  await finishWipe()
}

/** Ends, now and whenever the network may be back, the sessions that people ended on this device without one. */
export function followPendingRevocations(): void {
  onResume(sendPendingRevocations, new AbortController().signal)
  sendPendingRevocations()
}

/** The same at once: a login has just reached the server. */
export function sendPendingRevocations(): void {
  sendPending().catch((error: unknown) => {
    // No answer, or too many of them: the next resume tries again.
    if (!isUnreachable(error) && !isApiProblem(error)) reportError(error)
  })
}

/** What calls the server loads only where there is something to send. */
async function sendPending(): Promise<void> {
  if ((await pendingRevocations()).length === 0) return
  const { sendRevocations } = await import('#src/offline/session/revocations.ts')
  await sendRevocations('page')
}

/** Why the login page is shown in place of another one. */
const loginReasons = ['login', 'role', 'expired'] as const

export type LoginReason = (typeof loginReasons)[number]

/** What the address of the login page holds. A wrong value is dropped, never an error page. */
export const loginSearchSchema = v.object({
  redirect: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.check(isOwnPath))), undefined)),
  reason: v.optional(v.fallback(v.optional(v.picklist(loginReasons)), undefined)),
})

export type LoginSearch = v.InferOutput<typeof loginSearchSchema>

/** True for an address inside the app: a foreign link must not lead out of it after the login. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/login')
}
