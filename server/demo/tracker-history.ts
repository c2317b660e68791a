import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import type { trackerEntries } from '#server/db/schema/trackers.ts'
import type { DemoRandom } from './random.ts'

type TrackerRow = typeof trackerEntries.$inferInsert

/** How many days end with yesterday. */
export const historyDays = 60

/** The share of days on which nobody answered. */
const gapShare = 0.12
/** The share of answers given in the pop-up, where it asks in other words. */
const promptShare = 0.3

/** The usual score (4 is best), what a Friday to Sunday adds to it, and the UTC hour of a usual answer. */
const habits: Record<TrackerType, { usual: number; weekend: number; hour: number }> = {
  Mood: { usual: 3.1, weekend: 0.4, hour: 16 },
  Fitness: { usual: 2.6, weekend: 0.4, hour: 20 },
  Sleep: { usual: 2.8, weekend: -0.4, hour: 7 },
  Diet: { usual: 3, weekend: 0.4, hour: 18 },
}

/**
 * The rows of two months of answers up to yesterday, with better and worse weeks, livelier weekends and forgotten days.
 * `today` has none, so that the demo person can answer.
 */
export function trackerRows(userId: string, today: LocalDate, random: DemoRandom): TrackerRow[] {
  return trackerTypes.flatMap((type) => {
    let drift = 0
    const days = Array.from({ length: historyDays }, (_, i) => addDays(today, i - historyDays))
    return days.flatMap((day) => {
      drift = drift * 0.8 + (random.next() - 0.5) * 1.6
      const row = answerOn({ userId, type, day, drift }, random)
      return random.next() < gapShare ? [] : [row]
    })
  })
}

function answerOn(
  about: { userId: string; type: TrackerType; day: LocalDate; drift: number },
  random: DemoRandom,
): TrackerRow {
  const { userId, type, day, drift } = about
  const wished = Math.round(habits[type].usual + weekendLift(type, day) + drift)
  const index = 4 - Math.min(4, Math.max(1, wished))
  const { answers, promptAnswers } = trackerCatalog[type]
  const words = promptAnswers && random.next() < promptShare ? promptAnswers : answers
  const answer = words[index] ?? words[0]
  const minute = Math.floor(random.next() * 60)
  const createdAt = new Date(
    Date.parse(`${day}T00:00:00Z`) + (habits[type].hour * 60 + minute) * 60_000,
  )
  return {
    opId: random.idAt(createdAt),
    userId,
    trackerType: type,
    answer,
    score: trackerScore(type, answer) ?? 1,
    day,
    createdAt,
  }
}

/** Fridays to Sundays are brighter, and shorter in bed. */
function weekendLift(type: TrackerType, day: LocalDate): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday !== 0 && weekday !== 5 && weekday !== 6) return 0
  return habits[type].weekend
}
