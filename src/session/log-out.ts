import { readDraft } from '#src/lib/dirty.ts'
import { within } from '#src/lib/within.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { readBriefDrafts } from '#src/offline/features/brief-drafts.ts'
import { readBrief } from '#src/offline/features/brief.ts'
import { deletePlanCopy } from '#src/offline/features/plan-copy.ts'
import { readPlanDrafts } from '#src/offline/features/plan-drafts.ts'
import { picturesOnDevice } from '#src/offline/features/tracker-pictures.ts'
import { sendEverything } from '#src/offline/files/upload-now.ts'
import { endSession } from '#src/offline/session/revocations.ts'
import {
  leaveNotifications,
  dropRevocations,
  hashOfToken,
  noteRevocation,
  noteWipe,
} from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { registerRevocationSync } from './background-sync.ts'
import { leaveDatabase } from './member-database.ts'
import { clearStoredSession, currentSession, type Session } from './session.ts'

/** Architecture: a logout tries this long to send what waits before it asks. */
const lastTryMs = 5_000
/** The server's own end of the session is worth this long and no longer. */
const farewellMs = 4_000

/** Tries to send everything that waits and returns what a logout would still delete. */
export async function sendBeforeLogout(db: UserDatabase): Promise<Waiting> {
  // A phone without room may not even begin: whoever wants to leave is told what stays unsent, and is not kept.
  await within(lastTryMs, sendEverything(db))
  return await readWaiting(db)
}

/** What a logout deletes for good. */
export interface Waiting extends OnlyHere {
  /** Items that the server does not have. */
  readonly unsent: number
}

export async function readWaiting(db: UserDatabase): Promise<Waiting> {
  const [unsent, onlyHere] = await Promise.all([unsentOps(db), readOnlyHere(db)])
  return { unsent: unsent.length, ...onlyHere }
}

/** What is on this phone alone and no network could take: pictures of days, and words that were not saved. */
export interface OnlyHere {
  readonly pictures: boolean
  readonly drafts: boolean
  /** Lines of the safety plan that were begun. */
  readonly planDrafts: boolean
  /** Sentences of a session brief that were begun and not sent. */
  readonly briefDrafts: boolean
  /** Articles that were begun and not published. */
  readonly articleDrafts: boolean
  /**
   * Other words that were begun: messages with what goes along, answers of quests, one's bio; in this tab a video, a reading
   * pack and what goes with a request.
   */
  readonly otherDrafts: boolean
}

export async function readOnlyHere(db: UserDatabase): Promise<OnlyHere> {
  const { saved } = await picturesOnDevice(db)
  const inAccount = new Set(saved.map(({ id }) => id))
  const pictures =
    (await db.trackerPictures.filter(({ id }) => !id || !inAccount.has(id)).count()) > 0
  const drafts = (await db.trackerNoteDrafts.count()) > 0
  const planDrafts = (await readPlanDrafts(db)).length > 0
  const briefDrafts = await hasUnsentSentences(db)
  const articleDrafts = (await db.articleDrafts.count()) > 0
  const otherDrafts = await hasOtherDrafts(db)
  return { pictures, drafts, planDrafts, briefDrafts, articleDrafts, otherDrafts }
}

const tabDrafts = ['video-url', 'video-description', 'pack', 'requests']

async function hasOtherDrafts(db: UserDatabase): Promise<boolean> {
  const messages = await db.chatDrafts
    .filter(({ text, file }) => text.trim() !== '' || Boolean(file))
    .count()
  const inTab = tabDrafts.some((name) => readDraft(name).trim() !== '')
  return (
    inTab || messages + (await db.questDrafts.count()) > 0 || Boolean(await db.meta.get('bioDraft'))
  )
}

/** What was sent stays in its draft, to be changed and sent again. */
async function hasUnsentSentences(db: UserDatabase): Promise<boolean> {
  for (const { bookingId, words } of await readBriefDrafts(db)) {
    const blocks = (await readBrief(db, bookingId)).content?.blocks ?? []
    const sent = blocks.flatMap((block) =>
      block.kind === 'words' ? `${block.sentence} ${block.text}` : [],
    )
    for (const [sentence, text] of Object.entries(words)) {
      if (text.trim() !== '' && !sent.includes(`${sentence} ${text.trim()}`)) return true
    }
  }
  return false
}

/**
 * Ends the session for good: everything private of the person leaves this device, unsent items too. The intent is
 * noted first, so that a tab killed on the way does not leave their data behind.
 */
export async function logOut(db: UserDatabase, session: Session): Promise<void> {
  const tokenHash = await hashOfToken(session.token)
  await forgetMember(db, { tokenHash, farewell: () => endAtServer(session, tokenHash) })
}

/** What a session that is still open at the server asks for. */
interface Farewell {
  readonly tokenHash: string
  readonly farewell: () => Promise<void>
}

/** The same for an account that the server no longer has: there is no session to end. */
export async function forgetMember(db: UserDatabase, open?: Farewell): Promise<void> {
  const noted = await noteWipe(db.userId, open?.tokenHash)
  if (!isSomebodyElseHere(db.userId)) {
    clearStoredSession()
    // A bonus: the server forgets this device with its session.
    leaveNotifications().catch(() => undefined)
  }
  // Without an account there is nobody who chose to leave a copy of their plan here.
  if (!open) await deletePlanCopy(db.userId).catch(() => undefined)
  if (noted) {
    await Promise.all([open?.farewell(), leaveDatabase(db)])
    return
  }
  // The note had no room: what is deleted makes some for the hash, without which the server would not be told.
  await leaveDatabase(db)
  if (open) await noteRevocation(open.tokenHash)
  await open?.farewell()
}

/** Whether somebody else has logged in meanwhile: their session and what this device sends them stay. */
export function isSomebodyElseHere(userId: string): boolean {
  const session = currentSession()
  return session !== undefined && session.user._id !== userId
}

/** Where the server cannot be reached now, the hash stays behind and ends the session at the next contact. */
async function endAtServer({ token }: Session, tokenHash: string): Promise<void> {
  try {
    await endSession({ token, tokenHash }, AbortSignal.timeout(farewellMs))
  } catch (error) {
    const over = isApiProblem(error) && error.problem.code === 'unauthenticated'
    if (over) await dropRevocations([tokenHash])
    else registerRevocationSync()
  }
}
