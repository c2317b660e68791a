import { gridSpecialties } from '#contract/providers/model.ts'
import { specialties, type Specialty } from '#contract/reference/specialties.ts'
import type { CardProps } from '#src/ui/card/card.tsx'

/** The ground of a specialty's card. */
export const specialtyTints: Readonly<Record<Specialty, NonNullable<CardProps['tint']>>> = {
  'Fitness Coach': 'peach',
  'Life Coach': 'sun',
  'Wellness Coach': 'mint',
  'Art Therapist': 'lilac',
  'Behavioural Therapist': 'sky',
  'Meditation Therapist': 'mint',
  'Music Therapist': 'rose',
  'Nutritional Therapist': 'mint',
  Psychotherapist: 'lilac',
  'Yoga Therapist': 'peach',
  'Social Worker': 'sky',
  'Soft Skills Instructor': 'sun',
  'Academic Teacher': 'sky',
  'Spiritual Coach': 'lilac',
  Psychiatrist: 'rose',
  'Family Constellation Therapist': 'mint',
  'Sleep Therapist': 'sky',
  'Parenting Coach': 'peach',
}

/** The specialties of the grid (spec 9: 16 of the 18), in its order. */
export const shownSpecialties: readonly Specialty[] = gridSpecialties

/** The specialty that an address names, in any case: a quest's result links in small letters. */
export function specialtyNamed(name: string): Specialty | undefined {
  const wanted = name.trim().toLowerCase()
  return specialties.find((specialty) => specialty.toLowerCase() === wanted)
}
