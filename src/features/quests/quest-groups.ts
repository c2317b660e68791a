import type { ShelfQuest } from './shelf.ts'
import type { QuestProgress } from './quests-resource.ts'

/** The quests of a list as it shows them: those that can be played come first in each. */
export interface QuestGroups {
  readonly plain: readonly ShelfQuest[]
  /** Folded away. */
  readonly sensitive: readonly ShelfQuest[]
  /** How many cannot concern the person by what their profile says; none that they have begun or played. */
  readonly leftOut: number
}

/** `gender` is the profile's, undefined where it is not known; `all` leaves nothing out. */
export function questGroups(
  quests: readonly ShelfQuest[],
  progress: ReadonlyMap<number, QuestProgress>,
  { gender, all }: { gender: string | undefined; all: boolean },
): QuestGroups {
  const shown = quests.filter(({ id, forGender }) => {
    const { at, playedOn } = progress.get(id) ?? {}
    const concerns = forGender === undefined || gender === undefined || gender === forGender
    return all || concerns || at !== undefined || playedOn !== undefined
  })
  const sorted = shown.toSorted((a, b) => Number(b.open) - Number(a.open))
  return {
    plain: sorted.filter(({ sensitive }) => !sensitive),
    sensitive: sorted.filter(({ sensitive }) => sensitive),
    leftOut: quests.length - shown.length,
  }
}
