import { v7 as uuidv7 } from 'uuid'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes } from '#contract/trackers/catalog.ts'
import type { TrackerAnswer } from '#contract/trackers/model.ts'

/** The tests' day, at whose noon their server's clock stands. */
export const testDay = '2026-06-15' as LocalDate

/** An operation on the wire; `given` may be anything, also what a broken build would send. */
export function wireOp(payload: unknown, given: Record<string, unknown> = {}) {
  return {
    opId: opIdAt(`${String(given['localDate'])}T12:00:00Z`),
    v: 1,
    kind: 'trackers.record',
    localDate: testDay as string,
    tz: 'Africa/Cairo',
    payload,
    ...given,
  }
}

/** The id of an operation that was tapped at a moment; at the tests' noon where none is given. */
export function opIdAt(moment = `${testDay}T12:00:00Z`): string {
  return uuidv7({ msecs: Date.parse(moment) || Date.parse(`${testDay}T12:00:00Z`) })
}

/** An answer that every rule lets pass. */
export function answerOf(given: Partial<TrackerAnswer> = {}): TrackerAnswer {
  return { trackerType: 'Mood', answer: 'happy', date: testDay, ...given }
}

/** Answers for different days and trackers, at most 124: 31 days back for each tracker. */
export function distinctAnswers(count: number): TrackerAnswer[] {
  return Array.from({ length: count }, (_, index) => {
    const trackerType = trackerTypes[index % 4] ?? 'Mood'
    const date = addDays(testDay, -Math.floor(index / 4))
    return { trackerType, answer: trackerCatalog[trackerType].answers[0], date }
  })
}
