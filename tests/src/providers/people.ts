import { vi } from 'vitest'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { openPhone } from '#tests/offline/phone.ts'

/** Somebody who is logged in on this device, in place of whoever was. */
export async function logIn(): Promise<UserDatabase> {
  const db = await openPhone()
  comeBack(db)
  return db
}

/** The same for somebody who has been here before. */
export function comeBack({ userId }: UserDatabase): void {
  const user = { _id: userId, userT: 'Adolescent', firstname: 'Lina', lastname: 'Haddad' }
  const stored = new Map([
    ['token', 'token'],
    ['isLoggedIn', 'true'],
    ['userPayload', JSON.stringify(user)],
  ])
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('navigator', { onLine: true, languages: [] })
}
