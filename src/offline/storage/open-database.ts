import { UserDatabase } from './database.ts'
import { privateCachesLock } from '#src/offline/session/end-session.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import { userStorage } from './user-storage.ts'

/**
 * A handle on a person's database. `isTheirs` says whether they are logged in here: for anybody else no storage is
 * made, and no wipe comes in between. Throws `SessionEndedError`.
 */
export async function openUserDatabase(
  userId: string,
  isTheirs: () => boolean | Promise<boolean>,
): Promise<UserDatabase> {
  return await navigator.locks.request(privateCachesLock, { mode: 'shared' }, async () => {
    if (!(await isTheirs())) throw new SessionEndedError()
    return new UserDatabase(userId, await userStorage(userId))
  })
}
