import type { LocalDate } from '#contract/local-date.ts'
import { defineLocal } from '#src/data/resource.ts'
import { readShortReads, type ShortRead } from '#src/features/library/data/short-reads.ts'
import { questPicks } from '#src/features/quests/quest-picks.ts'
import { readQuestLists } from '#src/features/quests/quests-resource.ts'
import { firstWeekResource } from '#src/features/welcome/first-week.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ofDay, smallThing, type SmallThing } from './of-day.ts'

/** So long a read may take that is offered as a small thing, in minutes. */
const readMinutesMax = 3

/** The small thing of a day, of what this device has; null where it has none. */
export const smallThingResource = defineLocal<SmallThing | null, [day: LocalDate]>({
  key: 'dashboard.smallThing',
  read: readSmallThing,
})

/** One article for a day, of those on this device; null where it has none. */
export const readOfDayResource = defineLocal<ShortRead | null, [day: LocalDate]>({
  key: 'dashboard.readOfDay',
  read: async (db, day) => ofDay(await readShortReads(db.viewerId), day) ?? null,
})

async function readSmallThing(db: UserDatabase, day: LocalDate): Promise<SmallThing | null> {
  const thing = await firstWeekResource.read(db, day)
  if (thing) return { kind: 'first-week', thing }
  const [lists, reads] = await Promise.all([
    readQuestLists(db),
    readShortReads(db.viewerId, readMinutesMax),
  ])
  const { start, pick } = questPicks(lists)
  return smallThing(day, start.length > 0 ? start : pick ? [pick.quest] : [], reads)
}
