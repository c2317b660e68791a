import { UserDatabase } from '#src/offline/database.ts'
import { endSession, finishWipe } from '#src/offline/end-session.ts'
import { SessionEndedError } from '#src/offline/session-ended.ts'
import { claimDatabase } from '#src/offline/owned-transaction.ts'
import { currentSession } from './session.ts'

let opened: { db: UserDatabase; ready: Promise<void> } | undefined
let leaving: Promise<void> = Promise.resolve()

/**
 * The private database of the person logged in, opened once and claimed for them.
 * Throws `SessionEndedError` when they are no longer logged in.
 */
export async function memberDatabase(userId: string): Promise<UserDatabase> {
  if (opened?.db.userId !== userId || opened.db.deleted) {
    const db = new UserDatabase(userId)
    opened = { db, ready: claim(db) }
  }
  const { db, ready } = opened
  try {
    await ready
  } catch (error) {
    if (opened?.db === db) opened = undefined
    throw error
  }
  return db
}

/** Deletes the database of the person who logs out; who logs in meanwhile waits for it. */
export async function leaveDatabase(db: UserDatabase): Promise<void> {
  opened = undefined
  const wipe = endSession(db)
  leaving = wipe.catch(() => undefined)
  await wipe
}

/** A wipe that is under way or was left unfinished comes first, or it would delete what is claimed here. */
async function claim(db: UserDatabase): Promise<void> {
  await leaving
  await finishWipe()
  if (currentSession()?.user._id !== db.userId) throw new SessionEndedError()
  await claimDatabase(db)
}
