import { endSession, finishWipe } from '#src/offline/session/end-session.ts'
import { type UserDatabase, openUserDatabase } from '#src/offline/storage/database.ts'
import { claimDatabase } from '#src/offline/storage/user-transaction.ts'
import { currentSession } from './session.ts'

let opened: { userId: string; ready: Promise<UserDatabase>; db?: UserDatabase } | undefined
let leaving: Promise<void> = Promise.resolve()

/**
 * The private database of the person logged in, opened once and claimed for them.
 * Throws `SessionEndedError` when they are no longer logged in.
 */
export async function memberDatabase(userId: string): Promise<UserDatabase> {
  if (opened?.userId !== userId || opened.db?.deleted) opened = { userId, ready: claim(userId) }
  const opening = opened
  try {
    opening.db = await opening.ready
    return opening.db
  } catch (error) {
    if (opened === opening) opened = undefined
    throw error
  }
}

/** Deletes the database of the person who logs out; a login meanwhile waits for it. */
export async function leaveDatabase(db: UserDatabase): Promise<void> {
  if (opened?.userId === db.userId) opened = undefined
  const wipe = endSession(db)
  leaving = wipe.catch(() => undefined)
  await wipe
}

/** A wipe that is under way or was left unfinished comes first, or it would delete what is claimed here. */
async function claim(userId: string): Promise<UserDatabase> {
  await leaving
  await finishWipe()
  const db = await openUserDatabase(userId, () => currentSession()?.user._id === userId)
  await claimDatabase(db, () => crypto.randomUUID())
  return db
}
