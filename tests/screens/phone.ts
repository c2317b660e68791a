import { clear } from 'idb-keyval'
import { cleanup } from 'vitest-browser-react'
import type { UserType } from '#contract/account/model.ts'
import { serverAnswers } from '#src/lib/online.ts'
import { sessionStore } from '#src/offline/session/session-start.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { deleteUserStorage } from '#src/offline/storage/user-storage.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import { currentSession, type Session } from '#src/session/session.ts'
import { currentToasts, dismissToast } from '#src/ui/message/toast.tsx'
import { endAnswers } from '#tests/offline/network.ts'

const realFetch = globalThis.fetch
const opened: UserDatabase[] = []

/** The phone of a person who is logged in, a young person by default: their session in local storage, and their database. */
export async function openPhone(userT: UserType = 'Adolescent'): Promise<UserDatabase> {
  const user = {
    _id: crypto.randomUUID(),
    userT,
    firstname: 'Lina',
    lastname: 'Haddad',
  }
  localStorage.setItem('token', 'secret')
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('userPayload', JSON.stringify(user))
  // The handle that every part of the app gets: a second one on other storage would be emptied into it.
  const db = await memberDatabase(user._id)
  opened.push(db)
  return db
}

/** The same with the session that a page is given. */
export async function openMember(
  userT?: UserType,
): Promise<{ db: UserDatabase; session: Session }> {
  const db = await openPhone(userT)
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  return { db, session }
}

/** Makes the browser say that there is no network, or that it is back. */
export function setOnline(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Each test begins with a new phone. */
export async function endPhone(): Promise<void> {
  await cleanup()
  dismissToasts()
  setOnline(true)
  serverAnswers.set(true)
  globalThis.fetch = realFetch
  endAnswers()
  localStorage.clear()
  sessionStorage.clear()
  // A session that stayed would be one that the next login ends.
  await clear(sessionStore())
  for (const db of opened.splice(0)) {
    // As a logout leaves it: what still uses it says nothing of that in the next test.
    db.deleted = true
    db.close()
    await deleteUserStorage(db.userId)
  }
  // What a call that was cut off here had to say.
  dismissToasts()
}

function dismissToasts(): void {
  for (const { id } of currentToasts()) dismissToast(id)
}
