import { v7 as newUuid } from 'uuid'
import { trackerDay, type TrackerType } from '#contract/trackers/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { enqueue, type TapMoment } from '#src/offline/engine/outbox.ts'
import { SessionEndedError } from '#src/offline/session/session-ended.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { entryOn, type DayEntry } from './day-entry.ts'
import { clockAt } from './local-clock.ts'
import { readEntries } from './read-entries.ts'

export type Recorded =
  | { status: 'kept'; opId: string }
  /** The day was answered before, here or on another device that this one has heard of: the answer that counts. */
  | { status: 'already_answered'; entry: DayEntry | undefined }
  /** Nothing was kept: the form must keep it. */
  | { status: 'not_kept'; why: 'storage_full' | 'logged_out' | 'failed' }

export interface NewAnswer {
  readonly type: TrackerType
  readonly answer: string
  /** How long the tap can be taken back before it is sent, in milliseconds. */
  readonly undoMs?: number
}

/** Keeps an answer on this device, for the day it counts for; it is durable when the promise says `kept`. */
export async function recordAnswer(db: UserDatabase, given: NewAnswer): Promise<Recorded> {
  const tap = tapNow(given.undoMs)
  const { type: trackerType, answer } = given
  const date = trackerDay(trackerType, clockAt(tap.epochMs))
  const command = { kind: 'trackers.record', payload: { trackerType, answer, date } } as const
  try {
    const outcome = await enqueue(db, command, tap)
    if (outcome.status === 'queued') return { status: 'kept', opId: outcome.opId }
    const known = await readEntries(db, date)
    return { status: 'already_answered', entry: entryOn(known, trackerType, date) }
  } catch (error) {
    return { status: 'not_kept', why: reason(error) }
  }
}

/** The moment of a tap on this device. */
export function tapNow(undoMs = 0): TapMoment {
  return tapMoment({ epochMs: Date.now(), opId: newUuid(), undoMs })
}

function reason(error: unknown): 'storage_full' | 'logged_out' | 'failed' {
  if (error instanceof StorageFullError) return 'storage_full'
  return error instanceof SessionEndedError ? 'logged_out' : 'failed'
}
