import * as v from 'valibot'

/** Spec 3: the six wellness categories, in the order of their tabs. */
export const wellnessCategories = [
  'Emotional Wellness',
  'Physical Wellness',
  'Sociocultural Wellness',
  'Nutritional Wellness',
  'Spiritual Wellness',
  'Cognitive Wellness',
] as const
export type WellnessCategory = (typeof wellnessCategories)[number]

export const wellnessCategorySchema = v.picklist(wellnessCategories, 'Category is required')

/** Spec 9: the filter adds this to the six; nothing is stored under it. */
export const allCategories = 'All'
export const categoryFilters = [allCategories, ...wellnessCategories] as const
export type CategoryFilter = (typeof categoryFilters)[number]
export const categoryFilterSchema = v.picklist(categoryFilters)
