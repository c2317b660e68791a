import {
  allCategories,
  categoryFilters,
  type CategoryFilter,
  type WellnessCategory,
} from '#contract/library/category.ts'

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

/** The picture beside a category's name. */
export const categoryEmojis: Record<WellnessCategory, string> = {
  'Emotional Wellness': '💗',
  'Physical Wellness': '🏃',
  'Sociocultural Wellness': '🤝',
  'Nutritional Wellness': '🥕',
  'Spiritual Wellness': '🕊️',
  'Cognitive Wellness': '🧠',
}
