import { v7 as newUuid } from 'uuid'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { daysBackMax, trackerDay } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { tapFeedback } from '#src/lib/haptics.ts'
import { deleteOp, enqueue, type TapMoment } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { showToast } from '#src/ui/message/toast.tsx'
import { entryOn, type DayEntry, readEntries } from './entries-resource.ts'

export type Recorded =
  | { status: 'saved'; opId: string }
  /** The day was answered before, here or on another device as far as this one knows: the answer that counts. */
  | { status: 'already_answered'; entry: DayEntry | undefined }
  /** Nothing was saved: the form must hold on to it. */
  | { status: 'not_saved'; why: WhyNotSaved }

export type WhyNotSaved = 'storage_full' | 'logged_out' | 'failed'

export interface NewAnswer {
  readonly type: TrackerType
  readonly answer: string
  /** The day that it is for, where that is another one than now counts. */
  readonly day?: LocalDate | undefined
  /** How long the tap can be taken back before it is sent, in milliseconds. */
  readonly undoMs?: number
}

/** Saves an answer on this device, for the day it counts for; it is durable when the promise says `saved`. */
export async function recordAnswer(db: UserDatabase, given: NewAnswer): Promise<Recorded> {
  tapFeedback()
  const { type: trackerType, answer, day } = given
  try {
    const tap = tapNow(given.undoMs)
    const date = day ?? trackerDay(trackerType, clockAt(tap.epochMs))
    const command = { kind: 'trackers.record', payload: { trackerType, answer, date } } as const
    const outcome = await enqueue(db, command, tap)
    if (outcome.status === 'queued') return { status: 'saved', opId: outcome.opId }
    const known = await readEntries(db, date)
    return { status: 'already_answered', entry: entryOn(known, trackerType, date) }
  } catch (error) {
    return { status: 'not_saved', why: reason(error) }
  }
}

/** Why an answer could not be saved on the device, in words. */
export function notSavedText(why: WhyNotSaved): string {
  switch (why) {
    case 'storage_full':
      return `${m.trackers_failed()}. ${m.trackers_failed_full()}`
    case 'logged_out':
      return m.trackers_not_logged_in()
    case 'failed':
      return m.trackers_failed()
  }
}

/** Whether an answer is there, on its way or sent: none that was taken back. */
export async function isGiven(db: UserDatabase, opId: string): Promise<boolean> {
  const entries = await readEntries(db, addDays(clockAt(Date.now()).date, -daysBackMax))
  return entries.some((entry) => entry.opId === opId)
}

/**
 * Takes an answer back that has not been sent, and says whether that was still possible; one that was taken back elsewhere
 * already is as good as undone. Gives whether it was.
 */
export async function undoAnswer(db: UserDatabase, opId: string): Promise<boolean> {
  try {
    const outcome = await deleteOp(db, opId)
    const undone = outcome === 'deleted' || (outcome === 'gone' && !(await isGiven(db, opId)))
    showToast({ text: undone ? m.trackers_prompt_undone() : m.trackers_prompt_too_late() })
    return undone
  } catch {
    showToast({ text: m.sync_undo_failed(), tone: 'danger' })
    return false
  }
}

/** The moment of a tap on this device. */
export function tapNow(undoMs = 0): TapMoment {
  return tapMoment({ epochMs: Date.now(), opId: newUuid(), undoMs })
}

function reason(error: unknown): WhyNotSaved {
  if (error instanceof StorageFullError) return 'storage_full'
  return error instanceof SessionEndedError ? 'logged_out' : 'failed'
}
