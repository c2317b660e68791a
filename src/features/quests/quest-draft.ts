import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import { hasVersion } from '#contract/quests/catalogue.ts'
import type { QuestResponse } from '#contract/quests/response.ts'
import { questCard } from '#contract/quests/shelf.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError, withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction, userTransactionWithRoom } from '#src/offline/storage/user-transaction.ts'
import { draftSchema, hasSameAnswers, joinedRound } from './play.ts'

/** The quest that was begun on this device; undefined where none was, or what is stored cannot be read any more. */
export async function readDraft(
  db: UserDatabase,
  questId: number,
): Promise<QuestDraft | undefined> {
  const parsed = v.safeParse(draftSchema, await db.questDrafts.get(questId))
  return parsed.success ? parsed.output : undefined
}

/** Every quest that was begun, by its id. */
export async function readDrafts(db: UserDatabase): Promise<ReadonlyMap<number, QuestDraft>> {
  const rows = await db.questDrafts.toArray()
  const drafts = rows.flatMap((row) => {
    const parsed = v.safeParse(draftSchema, row)
    return parsed.success ? [parsed.output] : []
  })
  return new Map(drafts.map((draft) => [draft.questId, draft]))
}

/**
 * Saves a quest as far as it is played, together with what another tab stored since `base`, which is what this tab had of it
 * from the disk; durable when the promise resolves with what is stored. Saves nothing of a round that is over `elsewhere`.
 * Throws `StorageFullError` and `SessionEndedError`, and then nothing was saved.
 */
export async function saveDraft(
  db: UserDatabase,
  draft: QuestDraft,
  base?: QuestDraft,
): Promise<QuestDraft | 'elsewhere'> {
  return await withQuotaRetry(() =>
    userTransaction(db, [db.questDrafts], async () => {
      const joined = await joinedHere(db, draft, base)
      if (joined !== 'elsewhere') await db.questDrafts.put(joined)
      return joined
    }),
  )
}

/** A draft of a version that this build does not have counts as none, as it does where a quest is opened. */
async function joinedHere(db: UserDatabase, draft: QuestDraft, base: QuestDraft | undefined) {
  const stored = await readDraft(db, draft.questId)
  const type = questCard(draft.questId)?.type
  const isPlayable = stored && type !== undefined && hasVersion(type, stored.version)
  return joinedRound(isPlayable ? stored : undefined, draft, base)
}

/** The person starts again: what was answered so far is gone. */
export async function deleteDraft(db: UserDatabase, questId: number): Promise<void> {
  await userTransaction(db, [db.questDrafts], () => db.questDrafts.delete(questId))
}

export type Finished =
  | { status: 'saved'; opId: string; takenOn: string }
  /** Another tab ended the round, or went on with it: nothing was saved. */
  | { status: 'elsewhere' }
  /** Nothing was saved: the draft stays. */
  | { status: 'not_saved'; why: WhyNotSaved }

export type WhyNotSaved = 'storage_full' | 'logged_out' | 'failed'

/**
 * Puts a finished quest in line to be sent and drops its draft, in one step; durable when the promise says `saved`. `base` is
 * that of `saveDraft`.
 */
export async function finishQuest(
  db: UserDatabase,
  draft: QuestDraft,
  base?: QuestDraft,
): Promise<Finished> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  const { questId, version, answers } = draft
  const payload = { questId, version, answers, takenOn: tap.localDate }
  try {
    const joined = await joinedHere(db, draft, base)
    if (joined === 'elsewhere' || !hasSameAnswers(joined, draft)) return { status: 'elsewhere' }
    const outcome = await enqueue(db, { kind: 'quest.respond', payload }, tap)
    if (outcome.status === 'queued') {
      return { status: 'saved', opId: outcome.opId, takenOn: payload.takenOn }
    }
    return { status: 'not_saved', why: 'failed' }
  } catch (error) {
    if (error instanceof StorageFullError) return { status: 'not_saved', why: 'storage_full' }
    const loggedOut = error instanceof SessionEndedError
    return { status: 'not_saved', why: loggedOut ? 'logged_out' : 'failed' }
  }
}

/**
 * Makes a refused response a draft again, at its last question, in one step. What was begun anew meanwhile stays, and so
 * does the response. Throws `StorageFullError`.
 */
export async function reopenQuest(
  db: UserDatabase,
  opId: string,
  { questId, version, answers }: QuestResponse,
): Promise<'draft' | 'draft_in_the_way' | 'gone'> {
  const last = Math.max(0, answers.length - 1)
  return await userTransactionWithRoom(db, [db.outbox, db.questDrafts], async () => {
    const row = await db.outbox.get({ opId })
    if (row?.state !== 'dead') return 'gone'
    const begun = await readDraft(db, questId)
    if (begun && begun.answers.length > 0) return 'draft_in_the_way'
    await db.outbox.delete(row.seq)
    await db.questDrafts.put({ questId, version, answers, at: last, passed: last })
    return 'draft'
  })
}

/** Where a quest is saved while it is played, and where its answers go. `base` is that of `saveDraft`. */
export interface PlayStore {
  /** Durable when the promise resolves. */
  readonly save: (draft: QuestDraft, base?: QuestDraft) => Promise<QuestDraft | 'elsewhere'>
  readonly discard: (questId: number) => Promise<void>
  readonly finish: (draft: QuestDraft, base?: QuestDraft) => Promise<Finished>
}

/** The store of somebody logged in: their database, and from there the server. */
export function memberStore(db: UserDatabase): PlayStore {
  return {
    save: (draft, base) => saveDraft(db, draft, base),
    discard: (questId) => deleteDraft(db, questId),
    finish: (draft, base) => finishQuest(db, draft, base),
  }
}
