import { v7 as newUuid } from 'uuid'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import { SessionEndedError } from '#src/offline/session/session-ended.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'

export type Finished =
  | { status: 'kept'; opId: string; takenOn: string }
  /** Nothing was kept: the draft stays. */
  | { status: 'not_kept'; why: 'storage_full' | 'logged_out' | 'failed' }

/** Puts a finished quest in line to be sent and drops its draft, in one step; durable when the promise says `kept`. */
export async function finishQuest(db: UserDatabase, draft: QuestDraft): Promise<Finished> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  const { questId, version, answers } = draft
  const payload = { questId, version, answers, takenOn: tap.localDate }
  try {
    const outcome = await enqueue(db, { kind: 'quest.respond', payload }, tap)
    if (outcome.status === 'queued') {
      return { status: 'kept', opId: outcome.opId, takenOn: payload.takenOn }
    }
    return { status: 'not_kept', why: 'failed' }
  } catch (error) {
    if (error instanceof StorageFullError) return { status: 'not_kept', why: 'storage_full' }
    const loggedOut = error instanceof SessionEndedError
    return { status: 'not_kept', why: loggedOut ? 'logged_out' : 'failed' }
  }
}
