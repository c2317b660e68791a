import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addDays, dayMs } from '#contract/local-date.ts'
import type { QuestCategory } from '#contract/quests/model.ts'
import type { QuestType } from '#contract/quests/quest-types.gen.ts'
import { earnAgainAfterMs } from '#contract/quests/scoring.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { questSuggestion, type QuestSuggestion } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Scene } from '#src/ui/companion/scene-picture.tsx'
import { backLinkClass } from '#src/ui/nav/page-header.tsx'
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

interface QuestPicks {
  readonly pick: Pick | undefined
  /** Those that are not done yet, the shortest first. */
  readonly start: readonly ShelfQuest[]
}

/** So many are offered to start with. */
const startMax = 3

/** A quest of so many minutes is a short one. */
const shortMinutesMax = 3

/** Whether they are three short ones, and not the few or the long ones that are left. */
export function isGoodStart(start: readonly ShelfQuest[]): boolean {
  return (
    start.length === startMax && start.every(({ count }) => minutesFor(count) <= shortMinutesMax)
  )
}

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
interface QuestGroups {
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

/** What a category looks like and is called. */
interface CategoryFace {
  readonly tint: 'lilac' | 'sun' | 'mint'
  readonly name: () => string
  readonly text: () => string
}

export const categoryFaces: Record<QuestCategory, CategoryFace> = {
  personality: {
    tint: 'lilac',
    name: m.quests_category_personality,
    text: m.quests_category_personality_text,
  },
  mood: {
    tint: 'sun',
    name: m.quests_category_mood,
    text: m.quests_category_mood_text,
  },
  behavior: {
    tint: 'mint',
    name: m.quests_category_behavior,
    text: m.quests_category_behavior_text,
  },
}

/** Why a quest is suggested after a low answer of a tracker. */
export const pickTexts: Record<TrackerType, () => string> = {
  Mood: m.quests_pick_mood,
  Fitness: m.quests_pick_fitness,
  Sleep: m.quests_pick_sleep,
  Diet: m.quests_pick_diet,
}

/** How long a quest takes who reads each challenge, in whole minutes. */
export function minutesFor(questions: number): number {
  return Math.max(1, Math.round(questions / 6))
}

/** The picture of every quest. The companion is well in all of them: a picture says nothing about whoever plays. */
export const questScenes: Readonly<Record<QuestType, Scene>> = {
  phq9: { face: '🙂', prop: 'gauge' },
  pmq9: { face: '😄', prop: 'bolt' },
  mdq: { face: '🙂', prop: 'waves' },
  igds9: { face: '😄', prop: 'pad' },
  epds: { face: '😌', prop: 'book' },
  pq16: { face: '🙂', prop: 'spiral' },
  sad: { face: '😄', prop: 'bubble' },
  asrsv11: { face: '🙂', prop: 'radar' },
  bis11: { face: '🏃', prop: 'jump' },
  ybocs: { face: '😌', prop: 'loop' },
  npi: { face: '😄', prop: 'spotlight' },
  aq: { face: '😌', prop: 'flame' },
  hpd: { face: '😄', prop: 'star' },
  ppd: { face: '🙂', prop: 'compass' },
  spd: { face: '🙂', prop: 'bulb' },
  avpd: { face: '😌', prop: 'steps' },
  minipsy: { face: '🙂', prop: 'lens' },
  bstad: { face: '🙂', prop: 'sign' },
  srrs: { face: '🙂', prop: 'weather' },
  npd: { face: '😄', prop: 'spotlights' },
  psqi: { face: '😴', prop: 'moon' },
  edeq: { face: '🙂', prop: 'apple' },
  hama: { face: '😌', prop: 'rain' },
}

export const categoryScenes: Readonly<Record<QuestCategory, Scene>> = {
  personality: { face: '😄', prop: 'puzzle' },
  mood: { face: '🙂', prop: 'weather' },
  behavior: { face: '🏃', prop: 'sign' },
}

interface LinkParts {
  className: string | undefined
  children: ReactNode
}

/** The way to a quest. */
export function QuestLink({ questId, ...props }: LinkParts & { questId: number }) {
  return <Link to="/surveys/$questId" params={{ questId: String(questId) }} {...props} />
}

/** The way to the quests of a category. */
export function CategoryLink({ category, ...props }: LinkParts & { category: QuestCategory }) {
  return <Link to="/surveys/category/$category" params={{ category }} {...props} />
}

/** The way to all quests. */
export function QuestsLink(props: LinkParts) {
  return <Link to="/surveys" {...props} />
}

/** Spec 2: to `/service-providers/specialty/{destination in lowercase}`. */
export function ProvidersLink({ specialty, ...props }: LinkParts & { specialty: string }) {
  const name = encodeURIComponent(specialty.toLowerCase())
  const href: string = `/service-providers/specialty/${name}`
  return <Link to={href} {...props} />
}

/** The way back to all quests. */
export function BackToQuests() {
  return <QuestsLink className={backLinkClass}>{m.quests_back()}</QuestsLink>
}
