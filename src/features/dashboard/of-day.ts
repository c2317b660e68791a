import type { LocalDate } from '#contract/local-date.ts'
import type { ShortRead } from '#src/features/library/data/short-reads.ts'
import type { FirstWeekThing } from '#src/features/welcome/first-week.ts'
import type { ShelfQuest } from '#src/features/quests/shelf.ts'

/** One small thing to do: a short quest or a short read; in somebody's first week, what its day has. */
export type SmallThing =
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
export function ofDay<Item>(items: readonly Item[], day: LocalDate): Item | undefined {
  return items[Math.floor(dayNumber(day) / 2) % items.length]
}

const dayMs = 86_400_000

/** Days since 1970: what is chosen by the day stays all day and moves on by one. */
export function dayNumber(day: LocalDate): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)
}
