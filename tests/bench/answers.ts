import { v7 as uuidv7 } from 'uuid'
import { addDays, utcDate } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes } from '#contract/trackers/catalog.ts'
import type { TrackerAnswer } from '#contract/trackers/model.ts'

/** Whole days that can still be answered, by a server whose day may turn while the bench runs. */
const daysOpen = 30

/** Every answer that one person can still give, one for each tracker and day, newest first. */
export function openAnswers(nowMs: number, days = daysOpen): TrackerAnswer[] {
  const today = utcDate(nowMs)
  return Array.from({ length: days * trackerTypes.length }, (_, index) => {
    const trackerType = trackerTypes[index % trackerTypes.length] ?? 'Mood'
    const date = addDays(today, -Math.floor(index / trackerTypes.length))
    return { trackerType, answer: trackerCatalog[trackerType].answers[0], date }
  })
}

/** Answers that nobody has given yet, person after person; an error once there are no more people. */
export function freshAnswers<P>(
  people: readonly P[],
  nowMs: number,
): () => { person: P; answer: TrackerAnswer } {
  const answers = openAnswers(nowMs)
  let next = 0
  return () => {
    const person = people[Math.floor(next / answers.length)]
    const answer = answers[next % answers.length]
    next += 1
    if (person === undefined || !answer) throw new Error('The bench has run out of people')
    return { person, answer }
  }
}

/** An operation of the outbox as it travels. */
export function wireOp(answer: TrackerAnswer) {
  return {
    opId: uuidv7(),
    v: 1,
    kind: 'trackers.record',
    payload: answer,
    localDate: answer.date,
    tz: 'Africa/Cairo',
  }
}
