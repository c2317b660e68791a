import { addDays } from '#contract/local-date.ts'
import { earnAgainAfterMs } from '#contract/quests/scoring.ts'
import { questSuggestion, type QuestSuggestion } from '#contract/trackers/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { LowAnswer, QuestLists, ShelfQuest, QuestProgress } from './quests-resource.ts'

/** The one quest that is suggested, and why. */
export type Pick =
  | {
      readonly why: 'answer'
      readonly quest: ShelfQuest
      readonly tracker: TrackerType
      readonly strength: QuestSuggestion['strength']
    }
  /** A short one that is new, or one whose last time is two weeks ago. */
  | { readonly why: 'next' | 'again'; readonly quest: ShelfQuest }

export interface QuestPicks {
  readonly pick: Pick | undefined
  /** Short ones that are not done yet, the shortest first. */
  readonly start: readonly ShelfQuest[]
}

/** So many are offered to start with. */
const startMax = 3
const dayMs = 86_400_000

/** What the top of the list offers, by what this device knows. */
export function questPicks(lists: QuestLists): QuestPicks {
  const { quests, progress, gender, lowAnswers, today } = lists
  const since = addDays(today, -earnAgainAfterMs / dayMs)
  const isRecent = ({ id }: ShelfQuest) => (progress.get(id)?.playedOn ?? '') > since
  const light = questGroups(quests, progress, { gender, all: false })
    .plain.filter(isPlayable)
    .toSorted((a, b) => a.count - b.count)
  const fresh = light.filter(({ id }) => {
    const { at, playedOn } = progress.get(id) ?? {}
    return at === undefined && playedOn === undefined
  })
  const answered = afterLowAnswer(
    lowAnswers,
    quests.filter((quest) => isPlayable(quest) && !isRecent(quest)),
  )
  const next = fresh[startMax] ?? light.find((quest) => isOver(quest) && !isRecent(quest))
  const start = fresh.filter(({ id }) => id !== answered?.quest.id).slice(0, startMax)
  if (answered) return { pick: answered, start }
  if (!next) return { pick: undefined, start }
  return { pick: { why: isOver(next) ? 'again' : 'next', quest: next }, start }

  function isOver({ id }: ShelfQuest): boolean {
    return progress.get(id)?.playedOn !== undefined
  }
}

function isPlayable({ open, problem }: ShelfQuest): boolean {
  return open && problem === undefined
}

/** What the newest low answer suggests by the trackers' own catalogue, of these quests. */
function afterLowAnswer(
  answers: readonly LowAnswer[],
  quests: readonly ShelfQuest[],
): Extract<Pick, { why: 'answer' }> | undefined {
  const ids = new Set(quests.map(({ id }) => id))
  for (const { type, score } of answers) {
    const suggestion = questSuggestion(type, score, ids)
    const quest = quests.find(({ id }) => id === suggestion?.questIds[0])
    if (suggestion && quest) {
      return { why: 'answer', quest, tracker: type, strength: suggestion.strength }
    }
  }
  return undefined
}

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
