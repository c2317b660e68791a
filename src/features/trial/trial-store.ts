import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import type { CommandOf } from '#contract/commands.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { questResponseSchema, type QuestResponse } from '#contract/quests/response.ts'
import { trackerAnswerSchema, type TrackerAnswer } from '#contract/trackers/model.ts'
import { draftSchema } from '#src/features/quests/play.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransactionWithRoom } from '#src/offline/storage/user-transaction.ts'

const opId = v.pipe(v.string(), v.uuid())

/**
 * What a visitor answered without an account, on this phone alone. The ids are those of the operations that take it over,
 * so that a takeover cut short and tried again counts once.
 */
const trialSchema = v.object({
  /** Epoch milliseconds of the last answer. */
  atMs: v.number(),
  mood: v.optional(v.object({ opId, answer: trackerAnswerSchema })),
  quest: v.optional(v.object({ opId, response: questResponseSchema })),
  /** A quest that is not finished. */
  draft: v.optional(draftSchema),
  /** Who has said that it is theirs: nobody else is asked, and it is taken over the next time they are here. */
  takenBy: v.optional(v.string()),
})

export type Trial = v.InferOutput<typeof trialSchema>

/** What is left on a phone is somebody's answers: it goes by itself after so many days. */
export const trialDaysMax = 7

const trialMsMax = trialDaysMax * 86_400_000
const key = 'trial'

/** What this phone holds; undefined for nothing, for what has expired, and for what cannot be read. */
export function readTrial(nowMs: number): Trial | undefined {
  const stored = storage()?.getItem(key)
  if (stored === null || stored === undefined) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), trialSchema), stored)
  // A clock that was set back makes it look young for ever.
  if (parsed.success && Math.abs(nowMs - parsed.output.atMs) < trialMsMax) return parsed.output
  dropTrial()
  return undefined
}

/** In about how many days it is gone, at least one; before the first answer that is all of them. */
export function trialDaysLeft(trial: Trial | undefined, nowMs: number): number {
  if (!trial) return trialDaysMax
  const days = Math.round((trial.atMs + trialMsMax - nowMs) / 86_400_000)
  return Math.max(1, Math.min(days, trialDaysMax))
}

/** Whether it holds something that an account could take over. */
export function hasAnswers({ mood, quest, draft }: Trial): boolean {
  return mood !== undefined || quest !== undefined || (draft?.answers ?? []).length > 0
}

/** Throws the answers away, also those of a quest that was only begun. */
export function dropTrial(): void {
  storage()?.removeItem(key)
}

export interface Moment {
  readonly nowMs: number
  readonly date: LocalDate
  /** A new UUIDv7. */
  readonly opId: string
}

/** Keeps a mood, in the place of one from before. */
export function saveMood(answer: TrackerAnswer['answer'], moment: Moment): 'saved' | 'not_saved' {
  const mood = { trackerType: 'Mood', answer, date: moment.date } as const
  return change(moment.nowMs, { mood: { opId: moment.opId, answer: mood } })
}

/** Keeps a finished quest, in the place of its draft. */
export function saveQuest(
  response: QuestResponse,
  { nowMs, opId: id }: Pick<Moment, 'nowMs' | 'opId'>,
): 'saved' | 'not_saved' {
  return change(nowMs, { quest: { opId: id, response }, draft: undefined })
}

/** Keeps a quest as far as it is played; undefined begins it anew. */
export function saveTrialDraft(
  draft: QuestDraft | undefined,
  nowMs: number,
): 'saved' | 'not_saved' {
  return change(nowMs, { draft })
}

/** Notes whose the answers are, before any of them goes anywhere. */
export function claimTrial(userId: string, nowMs: number): 'saved' | 'not_saved' {
  return change(nowMs, { takenBy: userId })
}

/** What is already somebody's is added to by nobody: a new try begins with nothing. */
function change(nowMs: number, part: Partial<Trial>): 'saved' | 'not_saved' {
  const before = readTrial(nowMs)
  const known = before?.takenBy === undefined ? before : part.takenBy === undefined ? {} : before
  try {
    localStorage.setItem(key, JSON.stringify({ ...known, ...part, atMs: nowMs }))
    return 'saved'
  } catch {
    return 'not_saved'
  }
}

/** A browser that refuses storage has no trial. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** What a visitor left here that this person may be asked about: nothing that another one has said is theirs. */
export function trialToAsk(nowMs: number): Trial | undefined {
  const trial = readTrial(nowMs)
  return trial && hasAnswers(trial) && trial.takenBy === undefined ? trial : undefined
}

/** The person has said that the answers are theirs: notes it, then takes them over. Throws what the outbox throws. */
export async function takeTrial(db: UserDatabase, nowMs: number): Promise<void> {
  if (claimTrial(db.userId, nowMs) === 'not_saved') throw new Error('This phone stores nothing')
  await finishTakeover(db, nowMs)
}

/**
 * Puts the answers of this person in line to be sent, each once however often this runs, and forgets them here; a quest that
 * was only begun is begun in the account. A day that they have answered meanwhile keeps that answer, and a quest that they
 * have begun stays as they left it.
 */
export async function finishTakeover(db: UserDatabase, nowMs: number): Promise<void> {
  const trial = readTrial(nowMs)
  if (trial?.takenBy !== db.userId) return
  const { mood, quest, draft } = trial
  if (mood) await once(db, { kind: 'trackers.record', payload: mood.answer }, mood.opId, nowMs)
  if (quest) await once(db, { kind: 'quest.respond', payload: quest.response }, quest.opId, nowMs)
  if (draft) await takeDraft(db, draft)
  dropTrial()
}

async function takeDraft(db: UserDatabase, draft: QuestDraft): Promise<void> {
  await userTransactionWithRoom(db, [db.questDrafts], async () => {
    const begun = v.safeParse(draftSchema, await db.questDrafts.get(draft.questId))
    if (begun.success && begun.output.answers.length > 0) return
    await db.questDrafts.put(draft)
  })
}

type Taken = CommandOf<'trackers.record'> | CommandOf<'quest.respond'>

/** An operation that waits is not queued again; one that was sent is known to the server by its id. */
async function once(db: UserDatabase, command: Taken, opId: string, nowMs: number): Promise<void> {
  if (await db.outbox.get({ opId })) return
  await enqueue(db, command, tapMoment({ epochMs: nowMs, opId }))
}

/** A new id for an answer. */
export function newAnswerId(): string {
  return newUuid()
}
