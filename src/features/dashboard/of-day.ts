import type { Language } from '#contract/language.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { type ShortRead, readShortReads } from '#src/features/library/data/short-reads.ts'
import { type FirstWeekThing, firstWeekResource } from '#src/features/welcome/first-week.ts'
import { type ShelfQuest, readQuestLists } from '#src/features/quests/quests-resource.ts'
import { defineLocal } from '#src/data/resource.ts'
import { questPicks } from '#src/features/quests/quest-picks.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** One small thing to do: a short quest or a short read; in somebody's first week, what its day has. */
type SmallThing =
  | { kind: 'quest'; quest: ShelfQuest }
  | { kind: 'read'; read: ShortRead }
  | { kind: 'first-week'; thing: FirstWeekThing }

/** Quests and reads take turns; where there is none of one kind, it is the other's day. */
export function smallThing(
  day: LocalDate,
  quests: readonly ShelfQuest[],
  reads: readonly ShortRead[],
): Exclude<SmallThing, { kind: 'first-week' }> | null {
  const quest = ofDay(quests, day)
  const read = ofDay(reads, day)
  const questsTurn = dayNumber(day) % 2 === 0
  if (quest && (questsTurn || !read)) return { kind: 'quest', quest }
  return read ? { kind: 'read', read } : null
}

/** Half the number: what takes turns with something else comes every second day. */
function ofDay<Item>(items: readonly Item[], day: LocalDate): Item | undefined {
  return items[Math.floor(dayNumber(day) / 2) % items.length]
}

const dayMs = 86_400_000

/** Days since 1970: what is chosen by the day stays all day and moves on by one. */
function dayNumber(day: LocalDate): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)
}

/** So long a read may take that is offered as a small thing, in minutes. */
const readMinutesMax = 3

/** The small thing of a day for somebody who reads a language, of what this device has; null where it has none. */
export const smallThingResource = defineLocal<SmallThing | null, [LocalDate, Language]>({
  key: 'dashboard.smallThing',
  read: readSmallThing,
})

/** One article for a day, of those on this device; null where it has none. */
export const readOfDayResource = defineLocal<ShortRead | null, [LocalDate, Language]>({
  key: 'dashboard.readOfDay',
  read: async (db, day, language) =>
    ofDay(await readShortReads(db.viewerId, language), day) ?? null,
})

async function readSmallThing(
  db: UserDatabase,
  day: LocalDate,
  language: Language,
): Promise<SmallThing | null> {
  const thing = await firstWeekResource.read(db, day)
  if (thing) return { kind: 'first-week', thing }
  const [lists, reads] = await Promise.all([
    readQuestLists(db),
    readShortReads(db.viewerId, language, readMinutesMax),
  ])
  const { start, pick } = questPicks(lists)
  return smallThing(day, start.length > 0 ? start : pick ? [pick.quest] : [], reads)
}

const lines = [
  m.dashboard_kind_slow,
  m.dashboard_kind_come,
  m.dashboard_kind_breath,
  m.dashboard_kind_rest,
  m.dashboard_kind_small,
  m.dashboard_kind_ask,
  m.dashboard_kind_figured,
  m.dashboard_kind_feelings,
  m.dashboard_kind_friend,
] as const

/** One kind sentence for a day: the same all day long, another one tomorrow. It asks for nothing. */
export function kindLine(day: LocalDate): string {
  return lines[dayNumber(day) % lines.length]?.() ?? ''
}
