import { trackerDay, trackerTypes, type TrackerType } from '#contract/trackers/model.ts'
import { promptsAt } from '#contract/trackers/prompts.ts'
import { entryOn, isAnswered } from '#src/features/trackers/day-entry.ts'
import { clockAt } from '#src/features/trackers/local-clock.ts'
import { readEntries } from '#src/features/trackers/read-entries.ts'
import { firstDayAsked } from '#src/features/trackers/use-day-entries.ts'
import type { UserDatabase } from '#src/offline/database.ts'

/** The trackers to ask about, in the order they are asked. */
export type OpenPrompts = readonly TrackerType[]

/** The trackers that this hour asks about and that this device knows no answer of. */
export async function readPrompts(db: UserDatabase): Promise<OpenPrompts> {
  const clock = clockAt(Date.now())
  const entries = await readEntries(db, firstDayAsked(clock.date))
  const answered = trackerTypes.filter((type) =>
    isAnswered(entryOn(entries, type, trackerDay(type, clock))),
  )
  return promptsAt(clock.hour, new Set(answered))
}
