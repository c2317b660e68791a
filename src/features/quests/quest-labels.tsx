import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { QuestCategory } from '#contract/quests/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { QuestType } from '#contract/quests/quest-types.gen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Scene } from '#src/ui/companion/scene-picture.tsx'
import { backLinkClass } from '#src/ui/nav/page-header.tsx'

/** What a category looks like and is called. */
export interface CategoryFace {
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
