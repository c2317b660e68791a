import type { ReactElement, ReactNode } from 'react'
import type { QuestCategory } from '#contract/quests/model.ts'

interface LinkParts {
  className: string | undefined
  children: ReactNode
}

/** Draws the link to a quest; the router is the caller's. */
export type QuestSlot = (props: LinkParts & { questId: number }) => ReactElement

/** Draws the link to the quests of a category. */
export type CategorySlot = (props: LinkParts & { category: QuestCategory }) => ReactElement

/** Draws the link to the care providers of a specialty, or to all of them without one. */
export type ProvidersSlot = (props: LinkParts & { specialty?: string }) => ReactElement

/** Draws the link to all quests. */
export type QuestsSlot = (props: LinkParts) => ReactElement
