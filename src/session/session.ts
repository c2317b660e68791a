import * as v from 'valibot'
import type { LoginReply } from '#contract/account/credentials.ts'
import { userPayloadSchema, type UserPayload } from '#contract/account/model.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import { useSyncExternalStore } from 'react'

export interface Session {
  readonly token: string
  readonly user: UserPayload
}

/** Spec 3: the names under which local storage holds the login. */
const keys = { token: 'token', isLoggedIn: 'isLoggedIn', userPayload: 'userPayload' } as const

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
  if (lastRead?.text !== text) lastRead = { text, session: parseSession(stored) }
  return lastRead.session
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
  await writeSession({ token, userId: userPayload._id })
  // The token goes first and comes last, so that no other tab ever pairs it with another person's name.
  localStorage.removeItem(keys.token)
  localStorage.setItem(keys.userPayload, JSON.stringify(userPayload))
  localStorage.setItem(keys.isLoggedIn, 'true')
  localStorage.setItem(keys.token, token)
  notify()
}

/** Spec 2: logout clears local storage. Drafts of this tab go too. */
export function clearStoredSession(): void {
  localStorage.clear()
  sessionStorage.clear()
  notify()
}

/** A login is written key by key; its events are handled together once they have all come. */
const settleMs = 50

/** Follows logins and logouts of other tabs; once, at the start. */
export function followOtherTabs(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && !Object.hasOwn(keys, key)) return
    clearTimeout(timer)
    timer = setTimeout(notify, settleMs)
  })
}

function notify(): void {
  listeners.forEach((listener) => listener())
}
