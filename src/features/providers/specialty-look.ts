import { gridSpecialties } from '#contract/providers/model.ts'
import { specialties, type Specialty } from '#contract/reference/specialties.ts'
import type { CardProps } from '#src/ui/card/card.tsx'

/** How a specialty is drawn in the grid. */
export interface SpecialtyLook {
  readonly emoji: string
  readonly tint: NonNullable<CardProps['tint']>
}

export const specialtyLooks: Record<Specialty, SpecialtyLook> = {
  'Fitness Coach': { emoji: '🏃', tint: 'peach' },
  'Life Coach': { emoji: '🧭', tint: 'sun' },
  'Wellness Coach': { emoji: '🌿', tint: 'mint' },
  'Art Therapist': { emoji: '🎨', tint: 'lilac' },
  'Behavioural Therapist': { emoji: '🧩', tint: 'sky' },
  'Meditation Therapist': { emoji: '🧘', tint: 'mint' },
  'Music Therapist': { emoji: '🎵', tint: 'rose' },
  'Nutritional Therapist': { emoji: '🥗', tint: 'mint' },
  Psychotherapist: { emoji: '🛋️', tint: 'lilac' },
  'Yoga Therapist': { emoji: '🌅', tint: 'peach' },
  'Social Worker': { emoji: '🤝', tint: 'sky' },
  'Soft Skills Instructor': { emoji: '💬', tint: 'sun' },
  'Academic Teacher': { emoji: '📐', tint: 'sky' },
  'Spiritual Coach': { emoji: '🕊️', tint: 'lilac' },
  Psychiatrist: { emoji: '🩺', tint: 'rose' },
  'Family Constellation Therapist': { emoji: '🌳', tint: 'mint' },
  'Sleep Therapist': { emoji: '🌙', tint: 'sky' },
  'Parenting Coach': { emoji: '🧸', tint: 'peach' },
}

/** The specialties of the grid (spec 9: 16 of the 18), in its order. */
export const shownSpecialties: readonly Specialty[] = gridSpecialties

/** The specialty that an address names, in any case: a quest's result links in small letters. */
export function specialtyNamed(name: string): Specialty | undefined {
  const wanted = name.trim().toLowerCase()
  return specialties.find((specialty) => specialty.toLowerCase() === wanted)
}
