import { v7 as newUuid } from 'uuid'
import type { CommandOf } from '#contract/commands.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { claimTrial, dropTrial, hasAnswers, readTrial, type Trial } from './trial-store.ts'

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
 * Puts the answers of this person in line to be sent, each once however often this runs, and forgets them here. A day that
 * they have answered meanwhile keeps that answer.
 */
export async function finishTakeover(db: UserDatabase, nowMs: number): Promise<void> {
  const trial = readTrial(nowMs)
  if (trial?.takenBy !== db.userId) return
  const { mood, quest } = trial
  if (mood) await once(db, { kind: 'trackers.record', payload: mood.answer }, mood.opId, nowMs)
  if (quest) await once(db, { kind: 'quest.respond', payload: quest.response }, quest.opId, nowMs)
  dropTrial()
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
