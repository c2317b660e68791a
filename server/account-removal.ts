import type { Orm } from './db/orm.ts'
import { createProfileRepo } from './features/account/profile-repo.ts'
import { createRemoveAccount, type RemoveAccount } from './features/account/removal.ts'
import type { LeaveSessions } from './features/booking/leave.ts'
import { leaveChats } from './features/chat/leaving.ts'
import { leaveLibrary } from './features/library/leaving.ts'
import { leaveBooks } from './features/payments/leaving.ts'
import type { BlobStore } from './ports/blobs/store.ts'
import type { Sealer } from './ports/sealing.ts'

/** The removal of an account, with what every feature has to do for it. */
export function createAccountRemoval(parts: {
  orm: Orm
  blobs: BlobStore
  leaveSessions: LeaveSessions
  /** Seals what an adult wrote to somebody under 18, before it goes. */
  evidenceSealer: Sealer
  now: () => number
}): RemoveAccount {
  const { orm, blobs, leaveSessions, evidenceSealer, now } = parts
  return createRemoveAccount({
    repo: createProfileRepo(orm),
    blobs,
    leaving: [
      (tx, own) => leaveLibrary(tx, own, new Date(now())),
      async (tx, { userId }) => {
        await leaveSessions(tx, userId)
        await leaveBooks(tx, userId)
        return []
      },
      (tx, own) => leaveChats(tx, own, { sealer: evidenceSealer, at: new Date(now()) }),
    ],
  })
}
