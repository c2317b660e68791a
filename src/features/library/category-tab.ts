import {
  allCategories,
  categoryFilters,
  type CategoryFilter,
  type WellnessCategory,
} from '#contract/library/category.ts'
import type { CardProps } from '#src/ui/card.tsx'

/** The tab of a category, as an address has it: its first word in small letters. */
export function categoryTabId(category: CategoryFilter): string {
  return (category.split(' ', 1)[0] ?? category).toLowerCase()
}

/** The category whose tab this is; All for any other word. */
export function categoryOfTab(id: string | undefined): CategoryFilter {
  return categoryFilters.find((category) => categoryTabId(category) === id) ?? allCategories
}

/** Spec 9: All and the six, in their order. */
export const categoryTabs = categoryFilters.map((category) => ({
  id: categoryTabId(category),
  label: category,
}))

/** What a category looks like beside its words. */
export const categoryLooks: Record<
  WellnessCategory,
  { emoji: string; tint: NonNullable<CardProps['tint']> }
> = {
  'Emotional Wellness': { emoji: '💗', tint: 'rose' },
  'Physical Wellness': { emoji: '🏃', tint: 'peach' },
  'Sociocultural Wellness': { emoji: '🤝', tint: 'sky' },
  'Nutritional Wellness': { emoji: '🥕', tint: 'mint' },
  'Spiritual Wellness': { emoji: '🕊️', tint: 'lilac' },
  'Cognitive Wellness': { emoji: '🧠', tint: 'sun' },
}
